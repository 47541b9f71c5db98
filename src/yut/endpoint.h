/* The handlers of dice yut. */
#ifndef YUTOMOK_YUT_ENDPOINT_H
#define YUTOMOK_YUT_ENDPOINT_H

#include "http/request.h"

/* POST /yut: the best score for ten dice. */
handler_function yut_answer;

/* POST /yut/moves: every legal move of a position, with its exact value. */
handler_function yut_answer_moves;

/* GET /yut/board: the cells as data. */
handler_function yut_answer_board;

/* POST /yut/check: whether a score is right, and which mistakes lead to it if it is not. */
handler_function yut_answer_check;

/* GET /yut/cases: dice that expose mistakes. */
handler_function yut_answer_cases;

#endif
