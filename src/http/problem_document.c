#include "http/problem_document.h"

#include <stdio.h>

#include "json/arena.h"
#include "json/writer.h"

static const struct {
    const char *name; /* behind "urn:yutomok:" */
    unsigned status;
    const char *title;
} problem_types[PROBLEM_TYPES] = {
    [PROBLEM_MALFORMED_JSON] = {"malformed-json", 400, "The body is not JSON"},
    [PROBLEM_MALFORMED_TEXT] = {"malformed-text", 400, "The body is not a text of numbers"},
    [PROBLEM_JSON_TOO_DEEP] = {"json-too-deep", 400, "The JSON is nested too deep"},
    [PROBLEM_BAD_QUERY] = {"bad-query", 400, "The query has something that this resource does not know"},
    [PROBLEM_BAD_REQUEST_HEAD] = {"bad-request-head", 400, "The request line or a header field is wrong"},
    [PROBLEM_NOT_AN_ARRAY] = {"not-an-array", 422, "An array is expected"},
    [PROBLEM_NOT_AN_INTEGER] = {"not-an-integer", 422, "An integer is expected"},
    [PROBLEM_NOT_AN_OBJECT] = {"not-an-object", 422, "An object is expected"},
    [PROBLEM_WRONG_DICE_COUNT] = {"wrong-dice-count", 422, "The number of dice is wrong"},
    [PROBLEM_DIE_OUT_OF_RANGE] = {"die-out-of-range", 422, "A die shows 1 to 5"},
    [PROBLEM_WRONG_ROW_COUNT] = {"wrong-row-count", 422, "A board has 19 rows"},
    [PROBLEM_WRONG_COLUMN_COUNT] = {"wrong-column-count", 422, "A row has 19 columns"},
    [PROBLEM_CELL_OUT_OF_RANGE] = {"cell-out-of-range", 422, "There is no such cell"},
    [PROBLEM_WRONG_PIECE_COUNT] = {"wrong-piece-count", 422, "There are four pieces"},
    [PROBLEM_PIECES_OVERLAP] = {"pieces-overlap", 422, "Only start and finish hold more than one piece"},
    [PROBLEM_TURNS_OUT_OF_RANGE] = {"turns-out-of-range", 422, "There are 1 to 10 turns left"},
    [PROBLEM_MISSING_MEMBER] = {"missing-member", 422, "A member is missing"},
    [PROBLEM_UNKNOWN_MEMBER] = {"unknown-member", 422, "There is no such member"},
    [PROBLEM_DUPLICATE_MEMBER] = {"duplicate-member", 422, "A member is given more than once"},
    [PROBLEM_WRONG_CASE_COUNT] = {"wrong-case-count", 422, "The number of cases is wrong"},
    [PROBLEM_ONE_CASE_ONLY] = {"one-case-only", 422, "This answer is for one case only"},
    [PROBLEM_TWO_WINNERS] = {"two-winners", 422, "Both colours have five in a row"},
    [PROBLEM_NOT_FOUND] = {"not-found", 404, "There is nothing at this path"},
    [PROBLEM_METHOD_NOT_ALLOWED] = {"method-not-allowed", 405, "This resource has no such method"},
    [PROBLEM_NOT_ACCEPTABLE] = {"not-acceptable", 406, "There is no answer in an acceptable media type"},
    [PROBLEM_REQUEST_TIMEOUT] = {"request-timeout", 408, "The request took too long to arrive"},
    [PROBLEM_BODY_TOO_LARGE] = {"body-too-large", 413, "The body is too large"},
    [PROBLEM_UNSUPPORTED_MEDIA_TYPE] = {"unsupported-media-type", 415, "The body is in a type that is not read here"},
    [PROBLEM_EXPECTATION_FAILED] = {"expectation-failed", 417, "Only 100-continue can be expected"},
    [PROBLEM_HEADER_TOO_LARGE] = {"header-too-large", 431, "The header fields are too large"},
    [PROBLEM_DRAINING] = {"draining", 503, "The server is about to stop"},
    [PROBLEM_OVERLOADED] = {"overloaded", 503, "The server has too much to do"},
};

unsigned problem_status(enum problem_type type)
{
    return problem_types[type].status;
}

static bool refers_to_arena(const struct problem *problem)
{
    return problem->pointer != NULL || problem->lines != NULL;
}

bool problem_write(const struct problem *problem, struct buffer *out)
{
    if (!refers_to_arena(problem) && !json_arena_reset())
        return false;
    char name[64];
    snprintf(name, sizeof name, "urn:yutomok:%s", problem_types[problem->type].name);

    struct cJSON *const document = json_object();
    json_add_string(document, "type", name);
    json_add_string(document, "title", problem_types[problem->type].title);
    json_add_integer(document, "status", problem_types[problem->type].status);
    json_add_string(document, "detail", problem->detail);
    if (problem->pointer != NULL)
        json_add_string(document, "pointer", problem->pointer);
    if (problem->line > 0)
        json_add_integer(document, "line", (int64_t)problem->line);
    if (problem->column > 0)
        json_add_integer(document, "column", (int64_t)problem->column);
    if (problem->lines != NULL)
        json_add_reference(document, "lines", problem->lines);
    return json_write(document, out);
}

/* Puts the reason why `problem` could not be written to `out` in its place. */
static void replace(struct problem *problem, const struct buffer *out)
{
    if (!refers_to_arena(problem) || out->failed) {
        problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
        return;
    }
    const size_t line = problem->line;
    problem_set(problem, PROBLEM_BODY_TOO_LARGE, "The document needs more memory than one may use");
    problem->line = line;
}

static bool write_from(const struct problem *problem, size_t begin, struct buffer *out)
{
    if (begin == 0 && out->failed)
        buffer_free(out);
    out->length = begin;
    return problem_write(problem, out);
}

bool problem_tell(struct problem *problem, size_t begin, struct buffer *out)
{
    while (!write_from(problem, begin, out)) {
        if (problem->type == PROBLEM_OVERLOADED)
            return false;
        replace(problem, out);
    }
    return true;
}
