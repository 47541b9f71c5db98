/*
 * The board of dice yut and how a piece travels on it (BOJ 17825).
 *
 * Printed numbers repeat, so cells have ids of their own:
 *
 *     0        start
 *     1 to 20  the outer track; cell k prints 2k, 20 is the corner that prints 40
 *     21       finish
 *     22 to 24 the way in from cell 5:  13, 16, 19
 *     25       the centre, 25
 *     26 to 27 the way in from cell 10: 22, 24
 *     28 to 30 the way in from cell 15: 28, 27, 26
 *     31 to 32 the way out to cell 20:  30, 35
 *
 *                  13 . 12 . 11 .. 10 .. 9 . 8 . 7
 *               14                 26               6
 *                                  27
 *            15 -- 28 - 29 - 30 -- 25 -- 24 - 23 - 22 -- 5
 *                                  31
 *               16                 32               4
 *                  17 . 18 . 19 .. 20 .. 1 . 2 . 3
 *                             finish  start
 */
#ifndef YUTOMOK_YUT_BOARD_H
#define YUTOMOK_YUT_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    YUT_CELLS = 33,
    YUT_START = 0,
    YUT_FINISH = 21,
    YUT_PIECES = 4,
    YUT_TURNS = 10,
    YUT_FACES = 5,          /* a die shows 1 to 5 */
    YUT_NO_CELL = UINT8_MAX /* the arrow that is not there */
};

/* A cell as it is drawn: its number and where its arrows lead. */
struct yut_cell {
    uint8_t printed; /* the points for landing here */
    uint8_t red;     /* next cell; YUT_NO_CELL at finish */
    uint8_t blue;    /* next cell when a move starts here; YUT_NO_CELL where there is no blue arrow */
};

/* The four pieces by number: cell[0] is where piece 1 stands. */
struct yut_pieces {
    uint8_t cell[YUT_PIECES];
};

/* The cell with this id, 0 to 32. */
const struct yut_cell *yut_cell(unsigned id);

/* May two pieces stand on this cell at once? Only on start and on finish. */
bool yut_cell_is_shared(unsigned id);

/* The index in `pieces` of one that stands on `cell`, or -1. For shared cells: the lowest. */
int yut_piece_on(const struct yut_pieces *pieces, unsigned cell);

#endif
