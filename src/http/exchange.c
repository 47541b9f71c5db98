#include "http/exchange.h"

#include <stdio.h>
#include <stdlib.h>

#include "http/body.h"
#include "http/problem_document.h"

static void refuse(struct exchange *exchange, enum problem_type type, const char *detail)
{
    exchange->refused = true;
    problem_set(&exchange->problem, type, "%s", detail);
}

static void refuse_length(struct exchange *exchange)
{
    exchange->refused = true;
    exchange->told = false;
    problem_set(&exchange->problem, PROBLEM_BODY_TOO_LARGE, "The body may have %zu bytes", exchange->body_limit);
}

/*
 * The answer's media type, or MEDIA_NONE when the client accepts none of those that there are. One that accepts nothing
 * but problem documents is asking for what it expects to go wrong; it gets the type that it would get without asking.
 */
static enum media_type negotiate(const struct head *head, enum media_type reads, unsigned writes)
{
    static const enum media_type for_json[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT, MEDIA_SVG};
    static const enum media_type for_ndjson[] = {MEDIA_NDJSON};
    static const enum media_type for_text[] = {MEDIA_TEXT, MEDIA_NDJSON, MEDIA_JSON, MEDIA_SVG};
    static const enum media_type without_body[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT, MEDIA_PROMETHEUS,
                                                   MEDIA_YAML, MEDIA_HTML,   MEDIA_CSS,  MEDIA_JAVASCRIPT};
    static const enum media_type problems[] = {MEDIA_PROBLEM};
    static const struct accept anything = {0};
    static const struct {
        enum media_type reads;
        const enum media_type *offers;
        size_t count;
    } rows[] = {{MEDIA_JSON, for_json, 4},
                {MEDIA_NDJSON, for_ndjson, 1},
                {MEDIA_TEXT, for_text, 4},
                {MEDIA_NONE, without_body, 8}};
    size_t i = 0;
    while (rows[i].reads != reads)
        i++;
    const enum media_type best = accept_choose(&head->accept, rows[i].offers, rows[i].count, writes);
    if (best == MEDIA_NONE && accept_choose(&head->accept, problems, 1, MEDIA_PROBLEM) == MEDIA_PROBLEM)
        return accept_choose(&anything, rows[i].offers, rows[i].count, writes);
    return best;
}

static void check_query(struct exchange *exchange)
{
    const struct head *const head = &exchange->head;
    const bool is_json = exchange->request.writes == MEDIA_JSON || exchange->request.writes == MEDIA_NDJSON;
    if (head->bad_query || (head->query.given & ~exchange->route->more) != 0)
        refuse(exchange, PROBLEM_BAD_QUERY, "A parameter is unknown here, repeated, or has a value that it can't have");
    else if ((head->query.given & PARAMETER_EXPLAIN) != 0 && !is_json)
        refuse(exchange, PROBLEM_BAD_QUERY, "Only JSON answers can be explained");
    else if ((head->query.given & PARAMETER_PART) != 0 && is_json)
        refuse(exchange, PROBLEM_BAD_QUERY, "Only text answers come in parts: Accept: text/plain");
    exchange->request.query = head->query;
}

/* Everything that the head alone decides, in the order that the contract has for it. */
static void decide(struct exchange *exchange)
{
    const struct exchange_rules *const rules = exchange->rules;
    const struct head *const head = &exchange->head;
    bool path_exists;
    const struct route *const route = route_find(&rules->routes, head->method, head->path, &path_exists);
    if (!path_exists) {
        refuse(exchange, PROBLEM_NOT_FOUND, "There is no such path; /openapi.yaml lists those that are");
        return;
    }
    if (route == NULL) {
        route_allow(&rules->routes, head->path, exchange->allow);
        if (head->method != METHOD_OPTIONS)
            refuse(exchange, PROBLEM_METHOD_NOT_ALLOWED, "The Allow field lists the methods of this path");
        return;
    }
    exchange->route = route;
    struct request *const request = &exchange->request;
    if (route->reads != 0) {
        exchange->body_type = media_type_of_body(head->content_type);
        if ((exchange->body_type & route->reads) == 0 || head->has_content_coding) {
            refuse(exchange, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                   "The body's Content-Type or Content-Encoding is not read here");
            return;
        }
        exchange->body_limit = exchange->body_type == MEDIA_JSON ? rules->max_body : rules->max_batch;
        request->reads = exchange->body_type == MEDIA_TEXT ? MEDIA_TEXT : MEDIA_JSON;
        if (request->reads == MEDIA_TEXT) {
            request->progress = calloc(1, REQUEST_PROGRESS_BYTES);
            if (request->progress == NULL) {
                refuse(exchange, PROBLEM_OVERLOADED, "Out of memory");
                return;
            }
        }
    }
    request->writes = negotiate(head, exchange->body_type, route->writes);
    request->gzip = (route->more & ROUTE_PAGE) != 0 && accept_encoding_is_gzip(&head->accept_encoding);
    if (request->writes == MEDIA_NONE)
        refuse(exchange, PROBLEM_NOT_ACCEPTABLE, "The Accept field names no type that this answer can have");
    else if (route->reads != 0 && head->content_length > exchange->body_limit)
        refuse_length(exchange);
    else
        check_query(exchange);
}

