/* Whole rows at once, as most boards are written: nineteen cells become two words of bits in a few steps. */
#ifndef YUTOMOK_OMOK_ROW_H
#define YUTOMOK_OMOK_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "omok/board.h"

enum {
    OMOK_DIGIT_ROW = OMOK_SIZE,         /* bytes of "0120..." */
    OMOK_SPACED_ROW = 2 * OMOK_SIZE - 1 /* bytes of "0 1 2 0 ..." */
};

/* One row: bit c of colors[0] is a black stone in column c + 1, of colors[1] a white one. */
struct omok_row {
    uint32_t colors[2];
};

/*
 * The row that these OMOK_DIGIT_ROW bytes write, if all of them are '0' to '2'; else false, and `ret_row` untouched.
 */
bool omok_row_from_digits(const char *digits, struct omok_row *ret_row);

/*
 * The same for OMOK_SPACED_ROW bytes, where a single space stands between two cells. Three bytes more must be readable.
 */
bool omok_row_from_spaced(const char *cells, struct omok_row *ret_row);

/* Puts the stones of a row (from 0) on a board where it is empty. */
static inline void omok_put_row(struct omok_board *board, unsigned row, const struct omok_row *stones)
{
    for (unsigned color = 0; color < 2; color++)
        board->stones[color].rows[OMOK_MARGIN + row] |= stones->colors[color];
}

#endif
