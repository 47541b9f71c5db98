/* Dice yut as JSON and as BOJ text: cases in, answers out, and as pictures. */
#ifndef YUTOMOK_YUT_CODEC_H
#define YUTOMOK_YUT_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/request.h"
#include "yut/board.h"
#include "yut/position.h"

/*
 * Reads `{"dice":[...]}` or the bare array: ten integers of 1 to 5. False with `problem` filled, and `dice` untouched,
 * when the text is not JSON or no such case.
 */
bool yut_read_dice_json(const char *text, size_t length, uint8_t dice[YUT_TURNS], struct problem *problem);

/*
 * Appends the answer to ten dice as `request` wants it: text, a picture, one JSON object, or an NDJSON line without its
 * end; with the moves of the best line if it asks to explain. False with problem overloaded when memory is out.
 */
bool yut_write_answer(const struct request *request, const uint8_t dice[YUT_TURNS], struct buffer *out,
                      struct problem *problem);

/* Appends the best score as BOJ has it, a line. False when memory is out. */
bool yut_write_score(const uint8_t dice[YUT_TURNS], struct buffer *out);

/* Appends a picture of the board with the best line for ten dice, as SVG. False when memory is out. */
bool yut_write_picture(const uint8_t dice[YUT_TURNS], struct buffer *out);

/* A handler for text: ten numbers a case, one case or many. */
bool yut_answer_text(const struct request *request, struct buffer *out, struct problem *problem);

/*
 * Reads `{"pieces":[...],"dice":[...],"turns":n}`: four cells that may be occupied at once (default: all on start), 1
 * to 10 known dice, and the turns left (default: as many as dice). False with `problem` filled, and `position`
 * untouched, when the text is not JSON or no such position.
 */
bool yut_read_position_json(const char *text, size_t length, struct yut_position *position, struct problem *problem);

/* Appends all moves of a position, ranked, as one JSON object. False with problem overloaded when memory is out. */
bool yut_write_ranking(const struct yut_ranking *ranking, struct buffer *out, struct problem *problem);

/* Ten dice, and the best score that somebody claims for them. */
struct yut_claim {
    uint8_t dice[YUT_TURNS];
    int answer;
};

/*
 * Reads `{"dice":[...],"answer":n}`. False with `problem` filled, and `claim` untouched, when the text is not JSON or
 * no such claim.
 */
bool yut_read_claim_json(const char *text, size_t length, struct yut_claim *claim, struct problem *problem);

/*
 * Appends whether the claim is correct, the right answer, and the mistakes that lead to it if it is wrong, as one JSON
 * object. False with problem overloaded when memory is out.
 */
bool yut_write_check(const struct yut_claim *claim, struct buffer *out, struct problem *problem);

/* The table of mistakes as a tree in the arena. */
struct cJSON *yut_mistakes_to_json(void);

/* Appends the board as data, one JSON object. False with problem overloaded when memory is out. */
bool yut_write_board(struct buffer *out, struct problem *problem);

#endif
