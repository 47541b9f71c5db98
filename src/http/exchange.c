#include "http/exchange.h"

#include "http/problem_document.h"
#include "text/scanner.h"

/* A token longer than this is no number; it is told so without waiting for its end. */
enum { TOKEN_BYTES_MAX = 4096 };

static void refuse(struct exchange *exchange, enum problem_type type, const char *detail)
{
    exchange->refused = true;
    problem_set(&exchange->problem, type, "%s", detail);
}

static void refuse_length(struct exchange *exchange)
{
    exchange->refused = true;
    problem_set(&exchange->problem, PROBLEM_BODY_TOO_LARGE, "The body may have %zu bytes", exchange->body_limit);
}

/* The answer's media type, or MEDIA_NONE when the client accepts none of those that there are. */
static enum media_type negotiate(const struct head *head, enum media_type reads, unsigned writes)
{
    static const enum media_type for_json[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT};
    static const enum media_type for_ndjson[] = {MEDIA_NDJSON};
    static const enum media_type for_text[] = {MEDIA_TEXT, MEDIA_NDJSON, MEDIA_JSON};
    static const enum media_type without_body[] = {MEDIA_JSON, MEDIA_TEXT, MEDIA_YAML};
    switch (reads) {
    case MEDIA_JSON:
        return accept_choose(&head->accept, for_json, 3, writes);
    case MEDIA_NDJSON:
        return accept_choose(&head->accept, for_ndjson, 1, writes);
    case MEDIA_TEXT:
        return accept_choose(&head->accept, for_text, 3, writes);
    default:
        return accept_choose(&head->accept, without_body, 3, writes);
    }
}

static void check_query(struct exchange *exchange)
{
    const struct head *const head = &exchange->head;
    const bool is_json = exchange->request.writes == MEDIA_JSON || exchange->request.writes == MEDIA_NDJSON;
    if (head->bad_query || (head->parameters & ~exchange->route->parameters) != 0)
        refuse(exchange, PROBLEM_BAD_QUERY, "A parameter is unknown, repeated, or neither true nor false");
    else if ((head->parameters & PARAMETER_EXPLAIN) != 0 && !is_json)
        refuse(exchange, PROBLEM_BAD_QUERY, "Only JSON answers can be explained");
    exchange->request.explain = head->explain;
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
        request->reads = media_type_of_body(head->content_type);
        if ((request->reads & route->reads) == 0 || head->has_content_coding) {
            refuse(exchange, PROBLEM_UNSUPPORTED_MEDIA_TYPE,
                   "The body's Content-Type or Content-Encoding is not read here");
            return;
        }
        exchange->body_limit = request->reads == MEDIA_JSON ? rules->max_body : rules->max_batch;
    }
    request->writes = negotiate(head, request->reads, route->writes);
    if (request->writes == MEDIA_NONE)
        refuse(exchange, PROBLEM_NOT_ACCEPTABLE, "The Accept field names no type that this answer can have");
    else if (route->reads != 0 && head->content_length > exchange->body_limit)
        refuse_length(exchange);
    else
        check_query(exchange);
}

bool exchange_begin(struct exchange *exchange, const struct exchange_rules *rules, bool draining)
{
    exchange->rules = rules;
    exchange->request.draining = draining;
    exchange->request.progress = exchange->progress;
    exchange->close = draining;
    if (!head_check(&exchange->head, &exchange->problem)) {
        exchange->refused = true;
        exchange->close = true;
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

/* Gives a piece of text to the handler. */
static void handle_text(struct exchange *exchange, const char *text, size_t length, bool last)
{
    exchange->request.body = text;
    exchange->request.body_length = length;
    exchange->request.last_piece = last;
    exchange->refused = !exchange->route->handle(&exchange->request, &exchange->answer, &exchange->problem);
}

static void out_of_memory(struct exchange *exchange)
{
    refuse(exchange, PROBLEM_OVERLOADED, "Out of memory");
}

/* The end of the last white space in a stretch of text; 0 when there is none. */
static size_t whole_tokens(const char *text, size_t length)
{
    while (length > 0 && !text_is_space(text[length - 1]))
        length--;
    return length;
}

/* Hands on what ends with white space, and keeps the token that may go on. */
static void receive_text(struct exchange *exchange, const char *text, size_t length)
{
    struct buffer *const pending = &exchange->pending;
    if (pending->length > 0) {
        size_t end = 0;
        while (end < length && !text_is_space(text[end]))
            end++;
        if (!buffer_append(pending, text, end)) {
            out_of_memory(exchange);
            return;
        }
        if (end == length && pending->length <= TOKEN_BYTES_MAX)
            return;
        handle_text(exchange, pending->data, pending->length, false);
        pending->length = 0;
        if (exchange->refused)
            return;
        text += end;
        length -= end;
    }
    const size_t whole = whole_tokens(text, length);
    if (whole > 0)
        handle_text(exchange, text, whole, false);
    if (!exchange->refused && whole < length && !buffer_append(pending, text + whole, length - whole))
        out_of_memory(exchange);
}

bool exchange_receive(struct exchange *exchange, const char *data, size_t size)
{
    exchange->received += size;
    if (exchange->received > exchange->body_limit + EXCHANGE_DRAIN_BYTES)
        return false;
    const bool has_limit = exchange->route != NULL && exchange->route->reads != 0;
    if (has_limit && exchange->received > exchange->body_limit &&
        (!exchange->refused || exchange->problem.type == PROBLEM_BAD_QUERY))
        refuse_length(exchange);
    if (exchange->refused || !has_limit)
        return true;
    if (exchange->request.reads == MEDIA_TEXT)
        receive_text(exchange, data, size);
    else if (!buffer_append(&exchange->pending, data, size))
        out_of_memory(exchange);
    return true;
}

static void handle_body(struct exchange *exchange)
{
    struct request *const request = &exchange->request;
    request->body = exchange->pending.length > 0 ? exchange->pending.data : "";
    request->body_length = exchange->pending.length;
    request->last_piece = true;
    exchange->refused = !exchange->route->handle(request, &exchange->answer, &exchange->problem);
}

/* A problem whose document has no room in the arena is told without what made it large. */
static bool write_problem(struct exchange *exchange)
{
    struct buffer *const answer = &exchange->answer;
    answer->length = 0;
    if (answer->failed)
        buffer_free(answer);
    if (problem_write(&exchange->problem, answer))
        return true;
    problem_set(&exchange->problem, PROBLEM_BODY_TOO_LARGE, "The document needs more memory than one may use");
    answer->length = 0;
    return problem_write(&exchange->problem, answer);
}

bool exchange_finish(struct exchange *exchange)
{
    if (!exchange->refused && exchange->route != NULL)
        handle_body(exchange);
    if (exchange->refused) {
        if (!write_problem(exchange))
            return false;
        exchange->status = problem_status(exchange->problem.type);
        exchange->media_type = media_type_name(MEDIA_PROBLEM);
        exchange->retry_after = exchange->status == 503;
    } else if (exchange->route == NULL) {
        exchange->status = 204;
    } else {
        exchange->status = 200;
        exchange->media_type = media_type_name(exchange->request.writes);
    }
    return true;
}

void exchange_free(struct exchange *exchange)
{
    buffer_free(&exchange->pending);
    buffer_free(&exchange->answer);
}
