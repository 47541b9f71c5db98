/*
 * Numbers that look random and are the same for the same seed on every machine (SplitMix64; Steele, Lea and Flood,
 * 2014). Not for secrets.
 */
#ifndef YUTOMOK_MISTAKES_RANDOM_H
#define YUTOMOK_MISTAKES_RANDOM_H

#include <stdint.h>

/* Any seed will do. */
struct random {
    uint64_t state;
};

/* 0 to limit - 1; limit is small, so that the remainder's bias does not matter. */
static inline unsigned random_below(struct random *random, unsigned limit)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = random->state;
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((mixed ^ (mixed >> 31)) % limit);
}

#endif
