/*
 * What people get wrong about a game, named. Each game has a table of mistakes (yut/mistakes.h, omok/mistakes.h), every
 * one of them an exact variant of its rules or of what is reported, likeliest first.
 */
#ifndef YUTOMOK_MISTAKES_MISTAKE_H
#define YUTOMOK_MISTAKES_MISTAKE_H

#include <stdint.h>

struct mistake {
    const char *id; /* small letters, digits and hyphens */
    const char *explanation;
    const char *explanation_ko;
};

/* Bit i is the mistake at place i of a game's table. */
typedef uint32_t mistake_set;

/* A game's table, for what all games do with it. */
struct mistake_table {
    unsigned count;
    const struct mistake *(*at)(unsigned i);
};

/* The place of the mistake with this id, or table->count. */
unsigned mistake_find(const struct mistake_table *table, const char *id);

#endif
