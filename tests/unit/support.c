#include "support.h"

#include <cjson/cJSON.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/problem_document.h"
#include "json/arena.h"
#include "text/scanner.h"

void check_number(const char *name, const char *what, long long got, long long expected)
{
    if (got != expected)
        fail_msg("%s: %s is %lld, not %lld", name, what, got, expected);
}

void check_text(const char *name, const char *what, const char *got, const char *expected)
{
    if (got == NULL || expected == NULL || strcmp(got, expected) != 0)
        fail_msg("%s: %s is \"%s\", not \"%s\"", name, what, got != NULL ? got : "(null)",
                 expected != NULL ? expected : "(null)");
}

const char *type_name(enum problem_type type)
{
    static char name[64];
    struct buffer document = {0};
    const struct problem problem = {.type = type};
    assert_true(problem_write(&problem, &document));
    static const char before[] = "{\"type\":\"urn:yutomok:";
    const char *const text = text_of(&document);
    assert_memory_equal(text, before, sizeof before - 1);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + sizeof before - 1, "\""), text + sizeof before - 1);
    buffer_free(&document);
    return name;
}

void check_type(const char *name, enum problem_type got, enum problem_type expected)
{
    if (got == expected)
        return;
    char got_name[64];
    snprintf(got_name, sizeof got_name, "%s", type_name(got));
    check_text(name, "the problem's type", got_name, type_name(expected));
}

int set_up_arena(void **state)
{
    (void)state;
    return json_arena_init() ? 0 : -1;
}

void add_text(struct buffer *buffer, const char *text)
{
    if (*text != '\0')
        assert_true(buffer_append(buffer, text, strlen(text)));
}

void add_format(struct buffer *buffer, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof text - 1);
    add_text(buffer, text);
}

const char *text_of(struct buffer *buffer)
{
    char *const end = buffer_reserve(buffer, 1);
    assert_non_null(end);
    *end = '\0';
    return buffer->data;
}

uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* The pointer and the lines of a problem are the arena's, so they are copied before anything else is made there. */
static void keep_problem(struct outcome *outcome, const struct problem *problem)
{
    outcome->type = problem->type;
    outcome->line = problem->line;
    outcome->column = problem->column;
    outcome->has_pointer = problem->pointer != NULL;
    if (outcome->has_pointer)
        snprintf(outcome->pointer, sizeof outcome->pointer, "%s", problem->pointer);
    assert_true(problem_write(problem, &outcome->document));
}

struct outcome outcome_of_pieces(handler_function *handle, const struct request *model, const struct piece *pieces,
                                 size_t count)
{
    struct outcome outcome = {.ok = true};
    struct problem problem = {0};
    alignas(max_align_t) unsigned char progress[REQUEST_PROGRESS_BYTES] = {0};
    struct request request = *model;
    request.progress = progress;
    uint64_t cases = 0;
    request.cases = &cases;
    for (size_t i = 0; i < count && outcome.ok; i++) {
        char *const body = malloc(pieces[i].length > 0 ? pieces[i].length : 1);
        assert_non_null(body);
        memcpy(body, pieces[i].text, pieces[i].length);
        request.body = body;
        request.body_length = pieces[i].length;
        request.last_piece = i + 1 == count;
        outcome.ok = handle(&request, &outcome.out, &problem);
        free(body);
    }
    if (!outcome.ok)
        keep_problem(&outcome, &problem);
    return outcome;
}

struct outcome outcome_of(handler_function *handle, const struct request *model, const char *body, size_t length)
{
    const struct piece whole = {body, length};
    return outcome_of_pieces(handle, model, &whole, 1);
}

void outcome_free(struct outcome *outcome)
{
    buffer_free(&outcome->out);
    buffer_free(&outcome->document);
}

static void check_same(const char *name, const char *how, size_t at, struct outcome *got, struct outcome *whole)
{
    char where[160];
    snprintf(where, sizeof where, "%s, %s %zu", name, how, at);
    check_number(where, "ok", got->ok, whole->ok);
    if (whole->ok)
        check_text(where, "the answer", text_of(&got->out), text_of(&whole->out));
    else
        check_text(where, "the problem", text_of(&got->document), text_of(&whole->document));
}

static bool is_between_tokens(const char *text, size_t length, size_t at)
{
    return at == 0 || at == length || text_is_space(text[at - 1]) || text_is_space(text[at]);
}

static void check_token_by_token(const char *name, handler_function *handle, const struct request *model,
                                 const char *text, size_t length, struct outcome *whole)
{
    struct piece *const pieces = calloc(length + 1, sizeof *pieces);
    assert_non_null(pieces);
    size_t count = 0;
    for (size_t begin = 0; begin < length; count++) {
        size_t end = begin + 1;
        while (!is_between_tokens(text, length, end))
            end++;
        pieces[count] = (struct piece){text + begin, end - begin};
        begin = end;
    }
    pieces[count++] = (struct piece){"", 0};
    struct outcome got = outcome_of_pieces(handle, model, pieces, count);
    check_same(name, "token by token, pieces", count, &got, whole);
    outcome_free(&got);
    free(pieces);
}

