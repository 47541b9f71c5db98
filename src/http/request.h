/*
 * What a handler sees of a request, and what it makes of it. A handler is a plain function: it never touches the
 * connection, and it is the same function whether its case came alone or as a line of a batch.
 */
#ifndef YUTOMOK_HTTP_REQUEST_H
#define YUTOMOK_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "http/media_type.h"
#include "http/query.h"
#include "problem.h"

struct metrics;

enum { REQUEST_PROGRESS_BYTES = 4096 };

struct request {
    enum media_type reads;  /* of the body: MEDIA_JSON (one document) or MEDIA_TEXT; MEDIA_NONE for GET */
    enum media_type writes; /* how the answer is wanted */
    struct query query;
    bool gzip;     /* the answer is wanted compressed; only where the route is ROUTE_PAGE */
    bool draining; /* the server is about to stop */
    const struct metrics *metrics;
    uint64_t *cases;  /* a text handler adds how many it has answered */
    const char *body; /* never NULL */
    size_t body_length;
    /*
     * Text comes in pieces that end between two tokens. `progress` is the handler's to use: REQUEST_PROGRESS_BYTES
     * bytes, aligned for any object, zero at the first piece. JSON comes whole.
     */
    bool last_piece;
    void *progress;
};

/*
 * Appends the answer to `out`, in the type that `request->writes` names, or fills `problem` and returns false; then
 * what it has appended does not count. A text handler may return true with faults already found, and report the first
 * of them at the last piece.
 */
typedef bool handler_function(const struct request *request, struct buffer *out, struct problem *problem);

#endif
