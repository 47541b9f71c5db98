/* Which function answers which method and path. */
#ifndef YUTOMOK_HTTP_ROUTE_H
#define YUTOMOK_HTTP_ROUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "http/request.h"

enum method { METHOD_OTHER, METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OPTIONS };

/* What a row may say of its resource besides the parameters that it takes (http/query.h). */
enum {
    ROUTE_CACHEABLE = 1 << 8, /* the same request always gets the same answer: ETag, 304, Cache-Control */
    ROUTE_PAGE = 1 << 9       /* a file of the page for people: also compressed, and not used without asking */
};

/* One row of the table of everything that a URL can do. */
struct route {
    enum method method; /* METHOD_GET (HEAD works there, too) or METHOD_POST */
    const char *path;
    unsigned reads;  /* media types of requests; 0 for GET */
    unsigned writes; /* media types of answers; an NDJSON batch also reaches a handler as JSON, a line at a time */
    unsigned more;   /* bits of PARAMETER_ and ROUTE_ */
    handler_function *handle;
};

struct route_table {
    const struct route *routes;
    size_t count;
};

/* Methods are case-sensitive (RFC 9110, section 9.1). */
enum method method_from_name(const char *name);

/* "other" for METHOD_OTHER. */
const char *method_name(enum method method);

/*
 * The row for this method and path, HEAD being answered as GET. NULL when there is none; `ret_path_exists` then tells
 * a wrong method from a wrong path. The path "*" (of OPTIONS *) exists without a row.
 */
const struct route *route_find(const struct route_table *table, enum method method, const char *path,
                               bool *ret_path_exists);

enum { ALLOW_BYTES = 64 };

/* The value of the Allow field for a path that exists: its methods, HEAD and OPTIONS included. */
void route_allow(const struct route_table *table, const char *path, char allow[ALLOW_BYTES]);

#endif
