#include "svg/writer.h"

#include <stdarg.h>
#include <stdio.h>

void svg_begin(struct buffer *out, const struct svg_frame *frame, const char *title, const char *description)
{
    const char *const name = frame->name;
    svg_add(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" viewBox=\"%d 0 %d %d\" role=\"img\""
            " aria-labelledby=\"%s-title %s-desc\" font-family=\"sans-serif\">\n",
            frame->left, frame->width, frame->height, name, name);
    svg_add(out, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", name, title, name, description);
    svg_add(out, "<rect x=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", frame->left, frame->width, frame->height,
            frame->background);
}

void svg_add(struct buffer *out, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    /* Mostly there is room, and it is written once. */
    const size_t room = out->capacity - out->length;
    const size_t length = (size_t)vsnprintf(room > 0 ? out->data + out->length : NULL, room, format, arguments);
    char *const at = buffer_reserve(out, length + 1);
    if (at != NULL) {
        if (length >= room)
            vsnprintf(at, length + 1, format, again);
        out->length += length;
    }
    va_end(again);
    va_end(arguments);
}

bool svg_end(struct buffer *out)
{
    return buffer_append(out, "</svg>\n", 7);
}
