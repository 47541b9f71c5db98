/* What must hold of the mistakes and hard cases of any game. */
#ifndef YUTOMOK_TESTS_UNIT_MISTAKE_CHECKS_H
#define YUTOMOK_TESTS_UNIT_MISTAKE_CHECKS_H

#include <stdbool.h>

#include "mistakes/hard_cases.h"
#include "mistakes/mistake.h"

/* A game, and what a reference says of its cases. */
struct mistake_checks {
    const struct hard_case_game *game;
    mistake_set (*shown)(const void *hard_case); /* the mistakes that this case exposes */
    unsigned (*size_of)(const void *hard_case);
    bool (*are_same)(const void *a, const void *b);
    void (*check_claim)(unsigned mistake, const void *hard_case); /* the answer of who makes it is known for it */
};

/* Ids are unique and of small letters and hyphens; explanations are one line each. */
void check_mistake_table(const struct mistake_table *table);

/*
 * For every mistake, sets of 1, 20 and `most` cases that all expose it: as many as ordered, all different, smallest
 * first, and with a claim each. What else they expose is looked at on some of them.
 */
void check_drawn_cases(const struct mistake_checks *checks, unsigned most);

/* Sets of default size for these many seeds expose everything, and are the same only for the same seed. */
void check_sets_for_all(const struct mistake_checks *checks, unsigned seeds);

/* Sets that are too small to expose everything expose as much as one of their size can be expected to. */
void check_small_sets(const struct mistake_checks *checks);

#endif
