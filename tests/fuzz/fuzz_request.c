/*
 * A whole request: the first bytes choose path, types and query, the rest is the body. However it is cut, the answer is
 * the same; it is no 500, what is JSON is JSON, and a picture is whole.
 */
#include <string.h>

#include "ask.h"
#include "json/check.h"

static bool is_json_lines(const struct buffer *body)
{
    bool has_long_numbers;
    struct problem problem;
    const char *at = body->data;
    size_t left = body->length;
    while (left > 0) {
        const char *const end = memchr(at, '\n', left);
        const size_t length = end != NULL ? (size_t)(end - at) : left;
        if (!json_check(at, length, &has_long_numbers, &problem))
            return false;
        const size_t gone = end != NULL ? length + 1 : length;
        at += gone;
        left -= gone;
    }
    return true;
}

static bool is_picture(const struct buffer *body)
{
    static const char begin[] = "<?xml ", end[] = "</svg>\n";
    const size_t begin_length = sizeof begin - 1, end_length = sizeof end - 1;
    return body->length > begin_length + end_length && memcmp(body->data, begin, begin_length) == 0 &&
           memcmp(body->data + body->length - end_length, end, end_length) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"/yut", "/omok", "/yut/moves", "/yut/check", "/omok/check"};
    static const char *const types[] = {NULL, "application/json", "application/x-ndjson", "text/plain"};
    static const char *const accepts[] = {NULL, "application/json", "application/x-ndjson", "text/plain"};
    static const char svg[] = "image/svg+xml";
    if (size < 2)
        return 0;
    /* What has no pictures takes this bit for the choice of a game. */
    const unsigned place = data[0] % 4, last_bit = data[0] / 128;
    const bool wants_picture = last_bit == 1 && place < 3;
    struct question question = {.path = paths[place + (place == 3 ? last_bit : 0)],
                                .content_type = types[data[0] / 4 % 4],
                                .accept = wants_picture ? svg : accepts[data[0] / 16 % 4],
                                .explain = data[0] / 64 % 2 == 1,
                                .body = (const char *)data + 2,
                                .length = size - 2};
    struct buffer whole = {0}, cut = {0};
    const unsigned status = ask(&question, &whole);
    question.stretch = 1U + data[1];
    require(ask(&question, &cut) == status, "the status is the same when the body is cut");
    require(whole.length == cut.length && (whole.length == 0 || memcmp(whole.data, cut.data, whole.length) == 0),
            "the answer is the same when the body is cut");
    require(status == 200 || (status >= 400 && status < 500), "a status that there is");
    const bool is_text = status == 200 && ((question.accept == NULL && question.content_type == types[3]) ||
                                           question.accept == accepts[3]);
    if (status == 200 && wants_picture)
        require(is_picture(&whole), "the answer is a picture");
    else
        require(is_text || is_json_lines(&whole), "the answer is JSON");
    buffer_free(&whole);
    buffer_free(&cut);
    return 0;
}
