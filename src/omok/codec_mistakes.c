#include <cjson/cJSON.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"
#include "mistakes/codec.h"
#include "omok/codec.h"
#include "omok/endpoint.h"
#include "omok/judge.h"
#include "omok/mistakes.h"
#include "omok/read_board.h"

/* An answer as its members come. */
struct reading {
    struct omok_answer answer;
    bool has_row;
    bool has_col;
};

static bool read_winner(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct reading *const reading = target;
    return json_read_integer(value, path, &reading->answer.winner, problem);
}

/* null is as good as nothing. */
static bool read_place(const cJSON *value, const struct json_path *path, int *place, bool *has_place,
                       struct problem *problem)
{
    *has_place = !cJSON_IsNull(value);
    return !*has_place || json_read_integer(value, path, place, problem);
}

static bool read_row(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct reading *const reading = target;
    return read_place(value, path, &reading->answer.row, &reading->has_row, problem);
}

static bool read_col(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct reading *const reading = target;
    return read_place(value, path, &reading->answer.col, &reading->has_col, problem);
}

static bool read_answer(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    static const struct json_member members[] = {
        {.name = "winner", .required = true, .read = read_winner},
        {.name = "row", .required = false, .read = read_row},
        {.name = "col", .required = false, .read = read_col},
    };

    struct omok_claim *const claim = target;
    struct reading reading = {0};
    if (!json_read_object(value, path, members, sizeof members / sizeof members[0], &reading, problem))
        return false;
    if (reading.answer.winner != OMOK_EMPTY && !(reading.has_row && reading.has_col))
        return json_problem(problem, PROBLEM_MISSING_MEMBER, path, "\"%s\" is missing, as somebody has won",
                            reading.has_row ? "col" : "row");
    claim->answer = reading.answer;
    return true;
}

static bool read_board(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    struct omok_claim *const claim = target;
    return omok_read_board_array(array, path, &claim->board, problem);
}

bool omok_read_claim_json(const char *text, size_t length, struct omok_claim *claim, struct problem *problem)
{
    static const struct json_member members[] = {
        {.name = "board", .required = true, .read = read_board},
        {.name = "answer", .required = true, .read = read_answer},
    };

    const cJSON *const root = json_parse(text, length, problem);
    struct omok_claim read;
    if (root == NULL || !json_read_object(root, NULL, members, sizeof members / sizeof members[0], &read, problem))
        return false;
    *claim = read;
    return true;
}

bool omok_write_check(const struct omok_claim *claim, struct buffer *out, struct problem *problem)
{
    const struct omok_verdict verdict = omok_judge(&claim->board);
    if (verdict.two_winners)
        return omok_two_winners(&claim->board, problem);
    if (!json_arena_reset())
        return problem_unless(false, problem);
    const struct omok_answer right = omok_right_answer(&claim->board);
    const bool is_correct = omok_answers_are_equal(&claim->answer, &right);
    const mistake_set mistakes = is_correct ? 0 : omok_mistakes_that_answer(&claim->board, &claim->answer);
    return mistakes_write_check(&omok_mistakes, is_correct, omok_verdict_to_json(verdict), mistakes, out, problem);
}

/* The digits of a row. */
static void write_row(const struct omok_board *board, unsigned row, char cells[OMOK_SIZE])
{
    for (unsigned column = 0; column < OMOK_SIZE; column++) {
        const uint32_t black = board->stones[0].rows[OMOK_MARGIN + row] >> column & 1;
        const uint32_t white = board->stones[1].rows[OMOK_MARGIN + row] >> column & 1;
        cells[column] = (char)('0' + black * OMOK_BLACK + white * OMOK_WHITE);
    }
}

/* A claim that is right. */
static cJSON *case_to_json(const struct omok_board *board)
{
    cJSON *const rows = json_array();
    for (unsigned row = 0; row < OMOK_SIZE; row++) {
        char digits[OMOK_SIZE + 1] = {0};
        write_row(board, row, digits);
        json_append(rows, cJSON_CreateString(digits));
    }
    cJSON *const object = json_object();
    json_add(object, "board", rows);
    json_add(object, "answer", omok_verdict_to_json(omok_judge(board)));
    return object;
}

static cJSON *example(unsigned mistake)
{
    struct omok_board board;
    omok_mistake_example(mistake, &board);
    return case_to_json(&board);
}

cJSON *omok_mistakes_to_json(void)
{
    return mistakes_to_json(&omok_mistakes, example);
}

static cJSON *hard_case_to_json(const void *hard_case)
{
    const struct omok_case *const omok = hard_case;
    return case_to_json(&omok->board);
}

static bool write_input(const void *hard_case, struct buffer *out)
{
    const struct omok_case *const omok = hard_case;
    char text[OMOK_SIZE * OMOK_SIZE * 2];
    char *at = text;
    for (unsigned row = 0; row < OMOK_SIZE; row++) {
        char digits[OMOK_SIZE];
        write_row(&omok->board, row, digits);
        for (unsigned column = 0; column < OMOK_SIZE; column++) {
            *at++ = digits[column];
            *at++ = column + 1 < OMOK_SIZE ? ' ' : '\n';
        }
    }
    return buffer_append(out, text, sizeof text);
}

static bool write_output(const void *hard_case, struct buffer *out)
{
    const struct omok_case *const omok = hard_case;
    return omok_write_verdict(omok_judge(&omok->board), out);
}

bool omok_answer_cases(const struct request *request, struct buffer *out, struct problem *problem)
{
    static const struct hard_case_codec codec = {
        .game = &omok_hard_cases,
        .to_json = hard_case_to_json,
        .write_input = write_input,
        .write_output = write_output,
    };
    return hard_cases_answer(&codec, request, out, problem);
}
