/*
 * Who has won on an omok board, and by which stones (BOJ 2615): exactly five in a row win, horizontally, vertically or
 * on a diagonal; six or more do not. Nothing here allocates, fails or keeps state.
 */
#ifndef YUTOMOK_OMOK_JUDGE_H
#define YUTOMOK_OMOK_JUDGE_H

#include <stdbool.h>

#include "omok/board.h"

/* From the first stone of a line: the leftmost, or the topmost if they stand vertically. */
enum omok_direction { OMOK_E, OMOK_S, OMOK_SE, OMOK_NE, OMOK_DIRECTIONS };

struct omok_line {
    uint8_t color;
    uint8_t row; /* of the first stone, from 1 */
    uint8_t col;
    uint8_t direction;
    uint8_t length;
};

struct omok_verdict {
    bool two_winners; /* both colours have a five: no game ends so; the rest is then {0} */
    uint8_t winner;   /* an omok_color; OMOK_EMPTY when nobody has won */
    uint8_t row;      /* of the winning stone, from 1; 0 when nobody has won */
    uint8_t col;
};

/*
 * The winner and the first stone of the first five, ordered by row, then column. Several fives of one colour are one
 * win.
 */
struct omok_verdict omok_judge(const struct omok_board *board);

/*
 * A line of five or more needs that many cells of its own, so a row or column holds at most three, and so does a
 * diagonal; a direction has at most 19 rows or columns, or 29 diagonals of five cells and up.
 */
enum { OMOK_LINES_MAX = 3 * (19 + 19 + 29 + 29) };

/*
 * Every run of `shortest` (5 at least) to `longest` stones, of both colours, ordered by row, then column of the first
 * stone, then direction E, S, SE, NE. Returns how many were written to `lines`. Unlike the other functions it takes
 * boards with stones beyond their last column, in bits up to 25, and in the rows next to them in the margins, as
 * somebody sees them by mistake (omok/mistakes.c); they have more lines than OMOK_LINES_MAX, and a line that begins in
 * the margin is none.
 */
unsigned omok_runs(const struct omok_board *board, unsigned shortest, unsigned longest, struct omok_line lines[]);

/*
 * Every run of exactly five (overlines false) or of six and more (true), in the same order. Returns how many were
 * written to `lines`.
 */
unsigned omok_lines(const struct omok_board *board, bool overlines, struct omok_line lines[OMOK_LINES_MAX]);

/* The stone `i` places after the first one of a line, from 0 to length - 1: row and column from 1. */
void omok_line_stone(const struct omok_line *line, unsigned i, unsigned *ret_row, unsigned *ret_col);

#endif
