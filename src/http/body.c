#include "http/body.h"

#include <string.h>

#include "http/exchange.h"
#include "http/problem_document.h"
#include "text/scanner.h"

static void out_of_memory(struct exchange *exchange)
{
    exchange->refused = true;
    problem_set(&exchange->problem, PROBLEM_OVERLOADED, "Out of memory");
}

static void keep(struct exchange *exchange, const char *data, size_t size)
{
    if (!buffer_append(&exchange->pending, data, size))
        out_of_memory(exchange);
}

/* Gives a document or a piece of text to the handler. */
static bool handle(struct exchange *exchange, const char *data, size_t size, bool last)
{
    exchange->request.body = data;
    exchange->request.body_length = size;
    exchange->request.last_piece = last;
    return exchange->route->handle(&exchange->request, &exchange->answer, &exchange->problem);
}

static void handle_text(struct exchange *exchange, const char *text, size_t size, bool last)
{
    exchange->refused = !handle(exchange, text, size, last);
}

/* Completes the token that the last stretch ended in; returns how much of this one belongs to it. */
static size_t finish_token(struct exchange *exchange, const char *text, size_t size)
{
    size_t end = 0;
    while (end < size && !text_is_space(text[end]))
        end++;
    keep(exchange, text, end);
    const bool goes_on = end == size && exchange->pending.length <= TEXT_TOKEN_BYTES_MAX;
    if (exchange->refused || goes_on)
        return end;
    handle_text(exchange, exchange->pending.data, exchange->pending.length, false);
    exchange->pending.length = 0;
    return end;
}

static void receive_text(struct exchange *exchange, const char *text, size_t size)
{
    const size_t taken = exchange->pending.length > 0 ? finish_token(exchange, text, size) : 0;
    text += taken;
    size -= taken;
    size_t whole = size;
    while (whole > 0 && !text_is_space(text[whole - 1]))
        whole--;
    if (whole > 0 && !exchange->refused)
        handle_text(exchange, text, whole, false);
    if (whole < size && !exchange->refused)
        keep(exchange, text + whole, size - whole);
}

/* A line that is no case: its problem stands in the place of its answer, if it is the line's and not the server's. */
static void answer_bad_line(struct exchange *exchange, size_t begin)
{
    struct problem *const problem = &exchange->problem;
    exchange->bad_lines++;
    if (problem->type != PROBLEM_OVERLOADED) {
        problem->line = exchange->line;
        problem_tell(problem, begin, &exchange->answer); /* or it becomes overloaded */
    }
    exchange->refused = problem->type == PROBLEM_OVERLOADED;
}

/* White space, which a byte-order mark may stand before. */
static bool is_blank(const char *line, size_t size)
{
    const bool is_marked = size >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0;
    for (size_t i = is_marked ? 3 : 0; i < size; i++)
        if (!text_is_space(line[i]))
            return false;
    return true;
}

/* Ends the line of an answer that stands. */
static void end_line(struct exchange *exchange)
{
    if (!exchange->refused && !buffer_append(&exchange->answer, "\n", 1))
        out_of_memory(exchange);
}

/* Answers one whole line, without its end. */
static void answer_line(struct exchange *exchange, const char *line, size_t size)
{
    exchange->line++;
    if (is_blank(line, size))
        return;
    const size_t begin = exchange->answer.length;
    if (handle(exchange, line, size, true))
        exchange->cases++;
    else
        answer_bad_line(exchange, begin);
    end_line(exchange);
}

/* Refuses the line that has begun, and passes over the rest of it. */
static void skip_line(struct exchange *exchange)
{
    exchange->line++;
    exchange->pending.length = 0;
    exchange->skipping = true;
    problem_set(&exchange->problem, PROBLEM_BODY_TOO_LARGE, "A line may have %zu bytes", exchange->rules->max_body);
    answer_bad_line(exchange, exchange->answer.length);
    end_line(exchange);
}

static void receive_part_of_line(struct exchange *exchange, const char *data, size_t size)
{
    if (exchange->skipping)
        return;
    if (size > exchange->rules->max_body - exchange->pending.length)
        skip_line(exchange);
    else
        keep(exchange, data, size);
}

/* A stretch up to a line's end. */
static void receive_end_of_line(struct exchange *exchange, const char *data, size_t size)
{
    const bool whole_line_is_here = exchange->pending.length == 0 && size <= exchange->rules->max_body;
    if (whole_line_is_here && !exchange->skipping) {
        answer_line(exchange, data, size);
        return;
    }
    receive_part_of_line(exchange, data, size);
    if (!exchange->skipping && !exchange->refused)
        answer_line(exchange, exchange->pending.data, exchange->pending.length);
    exchange->pending.length = 0;
    exchange->skipping = false;
}

static void receive_lines(struct exchange *exchange, const char *data, size_t size)
{
    while (size > 0 && !exchange->refused) {
        const char *const end = memchr(data, '\n', size);
        if (end == NULL) {
            receive_part_of_line(exchange, data, size);
            return;
        }
        const size_t length = (size_t)(end - data);
        receive_end_of_line(exchange, data, length);
        data += length + 1;
        size -= length + 1;
    }
}

static void answer_document(struct exchange *exchange, const char *document, size_t size)
{
    exchange->refused = !handle(exchange, document, size, true);
    exchange->answered = true;
    /* A problem is told at once, as it may point into the arena. */
    if (exchange->refused)
        exchange->told = problem_tell(&exchange->problem, 0, &exchange->answer);
    else
        exchange->cases++;
    if (exchange->request.writes == MEDIA_NDJSON)
        end_line(exchange);
}

/* A batch whose answers outgrow what may be held of them is refused, and they are let go of. */
static void limit_answer(struct exchange *exchange)
{
    if (exchange->refused || exchange->answer.length <= exchange->rules->max_answer)
        return;
    buffer_free(&exchange->answer);
    exchange->refused = true;
    problem_set(&exchange->problem, PROBLEM_BODY_TOO_LARGE,
                "The answers would have more than %zu bytes: send the batch in parts", exchange->rules->max_answer);
}

void body_receive(struct exchange *exchange, const char *data, size_t size)
{
    if (exchange->body_type == MEDIA_TEXT)
        receive_text(exchange, data, size);
    else if (exchange->body_type == MEDIA_NDJSON)
        receive_lines(exchange, data, size);
    else if (size == exchange->head.content_length)
        answer_document(exchange, data, size); /* all of it at once, as most are: no need for a copy */
    else
        keep(exchange, data, size);
    if (exchange->body_type != MEDIA_JSON)
        limit_answer(exchange);
}

void body_end(struct exchange *exchange)
{
    const char *const rest = exchange->pending.length > 0 ? exchange->pending.data : "";
    if (exchange->body_type == MEDIA_NDJSON) {
        if (exchange->pending.length > 0)
            answer_line(exchange, rest, exchange->pending.length);
        limit_answer(exchange);
    } else if (exchange->body_type == MEDIA_TEXT) {
        handle_text(exchange, rest, exchange->pending.length, true);
        limit_answer(exchange);
    } else if (!exchange->answered) {
        answer_document(exchange, rest, exchange->pending.length);
    }
}