bool exchange_begin(struct exchange *exchange, const struct exchange_rules *rules, enum server_condition condition)
{
    exchange->rules = rules;
    exchange->request.draining = condition == SERVER_DRAINING;
    exchange->request.metrics = rules->metrics;
    exchange->request.cases = &exchange->cases;
    exchange->close |= condition != SERVER_READY;
    if (!head_check(&exchange->head, &exchange->problem)) {
        exchange->refused = true;
        exchange->close = true;
        return false;
    }
    if (condition == SERVER_OVERLOADED) {
        refuse(exchange, PROBLEM_OVERLOADED, "There are more connections than can be served");
        return false;
    }
    decide(exchange);
    const bool client_waits = exchange->head.expects_continue && exchange->refused;
    const bool far_too_long = exchange->head.content_length > exchange->body_limit + EXCHANGE_DRAIN_BYTES;
    if (!client_waits && !far_too_long)
        return true;
    if (!exchange->refused)
        refuse(exchange, PROBLEM_BODY_TOO_LARGE, "The body is longer than anything that is read here");
    exchange->close = true;
    return false;
}

/* These go before a body that is too long, and what is wrong inside of the body comes after it. */
static bool is_refused_before_length(const struct exchange *exchange)
{
    const enum problem_type type = exchange->problem.type;
    return exchange->refused && (type == PROBLEM_NOT_FOUND || type == PROBLEM_METHOD_NOT_ALLOWED ||
                                 type == PROBLEM_UNSUPPORTED_MEDIA_TYPE || type == PROBLEM_NOT_ACCEPTABLE);
}

bool exchange_receive(struct exchange *exchange, const char *data, size_t size)
{
    exchange->received += size;
    if (exchange->received > exchange->body_limit + EXCHANGE_DRAIN_BYTES)
        return false;
    const bool has_limit = exchange->route != NULL && exchange->route->reads != 0;
    if (has_limit && exchange->received > exchange->body_limit && !is_refused_before_length(exchange))
        refuse_length(exchange);
    if (!exchange->refused && has_limit)
        body_receive(exchange, data, size);
    return true;
}

/*
 * An answer that is always the same gets a strong validator made of its bytes (FNV-1a, 64 bits), and is not sent to a
 * client that has it.
 */
static void validate(struct exchange *exchange)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < exchange->answer.length; i++)
        hash = (hash ^ (unsigned char)exchange->answer.data[i]) * UINT64_C(0x100000001b3);
    snprintf(exchange->etag, sizeof exchange->etag, "\"%016llx\"", (unsigned long long)hash);
    if (!head_has_etag(&exchange->head, exchange->etag))
        return;
    exchange->status = 304;
    /* RFC 9110, section 15.4.5: no more of what describes the answer. */
    exchange->media_type = NULL;
    exchange->is_gzip = false;
}

/* Which fields of a request decide what a cacheable answer is. */
static const char *fields_that_decide(const struct route *route)
{
    const bool has_types = (route->writes & (route->writes - 1)) != 0;
    if ((route->more & ROUTE_PAGE) != 0)
        return "Accept-Encoding";
    return has_types ? "Accept" : NULL;
}

bool exchange_finish(struct exchange *exchange)
{
    if (!exchange->refused && exchange->route != NULL)
        body_end(exchange);
    if (exchange->refused) {
        if (!exchange->told && !problem_tell(&exchange->problem, 0, &exchange->answer))
            return false;
        exchange->status = problem_status(exchange->problem.type);
        exchange->media_type = media_type_name(MEDIA_PROBLEM);
        exchange->retry_after = exchange->status == 503;
    } else if (exchange->route == NULL) {
        exchange->status = 204;
    } else {
        exchange->status = 200;
        exchange->media_type = media_type_name(exchange->request.writes);
        exchange->is_page = (exchange->route->more & ROUTE_PAGE) != 0;
        exchange->is_gzip = exchange->request.gzip;
        if ((exchange->route->more & ROUTE_CACHEABLE) != 0) {
            exchange->vary = fields_that_decide(exchange->route);
            validate(exchange);
        }
    }
    return true;
}

void exchange_free(struct exchange *exchange)
{
    free(exchange->request.progress);
    buffer_free(&exchange->pending);
    buffer_free(&exchange->answer);
}
