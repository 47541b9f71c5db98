#include <cjson/cJSON.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"
#include "omok/codec.h"
#include "omok/judge.h"
#include "omok/read_board.h"

static bool read_board(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    return omok_read_board_array(array, path, target, problem);
}

bool omok_read_board_json(const char *text, size_t length, struct omok_board *board, struct problem *problem)
{
    static const struct json_member members[] = {{.name = "board", .required = true, .read = read_board}};

    const cJSON *const root = json_parse(text, length, problem);
    if (root == NULL)
        return false;
    struct omok_board read;
    const bool ok = cJSON_IsArray(root) ? read_board(root, NULL, &read, problem)
                                        : json_read_object(root, NULL, members, 1, &read, problem);
    if (ok)
        *board = read;
    return ok;
}

static cJSON *line_to_json(const struct omok_line *line)
{
    static const char *const directions[OMOK_DIRECTIONS] = {"E", "S", "SE", "NE"};
    cJSON *const object = json_object();
    json_add_integer(object, "color", line->color);
    json_add_integer(object, "row", line->row);
    json_add_integer(object, "col", line->col);
    json_add_string(object, "direction", directions[line->direction]);
    json_add_integer(object, "length", line->length);
    cJSON *const stones = json_array();
    for (unsigned i = 0; i < line->length; i++) {
        unsigned row, col;
        omok_line_stone(line, i, &row, &col);
        cJSON *const stone = json_array();
        json_append(stone, json_integer(row));
        json_append(stone, json_integer(col));
        json_append(stones, stone);
    }
    json_add(object, "stones", stones);
    return object;
}

static cJSON *lines_to_json(const struct omok_board *board, bool overlines)
{
    struct omok_line lines[OMOK_LINES_MAX];
    const unsigned count = omok_lines(board, overlines, lines);
    cJSON *const array = json_array();
    for (unsigned i = 0; i < count; i++)
        json_append(array, line_to_json(&lines[i]));
    return array;
}

cJSON *omok_verdict_to_json(struct omok_verdict verdict)
{
    cJSON *const answer = json_object();
    const bool won = verdict.winner != OMOK_EMPTY;
    json_add_integer(answer, "winner", verdict.winner);
    json_add(answer, "row", won ? json_integer(verdict.row) : cJSON_CreateNull());
    json_add(answer, "col", won ? json_integer(verdict.col) : cJSON_CreateNull());
    return answer;
}

static bool write_json(const struct omok_board *board, struct omok_verdict verdict, bool explain, struct buffer *out)
{
    if (!json_arena_reset())
        return false;
    cJSON *const answer = omok_verdict_to_json(verdict);
    if (explain) {
        json_add(answer, "lines", lines_to_json(board, false));
        json_add(answer, "overlines", lines_to_json(board, true));
    }
    return json_write(answer, out);
}

/* A number below 100, and what stands behind it; returns the end. */
static char *write_small(char *at, unsigned number, char behind)
{
    if (number >= 10)
        *at++ = (char)('0' + number / 10);
    *at++ = (char)('0' + number % 10);
    *at++ = behind;
    return at;
}

bool omok_write_verdict(struct omok_verdict verdict, struct buffer *out)
{
    char text[16];
    char *end = write_small(text, verdict.winner, '\n');
    if (verdict.winner != OMOK_EMPTY) {
        end = write_small(end, verdict.row, ' ');
        end = write_small(end, verdict.col, '\n');
    }
    return buffer_append(out, text, (size_t)(end - text));
}

bool omok_two_winners(const struct omok_board *board, struct problem *problem)
{
    if (!json_arena_reset())
        return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
    json_problem(problem, PROBLEM_TWO_WINNERS, NULL, "No game ends with five in a row of both colours");
    problem->lines = lines_to_json(board, false);
    return false;
}

bool omok_write_answer(const struct request *request, const struct omok_board *board, struct buffer *out,
                       struct problem *problem)
{
    const struct omok_verdict verdict = omok_judge(board);
    if (verdict.two_winners)
        return omok_two_winners(board, problem);
    bool ok;
    if (request->writes == MEDIA_TEXT)
        ok = omok_write_verdict(verdict, out);
    else if (request->writes == MEDIA_SVG)
        ok = omok_write_picture(board, verdict, out);
    else
        ok = write_json(board, verdict, request->query.explain, out);
    return problem_unless(ok, problem);
}
