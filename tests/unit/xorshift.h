/* A small generator of our own: rand() differs between C libraries, and a failing case has to come back. */
#ifndef YUTOMOK_TESTS_UNIT_XORSHIFT_H
#define YUTOMOK_TESTS_UNIT_XORSHIFT_H

#include <stdint.h>

/* Marsaglia's xorshift64; the state is any number but 0. */
static inline uint64_t xorshift(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* 0 to count - 1. The low bits of xorshift are its weakest. */
static inline unsigned xorshift_below(uint64_t *state, unsigned count)
{
    return (unsigned)((xorshift(state) >> 20) % count);
}

#endif
