#include <cjson/cJSON.h>
#include <string.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"
#include "mistakes/codec.h"
#include "yut/codec.h"
#include "yut/endpoint.h"
#include "yut/mistakes.h"
#include "yut/read_dice.h"
#include "yut/solver.h"

static bool read_dice(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    struct yut_claim *const claim = target;
    struct yut_dice dice;
    if (!yut_read_dice_array(array, path, YUT_TURNS, YUT_TURNS, &dice, problem))
        return false;
    memcpy(claim->dice, dice.dice, sizeof claim->dice);
    return true;
}

static bool read_answer(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct yut_claim *const claim = target;
    return json_read_integer(value, path, &claim->answer, problem);
}

bool yut_read_claim_json(const char *text, size_t length, struct yut_claim *claim, struct problem *problem)
{
    static const struct json_member members[] = {
        {.name = "dice", .required = true, .read = read_dice},
        {.name = "answer", .required = true, .read = read_answer},
    };

    const cJSON *const root = json_parse(text, length, problem);
    struct yut_claim read;
    if (root == NULL || !json_read_object(root, NULL, members, sizeof members / sizeof members[0], &read, problem))
        return false;
    *claim = read;
    return true;
}

bool yut_write_check(const struct yut_claim *claim, struct buffer *out, struct problem *problem)
{
    if (!json_arena_reset())
        return problem_unless(false, problem);
    const unsigned score = yut_best_score(yut_dice_index(claim->dice, YUT_TURNS));
    const bool is_correct = claim->answer == (int)score;
    const mistake_set mistakes = is_correct ? 0 : yut_mistakes_that_answer(claim->dice, claim->answer);
    cJSON *const expected = json_object();
    json_add_integer(expected, "max_score", score);
    return mistakes_write_check(&yut_mistakes, is_correct, expected, mistakes, out, problem);
}

static cJSON *dice_to_json(const uint8_t dice[YUT_TURNS])
{
    cJSON *const array = json_array();
    for (unsigned turn = 0; turn < YUT_TURNS; turn++)
        json_append(array, json_integer(dice[turn]));
    return array;
}

/* A claim that is right. */
static cJSON *case_to_json(const uint8_t dice[YUT_TURNS])
{
    cJSON *const object = json_object();
    json_add(object, "dice", dice_to_json(dice));
    json_add_integer(object, "answer", yut_best_score(yut_dice_index(dice, YUT_TURNS)));
    return object;
}

static cJSON *example(unsigned mistake)
{
    return case_to_json(yut_mistake_example(mistake));
}

cJSON *yut_mistakes_to_json(void)
{
    return mistakes_to_json(&yut_mistakes, example);
}

static cJSON *hard_case_to_json(const void *hard_case)
{
    const struct yut_case *const yut = hard_case;
    return case_to_json(yut->dice);
}

static bool write_input(const void *hard_case, struct buffer *out)
{
    const struct yut_case *const yut = hard_case;
    char line[2 * YUT_TURNS];
    for (unsigned turn = 0; turn < YUT_TURNS; turn++) {
        line[(size_t)2 * turn] = (char)('0' + yut->dice[turn]);
        line[(size_t)2 * turn + 1] = turn + 1 < YUT_TURNS ? ' ' : '\n';
    }
    return buffer_append(out, line, sizeof line);
}

static bool write_output(const void *hard_case, struct buffer *out)
{
    const struct yut_case *const yut = hard_case;
    return yut_write_score(yut->dice, out);
}

bool yut_answer_cases(const struct request *request, struct buffer *out, struct problem *problem)
{
    static const struct hard_case_codec codec = {
        .game = &yut_hard_cases,
        .to_json = hard_case_to_json,
        .write_input = write_input,
        .write_output = write_output,
    };
    return hard_cases_answer(&codec, request, out, problem);
}
