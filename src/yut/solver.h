/*
 * Answers about ten dice thrown from the start (BOJ 17825), all looked up in yut/tables.h. Nothing here allocates,
 * fails or keeps state; any number of threads may ask at once.
 *
 * Dice are bytes of 1 to 5. Passing anything else is a defect of the caller.
 */
#ifndef YUTOMOK_YUT_SOLVER_H
#define YUTOMOK_YUT_SOLVER_H

#include <stdint.h>

#include "yut/board.h"
#include "yut/tables.h"

/* One move as it is reported: piece is the number 1 to 4, points what the cell it lands on prints. */
struct yut_move {
    uint8_t piece;
    uint8_t from;
    uint8_t to;
    uint8_t points;
};

/* The best score for the ten dice whose index (yut_dice_index) is given: YUT_SCORE_MIN to YUT_SCORE_MAX. */
static inline unsigned yut_best_score(unsigned dice_index)
{
    return YUT_SCORE_MIN + (unsigned)yut_tables.scores[dice_index];
}

/*
 * The ten moves of a best line; their points add up to the best score. Among the best lines it is the one whose list
 * of piece numbers comes first in dictionary order.
 */
void yut_best_line(const uint8_t dice[YUT_TURNS], struct yut_move line[YUT_TURNS]);

#endif
