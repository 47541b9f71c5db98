/* What the query of a request may say (RFC 3986, section 3.4, as name=value&...). A route's row names what it takes. */
#ifndef YUTOMOK_HTTP_QUERY_H
#define YUTOMOK_HTTP_QUERY_H

#include <stdbool.h>
#include <stdint.h>

/* Bits, so that a route can name several. */
enum {
    PARAMETER_EXPLAIN = 1 << 0, /* true or false */
    PARAMETER_COUNT = 1 << 1,   /* an unsigned number, as is seed */
    PARAMETER_SEED = 1 << 2,
    PARAMETER_MISTAKE = 1 << 3, /* anything: a route knows its own */
    PARAMETER_PART = 1 << 4     /* in or out, for answers in text */
};

/* Starts as {0}. */
struct query {
    unsigned given; /* bits of PARAMETER_ */
    bool explain;
    bool part_is_out;
    uint64_t count;
    uint64_t seed;
    const char *mistake; /* the caller's */
};

/*
 * Takes in one parameter, decoded; the value is NULL when there is no "=". False when it is unknown, repeated, or has a
 * value that it can't have.
 */
bool query_take(struct query *query, const char *name, const char *value);

#endif
