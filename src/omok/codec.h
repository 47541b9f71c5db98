/* Omok boards as JSON and as BOJ text: cases in, answers out. */
#ifndef YUTOMOK_OMOK_CODEC_H
#define YUTOMOK_OMOK_CODEC_H

#include <stdbool.h>
#include <stddef.h>

#include "http/request.h"
#include "omok/board.h"

/*
 * Reads `{"board":[...]}` or the bare array: 19 rows, each an array of 19 integers of 0 to 2 or a string of 19 such
 * digits, all rows alike. False with `problem` filled, and `board` untouched, when the text is not JSON or no such
 * case.
 */
bool omok_read_board_json(const char *text, size_t length, struct omok_board *board, struct problem *problem);

/*
 * Appends the verdict on a board as `request` wants it: text, one JSON object, or an NDJSON line without its end; with
 * all lines if it asks to explain. False with problem two-winners (its lines included), or overloaded when memory is
 * out.
 */
bool omok_write_answer(const struct request *request, const struct omok_board *board, struct buffer *out,
                       struct problem *problem);

/*
 * Fills `problem` for a board where both colours have a five, its lines included (a document in the arena). Always
 * false.
 */
bool omok_two_winners(const struct omok_board *board, struct problem *problem);

/* A handler for text: 361 numbers a case, or rows of 19 digits; one case, or many with or without a leading count. */
bool omok_answer_text(const struct request *request, struct buffer *out, struct problem *problem);

#endif
