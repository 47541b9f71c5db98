/* Where the cells stand on a drawing of the board: a ring with two roads across, like the one in BOJ 17825. */
#ifndef YUTOMOK_YUT_DRAWING_H
#define YUTOMOK_YUT_DRAWING_H

#include <stdint.h>

/* In thousandths of the width and height, from the top left corner. */
struct yut_point {
    uint16_t x;
    uint16_t y;
};

/* The place of a cell, 0 to 32. */
struct yut_point yut_cell_place(unsigned id);

#endif
