/* A 19x19 omok board as bits: for each colour, 19 rows of 19 (BOJ 2615). */
#ifndef YUTOMOK_OMOK_BOARD_H
#define YUTOMOK_OMOK_BOARD_H

#include <stdint.h>

enum {
    OMOK_SIZE = 19,
    OMOK_CELLS = OMOK_SIZE * OMOK_SIZE,
    OMOK_WIN = 5,    /* exactly this many in a row win */
    OMOK_MARGIN = 5, /* empty rows above and below, so that no direction needs a test for the edge */
    OMOK_ROWS = OMOK_SIZE + 2 * OMOK_MARGIN + 1 /* one more: twenty rows are judged, in steps of four */
};

enum omok_color { OMOK_EMPTY = 0, OMOK_BLACK = 1, OMOK_WHITE = 2 };

/* Bit c of rows[OMOK_MARGIN + r] is row r + 1, column c + 1. Bits from OMOK_SIZE on and the margins stay 0. */
struct omok_stones {
    uint32_t rows[OMOK_ROWS];
};

/* stones[0] is black, stones[1] white; no cell is in both. Starts as {0}. */
struct omok_board {
    struct omok_stones stones[2];
};

/* Puts a stone of `color` (or none) on an empty cell; row and column count from 0. */
static inline void omok_put(struct omok_board *board, unsigned row, unsigned column, unsigned color)
{
    if (color != OMOK_EMPTY)
        board->stones[color - 1].rows[OMOK_MARGIN + row] |= UINT32_C(1) << column;
}

#endif
