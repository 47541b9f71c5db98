/* Omok boards as JSON and as BOJ text: cases in, answers out, and as pictures. */
#ifndef YUTOMOK_OMOK_CODEC_H
#define YUTOMOK_OMOK_CODEC_H

#include <stdbool.h>
#include <stddef.h>

#include "http/request.h"
#include "omok/board.h"
#include "omok/judge.h"
#include "omok/mistakes.h"

/*
 * Reads `{"board":[...]}` or the bare array: 19 rows, each an array of 19 integers of 0 to 2 or a string of 19 such
 * digits, all rows alike. False with `problem` filled, and `board` untouched, when the text is not JSON or no such
 * case.
 */
bool omok_read_board_json(const char *text, size_t length, struct omok_board *board, struct problem *problem);

/*
 * Appends the verdict on a board as `request` wants it: text, a picture, one JSON object, or an NDJSON line without its
 * end; with all lines if it asks to explain. False with problem two-winners (its lines included), or overloaded when
 * memory is out.
 */
bool omok_write_answer(const struct request *request, const struct omok_board *board, struct buffer *out,
                       struct problem *problem);

/* Appends the verdict on a board as BOJ has it, one or two lines. False when memory is out. */
bool omok_write_verdict(struct omok_verdict verdict, struct buffer *out);

/* A board, and what somebody claims for it. */
struct omok_claim {
    struct omok_board board;
    struct omok_answer answer;
};

/*
 * Reads `{"board":[...],"answer":{"winner":1,"row":3,"col":2}}`; row and col may be null or missing when nobody is
 * claimed to have won. False with `problem` filled, and `claim` untouched, when the text is not JSON or no such claim.
 */
bool omok_read_claim_json(const char *text, size_t length, struct omok_claim *claim, struct problem *problem);

/*
 * Appends whether the claim is correct, the right answer, and the mistakes that lead to it if it is wrong, as one JSON
 * object. False with problem two-winners, or overloaded when memory is out.
 */
bool omok_write_check(const struct omok_claim *claim, struct buffer *out, struct problem *problem);

/* The table of mistakes as a tree in the arena. */
struct cJSON *omok_mistakes_to_json(void);

/* A verdict as a tree in the arena: winner, row and col, which are null when nobody has won. */
struct cJSON *omok_verdict_to_json(struct omok_verdict verdict);

/* Appends a picture of a board with its lines and its verdict, as SVG. False when memory is out. */
bool omok_write_picture(const struct omok_board *board, struct omok_verdict verdict, struct buffer *out);

/*
 * Fills `problem` for a board where both colours have a five, its lines included (a document in the arena). Always
 * false.
 */
bool omok_two_winners(const struct omok_board *board, struct problem *problem);

/* A handler for text: 361 numbers a case, or rows of 19 digits; one case, or many with or without a leading count. */
bool omok_answer_text(const struct request *request, struct buffer *out, struct problem *problem);

#endif
