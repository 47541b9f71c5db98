/*
 * Pictures as SVG 1.1 documents that stand alone. They are looked at as files, in an <img>, or inside of a page where
 * there may be others, so every id that is no word of the game begins with the picture's name, and what things look
 * like is said in attributes only.
 */
#ifndef YUTOMOK_SVG_WRITER_H
#define YUTOMOK_SVG_WRITER_H

#include <stdbool.h>

#include "buffer.h"

/* What a viewer shows: from (left, 0), in units of which a small picture has 400 pixels for `width`. */
struct svg_frame {
    const char *name; /* a word that ids begin with */
    const char *background;
    int left;
    int width;
    int height;
};

/* Begins a document with a background of its own, and with what it is called and shows for who can't see it. */
void svg_begin(struct buffer *out, const struct svg_frame *frame, const char *title, const char *description);

/*
 * Appends text as printf would write it. What is written is not escaped: text that a client has sent must not come
 * near it. Making a document needs no checks on the way: svg_end tells of memory that was out.
 */
void svg_add(struct buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the document. False when memory was out, here or before. */
bool svg_end(struct buffer *out);

#endif
