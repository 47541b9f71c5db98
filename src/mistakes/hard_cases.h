/*
 * Sets of cases that expose mistakes: a program that makes one of them gives a wrong answer. What a case is, and how
 * one is drawn that exposes a given mistake, is a game's business; which of them make a good set is decided here.
 */
#ifndef YUTOMOK_MISTAKES_HARD_CASES_H
#define YUTOMOK_MISTAKES_HARD_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "mistakes/mistake.h"
#include "mistakes/random.h"

enum { HARD_CASES_DEFAULT = 20, HARD_CASES_MAX = 100, HARD_CASE_BYTES_MAX = 256, HARD_CASE_MISTAKES_MAX = 32 };

/* What every case begins with. */
struct hard_case {
    mistake_set exposes;
    unsigned size;  /* for a reader: fewer stones, lower dice */
    unsigned drawn; /* a number that no other case of its set has */
};

struct hard_case_game {
    const struct mistake_table *mistakes; /* HARD_CASE_MISTAKES_MAX at most */
    size_t case_bytes;                    /* of a struct that begins with a struct hard_case */
    /*
     * Draws a case that exposes this mistake into `ret_case`, which is zero; if `smallest`, one made smaller, step by
     * step, as long as it still did. `near` is another such case, or NULL: where it may be worth looking.
     */
    void (*draw)(unsigned mistake, bool smallest, struct random *random, const void *near, void *ret_case);
};

/* What a client asks for. */
struct hard_case_order {
    unsigned count;   /* 1 to HARD_CASES_MAX */
    unsigned mistake; /* that every case is to expose; the table's count: all mistakes, each by one case at least */
    uint64_t seed;
};

/*
 * Makes up to order->count cases, all different, smallest first, always the same for the same order. `ret_cases` has
 * room for that many. Returns how many there are: fewer when no more were found in a search of bounded length, which
 * happens for a hundred cases of a rare mistake. A set that is too small to expose all mistakes exposes many of them.
 */
unsigned hard_cases_make(const struct hard_case_game *game, const struct hard_case_order *order, void *ret_cases);

#endif
