#include "ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/exchange.h"
#include "json/arena.h"
#include "routes.h"

void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

static void feed_field(struct head *head, const char *name, const char *value)
{
    if (value != NULL)
        head_field(head, name, strlen(name), value, strlen(value));
}

/* Every stretch in a block of its own, so that a sanitizer sees whoever reads beyond it. */
static bool feed_body(struct exchange *exchange, const struct question *question)
{
    const size_t stretch = question->stretch > 0 ? question->stretch : question->length;
    for (size_t at = 0; at < question->length; at += stretch) {
        const size_t left = question->length - at, size = left < stretch ? left : stretch;
        char *const block = malloc(size);
        require(block != NULL, "memory");
        memcpy(block, question->body + at, size);
        const bool more = exchange_receive(exchange, block, size);
        free(block);
        if (!more)
            return false;
    }
    return true;
}

unsigned ask(const struct question *question, struct buffer *ret_body)
{
    static bool initialized;
    if (!initialized)
        require(json_arena_init(), "arena");
    initialized = true;

    static const struct exchange_rules limits = {.max_body = 64 << 10, .max_batch = 1 << 20, .max_answer = 64 << 20};
    struct exchange_rules rules = limits;
    rules.routes = yutomok_routes;
    struct exchange exchange = {0};
    char length[24];
    snprintf(length, sizeof length, "%zu", question->length);
    exchange.head.bad_target = !head_is_sound_target(question->path);
    head_begin(&exchange.head, "POST", question->path, "HTTP/1.1");
    feed_field(&exchange.head, "Host", "localhost");
    feed_field(&exchange.head, "Content-Length", length);
    feed_field(&exchange.head, "Content-Type", question->content_type);
    feed_field(&exchange.head, "Accept", question->accept);
    if (question->explain)
        head_parameter(&exchange.head, "explain", "true");

    const bool complete = !exchange_begin(&exchange, &rules, SERVER_READY) || feed_body(&exchange, question);
    const bool answered = complete && exchange_finish(&exchange);
    const unsigned status = answered ? exchange.status : 0;
    *ret_body = exchange.answer;
    exchange.answer = (struct buffer){0};
    exchange_free(&exchange);
    return status;
}
