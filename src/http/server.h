/*
 * The server: libmicrohttpd on one epoll thread per core. Connections, limits and stopping are here; what a request
 * means is not (http/exchange.h).
 */
#ifndef YUTOMOK_HTTP_SERVER_H
#define YUTOMOK_HTTP_SERVER_H

#include <stdbool.h>

#include "http/exchange.h"

/* A request that has got an answer, as it is logged. */
struct request_record {
    const char *method;
    const char *route; /* NULL: none */
    unsigned status;
    size_t bytes; /* of the body of the answer */
    uint64_t nanoseconds;
    const char *request_id; /* the client's X-Request-Id, or one of our own */
};

/* Called from the serving threads. */
typedef void log_request_function(const struct request_record *record);

struct server_options {
    int listener; /* a bound TCP socket that listens and does not block; the server closes it when it stops */
    unsigned threads;
    unsigned max_connections;
    unsigned idle_timeout;             /* seconds without a byte that end a connection */
    unsigned request_timeout;          /* seconds from a request's first byte to its last (http/connection.h) */
    log_request_function *log_request; /* NULL: requests are not logged */
    struct exchange_rules rules;
};

/* Connections that are accepted beyond the limit, to be told so. */
enum { SERVER_SPARE_CONNECTIONS = 64 };

struct server;

/* Call it once, before the first server. False when the system has no room for what its threads keep. */
bool server_init(void);

/* Serves from now on, in threads of its own. NULL when that can't be done. json_arena_init and server_init come first.
 */
struct server *server_start(const struct server_options *options);

/* From now on /readyz says 503, and every answer closes its connection. */
void server_drain(struct server *server);

/*
 * Accepts no more connections, waits up to `timeout` seconds for requests in flight, and closes all connections.
 * Frees the server.
 */
void server_stop(struct server *server, unsigned timeout);

#endif
