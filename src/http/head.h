/*
 * The head of a request, taken in field by field, and whether it may be served at all (RFC 9112: a proxy in front must
 * not see another request than this program does).
 */
#ifndef YUTOMOK_HTTP_HEAD_H
#define YUTOMOK_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/media_type.h"
#include "http/query.h"
#include "http/route.h"
#include "problem.h"

/*
 * Starts as {0}, then bad_target from head_is_sound_target, head_begin, head_field for every field, head_parameter for
 * every parameter.
 */
struct head {
    enum method method;
    const char *path; /* decoded; the caller's, as long as the head is used */
    bool is_http_1_1;
    size_t field_bytes; /* names, values and what separates them */
    unsigned hosts;
    unsigned content_lengths;
    unsigned content_types;
    unsigned transfer_encodings;
    bool bad_host;
    bool bad_name;
    bool bad_value;
    bool bad_content_length;
    bool bad_transfer_encoding;
    bool bad_target;
    bool bad_expectation;
    bool expects_continue;
    bool has_content_coding;  /* other than identity */
    const char *content_type; /* NULL: none; the caller's */
    uint64_t content_length;
    const char *if_none_match; /* NULL: none; the caller's */
    struct accept accept;
    struct accept_encoding accept_encoding;
    struct query query;
    bool bad_query;
    bool is_preflight; /* OPTIONS that asks for a page of another origin what it may send */
};

/* Has a request target, as it was sent and before decoding, a form of RFC 9112, section 3.2, that is served here? */
bool head_is_sound_target(const char *target);

/*
 * The rest of the request line: the method, the decoded target without the query (a path, or in absolute form), and the
 * version as in "HTTP/1.1".
 */
void head_begin(struct head *head, const char *method, const char *path, const char *version);

/* One header field; the value is NULL or ends with a NUL. */
void head_field(struct head *head, const char *name, size_t name_length, const char *value, size_t value_length);

/* One query parameter, decoded; the value is NULL when there is no "=". */
void head_parameter(struct head *head, const char *name, const char *value);

/*
 * May a request with this head be served? If not, false and `problem` is bad-request-head, expectation-failed or
 * header-too-large: the connection is to be closed after the answer, as what follows on it can't be trusted.
 */
bool head_check(const struct head *head, struct problem *problem);

/* Does If-None-Match (RFC 9110, section 13.1.2) name this entity tag, or any? */
bool head_has_etag(const struct head *head, const char *etag);

#endif
