/*
 * Everything that is solved ahead, in one read-only structure that the build computes (make_tables.c) and links into
 * the program, so that start-up costs nothing and every process on a machine shares the same pages.
 *
 * A *piece set* is where the four pieces stand, whichever is which. Its rank is its place among the 58,905 multisets
 * of four cells in colexicographic order. 41,979 of them are legal (no two pieces on one cell but start and finish);
 * the rest are holes that buy a rank of three additions.
 *
 *     known dice                                               unknown dice
 *     turn 0     scores      1 set     x 5^10    9.3 MiB       expectation[set][turns left], the sum over all
 *     turn 5     five_left   719 sets  x 5^5     2.1 MiB       dice sequences of what perfect play wins that
 *     turn 8     two_left    7322 sets x 5^2     0.2 MiB       sees one die at a time: an integer over 5^turns
 *
 * Why these and no more (figures of a 2.5 GHz core):
 * - All eleven levels of the known dice are 43 million bytes; a process may use 48 MiB and an image 25. POST /yut needs
 *   only the first level: one byte read, some 5 ns, so a batch is bound by reading its text.
 * - The best line itself is asked for more rarely, and 2 to 3 microseconds are a small part of a request. Between two
 * kept levels it is a search of 44, 64 and 16 lines at most, which levels 5 and 8 were chosen to balance; keeping level
 * 5 alone leaves 1,024 lines behind it, keeping all levels from 4 on costs 6 MiB more and gains nothing a client sees.
 * - Expectations are kept for all legal sets, as any placement may be asked for: 1.9 MiB, of which one question reads
 *   four numbers when no die is known. A known die in front costs a search forward to the unknown part; ten known dice
 *   from the start are the worst, and still well under a millisecond (yut/position.c).
 */
#ifndef YUTOMOK_YUT_TABLES_H
#define YUTOMOK_YUT_TABLES_H

#include <stdint.h>

#include "yut/board.h"
#include "yut/rules.h"

enum {
    YUT_RANKS = 58905,        /* C(33 + 3, 4) */
    YUT_RULES_RANKS = 148995, /* C(42 + 3, 4): those of other rules, that have more cells, are behind them */
    YUT_LEGAL_SETS = 41979,
    YUT_DICE_5 = 3125,
    YUT_DICE_10 = 9765625,
    YUT_SETS_AFTER_5 = 719,
    YUT_SETS_AFTER_8 = 7322,
    YUT_SCORE_MIN = 113, /* the smallest best score of any ten dice */
    YUT_SCORE_MAX = 284
};

struct yut_tables {
    /* The right ones. */
    struct yut_rules rules;
    /* rank = sum of rank_term[i][cell i] over the four cells in ascending order. */
    uint32_t rank_term[YUT_PIECES][YUT_RULES_CELLS];
    /* Best score minus YUT_SCORE_MIN, by the ten dice read as a number in base 5 (die minus one, first die highest). */
    uint8_t scores[YUT_DICE_10];
    /* Best points in the last five turns: row by rank, column by the five dice as a number in base 5. */
    uint16_t five_left_row[YUT_RANKS];
    uint8_t five_left[YUT_SETS_AFTER_5][YUT_DICE_5];
    /* The same for the last two turns. */
    uint16_t two_left_row[YUT_RANKS];
    uint8_t two_left[YUT_SETS_AFTER_8][YUT_FACES * YUT_FACES];
    /* Numerator over 5^turns of the expected points, at most 10 turns x 40 points x 5^10 < 2^32; row by rank. */
    uint16_t expectation_row[YUT_RANKS];
    uint32_t expectation[YUT_LEGAL_SETS][YUT_TURNS + 1];
};

extern const struct yut_tables yut_tables;

/* The rank of the set of these cells, by the terms of any table (the one being made, too). */
unsigned yut_rank(const struct yut_tables *tables, const struct yut_pieces *pieces);

/* The dice of one case (each 1 to 5) as a number in base 5, the first die highest. */
unsigned yut_dice_index(const uint8_t *dice, unsigned count);

#endif
