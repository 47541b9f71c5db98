/*
 * Tokens of a text: stretches without white space, with line and column. The text comes in pieces that do not cut a
 * token; the scanner keeps its place between them.
 */
#ifndef YUTOMOK_TEXT_SCANNER_H
#define YUTOMOK_TEXT_SCANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

/* A longer token is malformed, whatever it is made of: a reader needn't wait for its end. */
enum { TEXT_TOKEN_BYTES_MAX = 4096 };

/* Starts as {0}. */
struct text_scanner {
    const char *piece;
    size_t length;
    size_t at;           /* in the piece */
    size_t before;       /* bytes of earlier pieces */
    size_t lines_before; /* line ends so far */
    size_t line_start;   /* offset in the whole text */
};

struct text_place {
    size_t line;   /* from 1 */
    size_t column; /* in bytes, from 1, a byte-order mark not counted */
};

struct text_token {
    const char *text;
    size_t length;
    struct text_place place;
};

static inline bool text_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The next piece of the text. A byte-order mark at the start of the first one is skipped. */
void text_begin_piece(struct text_scanner *scanner, const char *piece, size_t length);

/* The same as text_skip_space, for a scanner that stands on white space. */
void text_skip_space_here(struct text_scanner *scanner);

/* Moves on to the next token, or to the end of the piece. */
static inline void text_skip_space(struct text_scanner *scanner)
{
    if (scanner->at < scanner->length && text_is_space(scanner->piece[scanner->at]))
        text_skip_space_here(scanner);
}

/* The next token of this piece; false when only white space is left of it. */
bool text_next(struct text_scanner *scanner, struct text_token *ret_token);

/* The place of a byte of this piece that lies on the line that the scanner stands on. */
struct text_place text_place(const struct text_scanner *scanner, size_t at);

/* Passes over `length` bytes that are this many whole lines, at least one. */
static inline void text_skip_lines(struct text_scanner *scanner, size_t lines, size_t length)
{
    scanner->at += length;
    scanner->lines_before += lines;
    scanner->line_start = scanner->before + scanner->at;
}

/*
 * The integer that a token is: an optional sign and decimal digits. Beyond int it becomes INT_MIN or INT_MAX. False
 * when it is none, or longer than TEXT_TOKEN_BYTES_MAX.
 */
bool text_integer(const struct text_token *token, int *ret_integer);

/* Fills `problem` with type malformed-text for this token. Always false. */
bool text_malformed(const struct text_token *token, struct problem *problem);

#endif