void check_splits(const char *name, handler_function *handle, const struct request *model, const char *text,
                  size_t length)
{
    struct outcome whole = outcome_of(handle, model, text, length);
    for (size_t at = 1; at <= length; at++) {
        if (!is_between_tokens(text, length, at))
            continue;
        const struct piece pieces[] = {{text, at}, {text + at, length - at}};
        struct outcome got = outcome_of_pieces(handle, model, pieces, COUNT_OF(pieces));
        check_same(name, "cut at byte", at, &got, &whole);
        outcome_free(&got);
    }
    check_token_by_token(name, handle, model, text, length, &whole);
    outcome_free(&whole);
}

/* Strings that a head refers to while it is used. */
struct call_text {
    char path[256];
    char query[256];
    char fields[1024];
    char length[32];
};

static void add_field(struct head *head, const char *name, const char *value)
{
    head_field(head, name, strlen(name), value, strlen(value));
}

static void add_fields(struct head *head, char *fields)
{
    for (char *line = strtok(fields, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *const colon = strstr(line, ": ");
        assert_non_null(colon);
        *colon = '\0';
        add_field(head, line, colon + 2);
    }
}

static void add_parameters(struct head *head, char *query)
{
    for (char *parameter = strtok(query, "&"); parameter != NULL; parameter = strtok(NULL, "&")) {
        char *const equals = strchr(parameter, '=');
        if (equals != NULL)
            *equals = '\0';
        head_parameter(head, parameter, equals != NULL ? equals + 1 : NULL);
    }
}

static void take_head(struct head *head, const struct call *call, size_t body_length, struct call_text *text)
{
    const size_t path_length = strcspn(call->target, "?");
    snprintf(text->path, sizeof text->path, "%.*s", (int)path_length, call->target);
    snprintf(text->query, sizeof text->query, "%s", call->target + path_length + (call->target[path_length] == '?'));
    snprintf(text->fields, sizeof text->fields, "%s", call->fields != NULL ? call->fields : "");
    snprintf(text->length, sizeof text->length, "%zu", body_length);
    head->bad_target = !head_is_sound_target(call->target);
    head_begin(head, call->method, text->path, call->version != NULL ? call->version : "HTTP/1.1");
    add_field(head, "Host", "localhost:8080");
    if (call->declares_length)
        add_field(head, "Content-Length", text->length);
    add_fields(head, text->fields);
    add_parameters(head, text->query);
}

static size_t next_stretch(int stretch, size_t left, uint64_t *random)
{
    const size_t wanted = stretch == STRETCH_RANDOM  ? 1 + next_random(random) % 97
                          : stretch == STRETCH_WHOLE ? left
                                                     : (size_t)stretch;
    return wanted < left ? wanted : left;
}

/* False when the connection is to be cut. */
static bool feed(struct exchange *exchange, const char *body, size_t length, int stretch)
{
    uint64_t random = length;
    for (size_t at = 0; at < length;) {
        const size_t size = next_stretch(stretch, length - at, &random);
        char *const copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, body + at, size);
        const bool more = exchange_receive(exchange, copy, size);
        free(copy);
        if (!more)
            return false;
        at += size;
    }
    return true;
}

static void keep_reply(struct reply *reply, struct exchange *exchange)
{
    assert_true(exchange_finish(exchange));
    reply->status = exchange->status;
    reply->close = exchange->close;
    reply->retry_after = exchange->retry_after;
    reply->is_page = exchange->is_page;
    reply->is_gzip = exchange->is_gzip;
    memcpy(reply->etag, exchange->etag, sizeof exchange->etag);
    snprintf(reply->media_type, sizeof reply->media_type, "%s",
             exchange->media_type != NULL ? exchange->media_type : "");
    snprintf(reply->allow, sizeof reply->allow, "%s", exchange->allow);
    if (exchange->answer.length > 0)
        assert_true(buffer_append(&reply->body, exchange->answer.data, exchange->answer.length));
}

struct reply reply_to(const struct exchange_rules *rules, const struct call *call, int stretch)
{
    struct reply reply = {0};
    struct call_text text;
    struct exchange *const exchange = calloc(1, sizeof *exchange);
    assert_non_null(exchange);
    const char *const body = call->body != NULL ? call->body : "";
    const size_t length = call->body_length > 0 ? call->body_length : strlen(body);
    take_head(&exchange->head, call, length, &text);
    reply.begun = exchange_begin(exchange, rules, call->condition);
    reply.cut = reply.begun && !feed(exchange, body, length, stretch);
    if (!reply.cut)
        keep_reply(&reply, exchange);
    exchange_free(exchange);
    free(exchange);
    return reply;
}

void reply_free(struct reply *reply)
{
    buffer_free(&reply->body);
}
