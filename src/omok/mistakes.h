/* What people get wrong about omok boards (BOJ 2615), each mistake as what is looked at, what wins and what is
 * reported. */
#ifndef YUTOMOK_OMOK_MISTAKES_H
#define YUTOMOK_OMOK_MISTAKES_H

#include <stdint.h>

#include "mistakes/hard_cases.h"
#include "mistakes/mistake.h"
#include "omok/board.h"

extern const struct mistake_table omok_mistakes;

/* What a program reports, right or wrong. */
struct omok_answer {
    int winner; /* OMOK_EMPTY: nobody, and then row and col do not matter; a claim may name any winner, row and col */
    int row;
    int col;
};

/* The right answer; `board` has no fives of both colours. */
struct omok_answer omok_right_answer(const struct omok_board *board);

/* What a program that makes this mistake (0 to omok_mistakes.count - 1), and no other, answers. */
struct omok_answer omok_mistaken_answer(unsigned mistake, const struct omok_board *board);

/* Which mistakes give this answer, which is not the right one. Row and column do not matter when nobody has won. */
mistake_set omok_mistakes_that_answer(const struct omok_board *board, const struct omok_answer *answer);

/* When nobody has won, rows and columns are not compared. */
bool omok_answers_are_equal(const struct omok_answer *a, const struct omok_answer *b);

struct omok_case {
    struct hard_case about;
    struct omok_board board;
};

/* Its cases are struct omok_case. */
extern const struct hard_case_game omok_hard_cases;

/* A board with few stones that this mistake gets wrong. */
void omok_mistake_example(unsigned mistake, struct omok_board *ret_board);

#endif
