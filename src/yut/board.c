#include "yut/board.h"

#define NONE YUT_NO_CELL

static const struct yut_cell cells[YUT_CELLS] = {
    [0] = {0, 1, NONE},    [1] = {2, 2, NONE},     [2] = {4, 3, NONE},    [3] = {6, 4, NONE},    [4] = {8, 5, NONE},
    [5] = {10, 6, 22},     [6] = {12, 7, NONE},    [7] = {14, 8, NONE},   [8] = {16, 9, NONE},   [9] = {18, 10, NONE},
    [10] = {20, 11, 26},   [11] = {22, 12, NONE},  [12] = {24, 13, NONE}, [13] = {26, 14, NONE}, [14] = {28, 15, NONE},
    [15] = {30, 16, 28},   [16] = {32, 17, NONE},  [17] = {34, 18, NONE}, [18] = {36, 19, NONE}, [19] = {38, 20, NONE},
    [20] = {40, 21, NONE}, [21] = {0, NONE, NONE}, [22] = {13, 23, NONE}, [23] = {16, 24, NONE}, [24] = {19, 25, NONE},
    [25] = {25, 31, NONE}, [26] = {22, 27, NONE},  [27] = {24, 25, NONE}, [28] = {28, 29, NONE}, [29] = {27, 30, NONE},
    [30] = {26, 25, NONE}, [31] = {30, 32, NONE},  [32] = {35, 20, NONE},
};

const struct yut_cell *yut_cell(unsigned id)
{
    return &cells[id];
}

bool yut_cell_is_shared(unsigned id)
{
    return id == YUT_START || id == YUT_FINISH;
}

int yut_piece_on(const struct yut_pieces *pieces, unsigned cell)
{
    for (int i = 0; i < YUT_PIECES; i++)
        if (pieces->cell[i] == cell)
            return i;
    return -1;
}
