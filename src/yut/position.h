/*
 * Every legal move of any position, with its exact value under perfect play: known dice first, then dice that are
 * seen one at a time as they are thrown, each face as likely as the others.
 *
 * Nothing here allocates, fails or keeps state. A call has 1 MiB of the stack at most.
 */
#ifndef YUTOMOK_YUT_POSITION_H
#define YUTOMOK_YUT_POSITION_H

#include <stdint.h>

#include "yut/rules.h"
#include "yut/solver.h"

/*
 * Any placement that the rules allow, reachable or not: cells 0 to 32, no two pieces on one cell but start and finish;
 * 1 to 10 known dice of 1 to 5; turns counts all turns left, the known ones included, so known <= turns <= 10.
 */
struct yut_position {
    struct yut_pieces pieces;
    uint8_t dice[YUT_TURNS];
    uint8_t known;
    uint8_t turns;
};

struct yut_ranked_move {
    struct yut_move move;
    uint32_t value; /* what is won from now to the end, as a numerator over 5^(turns - known) */
};

struct yut_blocked_move {
    struct yut_move move; /* points stay 0: the move is not made */
    uint8_t by;           /* number of the piece that stands on move.to */
};

struct yut_ranking {
    uint32_t best;        /* value of the first move; 0 when all pieces have finished */
    uint8_t unknown_dice; /* turns - known: values are integers over 5 to this power */
    uint8_t move_count;
    uint8_t blocked_count;
    struct yut_ranked_move moves[YUT_PIECES];    /* best first, ties by piece number */
    struct yut_blocked_move blocked[YUT_PIECES]; /* by piece number */
};

/* All moves of the first known die. Pieces that stand on one cell appear once, by their lowest number. */
void yut_rank_moves(const struct yut_position *position, struct yut_ranking *ranking);

#endif
