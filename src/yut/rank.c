#include "yut/tables.h"

static void order(uint8_t *low, uint8_t *high)
{
    const uint8_t a = *low, b = *high;
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

unsigned yut_rank(const struct yut_tables *tables, const struct yut_pieces *pieces)
{
    struct yut_pieces sorted = *pieces;
    uint8_t *const cell = sorted.cell;
    order(&cell[0], &cell[1]);
    order(&cell[2], &cell[3]);
    order(&cell[0], &cell[2]);
    order(&cell[1], &cell[3]);
    order(&cell[1], &cell[2]);

    unsigned rank = 0;
    for (unsigned i = 0; i < YUT_PIECES; i++)
        rank += tables->rank_term[i][cell[i]];
    return rank;
}

unsigned yut_dice_index(const uint8_t *dice, unsigned count)
{
    unsigned index = 0;
    for (unsigned i = 0; i < count; i++)
        index = index * YUT_FACES + dice[i] - 1u;
    return index;
}
