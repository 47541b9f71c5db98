/* What people get wrong about dice yut (BOJ 17825), each mistake as the rules it comes down to. */
#ifndef YUTOMOK_YUT_MISTAKES_H
#define YUTOMOK_YUT_MISTAKES_H

#include <stdint.h>

#include "mistakes/hard_cases.h"
#include "mistakes/mistake.h"
#include "yut/board.h"

extern const struct mistake_table yut_mistakes;

/* Ten dice, as low as can be, that this mistake (0 to yut_mistakes.count - 1) gets wrong. */
const uint8_t *yut_mistake_example(unsigned mistake);

/* What a program that makes this mistake, and no other, answers for ten dice of 1 to 5. */
unsigned yut_mistaken_score(unsigned mistake, const uint8_t dice[YUT_TURNS]);

/* Which mistakes give this answer, which is not the right one. */
mistake_set yut_mistakes_that_answer(const uint8_t dice[YUT_TURNS], int answer);

struct yut_case {
    struct hard_case about;
    uint8_t dice[YUT_TURNS];
};

/* Its cases are struct yut_case. */
extern const struct hard_case_game yut_hard_cases;

#endif
