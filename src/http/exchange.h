/*
 * One request and its answer, from the head to the last byte, without a network: what a connection feeds in comes out
 * as a status, header fields and a body. Decide early, answer late: what is wrong with the head is known before the
 * body, but told after it, so that a client that only sends can finish and read why.
 */
#ifndef YUTOMOK_HTTP_EXCHANGE_H
#define YUTOMOK_HTTP_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "http/head.h"
#include "http/request.h"
#include "http/route.h"
#include "problem.h"

/* How the server is when a request comes. */
enum server_condition {
    SERVER_READY,
    SERVER_DRAINING,  /* about to stop: answers, but wants no more requests on the connection */
    SERVER_OVERLOADED /* has more connections than it serves: answers 503 */
};

/* What all exchanges of a server share; it outlives them. */
struct exchange_rules {
    struct route_table routes;
    size_t max_body;   /* bytes of one JSON document */
    size_t max_batch;  /* bytes of a body of many cases */
    size_t max_answer; /* bytes of the answer to such a body; explanations and problems are longer than their cases */
    struct metrics *metrics;
    const char *cors_origin; /* the origin whose pages may read the answers, or "*"; NULL: none but our own */
};

/* A body of up to this many bytes beyond its limit is still read before it is refused; a longer one is cut. */
enum { EXCHANGE_DRAIN_BYTES = 64 << 20, ETAG_BYTES = 24 };

/* Starts as {0}; exchange_begin, exchange_receive for each stretch of the body, exchange_finish, exchange_free. */
struct exchange {
    const struct exchange_rules *rules;
    struct head head;
    const struct route *route; /* NULL when refused for want of one */
    struct request request;
    enum media_type body_type;
    size_t body_limit;
    size_t received;
    bool refused;
    struct problem problem; /* when refused */
    bool told;              /* the answer is this problem's document already */
    struct buffer pending;  /* what waits for its end: a JSON document, a line of a batch, a token of a text */
    size_t line;            /* NDJSON: lines that have begun */
    bool skipping;          /* NDJSON: the rest of this line, which is too long */
    bool answered;          /* JSON: the document has been handled */
    uint64_t cases;         /* answered so far */
    uint64_t bad_lines;     /* NDJSON: refused so far */

    /* The answer, after exchange_finish (which is called at once when exchange_begin says so). */
    unsigned status;
    const char *media_type;  /* NULL: no Content-Type */
    char allow[ALLOW_BYTES]; /* the Allow field; empty: none */
    char etag[ETAG_BYTES];   /* the ETag field, with it comes Cache-Control; empty: none */
    const char *vary;        /* the Vary field: what a cache must know of the request besides its URL; NULL: nothing */
    bool is_page;            /* a file of the page: what it may load, and no use of a copy without asking */
    bool is_gzip;            /* the answer is compressed */
    bool retry_after;
    bool close; /* no other request may follow on this connection; may be set before exchange_begin */
    struct buffer answer;
};

/*
 * Takes the complete head in exchange->head. True when the body may come; false when the answer is to be sent at once,
 * without reading a body, and the connection closed after it.
 */
bool exchange_begin(struct exchange *exchange, const struct exchange_rules *rules, enum server_condition condition);

/* Takes the next bytes of the body. False when it is so much too long that the connection is to be cut. */
bool exchange_receive(struct exchange *exchange, const char *data, size_t size);

/* The body has ended: makes the answer. False when there is no memory even for a refusal. */
bool exchange_finish(struct exchange *exchange);

/* Frees what the exchange holds, but not itself. */
void exchange_free(struct exchange *exchange);

#endif
