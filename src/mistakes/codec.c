#include "mistakes/codec.h"

#include <cjson/cJSON.h>

#include "json/arena.h"
#include "json/writer.h"

/* `write` makes an element of each mistake in the set. */
static cJSON *list(const struct mistake_table *table, mistake_set set, cJSON *(*write)(const struct mistake *mistake))
{
    cJSON *const array = json_array();
    for (unsigned i = 0; i < table->count; i++)
        if ((set >> i & 1) != 0)
            json_append(array, write(table->at(i)));
    return array;
}

static cJSON *explained(const struct mistake *mistake)
{
    cJSON *const object = json_object();
    json_add_string(object, "id", mistake->id);
    json_add_string(object, "explanation", mistake->explanation);
    return object;
}

static cJSON *id_only(const struct mistake *mistake)
{
    return cJSON_CreateString(mistake->id);
}

bool mistakes_write_check(const struct mistake_table *table, bool is_correct, cJSON *expected, mistake_set mistakes,
                          struct buffer *out, struct problem *problem)
{
    cJSON *const answer = json_object();
    json_add(answer, "correct", cJSON_CreateBool(is_correct));
    json_add(answer, "expected", expected);
    json_add(answer, "mistakes", list(table, mistakes, explained));
    return problem_unless(json_write(answer, out), problem);
}

cJSON *mistakes_to_json(const struct mistake_table *table, cJSON *(*example)(unsigned mistake))
{
    cJSON *const array = json_array();
    for (unsigned i = 0; i < table->count; i++) {
        cJSON *const object = explained(table->at(i));
        json_add_string(object, "explanation_ko", table->at(i)->explanation_ko);
        json_add(object, "example", example(i));
        json_append(array, object);
    }
    return array;
}

static bool read_order(const struct hard_case_game *game, const struct query *query, struct hard_case_order *ret_order,
                       struct problem *problem)
{
    const bool has_count = (query->given & PARAMETER_COUNT) != 0;
    if (has_count && (query->count < 1 || query->count > HARD_CASES_MAX))
        return problem_set(problem, PROBLEM_BAD_QUERY, "count is 1 to %d", HARD_CASES_MAX);
    struct hard_case_order order = {.count = HARD_CASES_DEFAULT, .mistake = game->mistakes->count, .seed = query->seed};
    if (has_count)
        order.count = (unsigned)query->count;
    if ((query->given & PARAMETER_MISTAKE) != 0) {
        order.mistake = mistake_find(game->mistakes, query->mistake);
        if (order.mistake == game->mistakes->count)
            return problem_set(problem, PROBLEM_BAD_QUERY, "There is no such mistake; /mistakes lists those that are");
    }
    *ret_order = order;
    return true;
}

/* The cases that were made. */
struct cases {
    const struct hard_case_codec *codec;
    unsigned count;
    _Alignas(max_align_t) unsigned char bytes[HARD_CASES_MAX * HARD_CASE_BYTES_MAX];
};

static const void *case_at(const struct cases *cases, unsigned i)
{
    return cases->bytes + i * cases->codec->game->case_bytes;
}

static cJSON *case_to_json(const struct cases *cases, unsigned i)
{
    const struct hard_case *const about = case_at(cases, i);
    cJSON *const object = cases->codec->to_json(about);
    json_add(object, "exposes", list(cases->codec->game->mistakes, about->exposes, id_only));
    return object;
}

static bool write_json(const struct cases *cases, struct buffer *out)
{
    if (!json_arena_reset())
        return false;
    cJSON *const array = json_array();
    for (unsigned i = 0; i < cases->count; i++)
        json_append(array, case_to_json(cases, i));
    cJSON *const answer = json_object();
    json_add(answer, "cases", array);
    return json_write(answer, out);
}

/* The end of the last line is not a handler's to write. */
static bool write_lines(const struct cases *cases, struct buffer *out)
{
    for (unsigned i = 0; i < cases->count; i++)
        if ((i > 0 && !buffer_append(out, "\n", 1)) || !json_arena_reset() || !json_write(case_to_json(cases, i), out))
            return false;
    return true;
}

static bool write_text(const struct cases *cases, bool outputs, struct buffer *out)
{
    const struct hard_case_codec *const codec = cases->codec;
    for (unsigned i = 0; i < cases->count; i++)
        if (!(outputs ? codec->write_output : codec->write_input)(case_at(cases, i), out))
            return false;
    return true;
}

bool hard_cases_answer(const struct hard_case_codec *codec, const struct request *request, struct buffer *out,
                       struct problem *problem)
{
    struct hard_case_order order;
    if (!read_order(codec->game, &request->query, &order, problem))
        return false;
    struct cases cases = {.codec = codec};
    cases.count = hard_cases_make(codec->game, &order, cases.bytes);
    bool ok;
    if (request->writes == MEDIA_TEXT)
        ok = write_text(&cases, request->query.part_is_out, out);
    else if (request->writes == MEDIA_NDJSON)
        ok = write_lines(&cases, out);
    else
        ok = write_json(&cases, out);
    return problem_unless(ok, problem);
}
