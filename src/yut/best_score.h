/*
 * What dice that are all known score from the start, by any rules. Nothing here allocates, fails or keeps
 * state. A call has 1 MiB of the stack at most.
 */
#ifndef YUTOMOK_YUT_BEST_SCORE_H
#define YUTOMOK_YUT_BEST_SCORE_H

#include <stdint.h>

#include "yut/rules.h"

/*
 * The best score of this many turns (1 to 10), whose dice are of 1 to 5. A line of moves that can't go on, as some
 * wrong rules have them, ends there and counts.
 */
unsigned yut_best_score_by(const struct yut_rules *rules, const uint8_t *dice, unsigned turns);

/* The score of who takes the most points in each turn, by the lowest piece that wins them, and never looks ahead. */
unsigned yut_greedy_score_by(const struct yut_rules *rules, const uint8_t *dice, unsigned turns);

#endif
