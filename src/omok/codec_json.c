#include <cjson/cJSON.h>
#include <string.h>

#include "omok/codec.h"
#include "omok/judge.h"
#include "omok/row.h"
#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"

/* The board that is being read, and how its first row was written: the others must be, too. */
struct reading {
    struct omok_board board;
    unsigned row;
    bool rows_are_strings;
};

static bool wrong_column_count(size_t count, const struct json_path *path, struct problem *problem)
{
    return json_problem(problem, PROBLEM_WRONG_COLUMN_COUNT, path, "The number of columns of row %zu is %zu, not %d",
                        path->index + 1, count, OMOK_SIZE);
}

static bool read_cell(int cell, unsigned column, struct reading *reading, const struct json_path *path,
                      struct problem *problem)
{
    if (cell < OMOK_EMPTY || cell > OMOK_WHITE)
        return json_problem(problem, PROBLEM_CELL_OUT_OF_RANGE, path, "Row %u, column %u is %d", reading->row + 1,
                            column + 1, cell);
    omok_put(&reading->board, reading->row, column, (unsigned)cell);
    return true;
}

static bool read_digits(const char *digits, const struct json_path *path, struct reading *reading,
                        struct problem *problem)
{
    const size_t length = strlen(digits), good = strspn(digits, "0123456789");
    if (good != length)
        return json_problem(problem, PROBLEM_NOT_AN_INTEGER, path, "Column %zu of row %u is not a digit", good + 1,
                            reading->row + 1);
    if (length != OMOK_SIZE)
        return wrong_column_count(length, path, problem);
    struct omok_row row;
    if (omok_row_from_digits(digits, &row)) {
        omok_put_row(&reading->board, reading->row, &row);
        return true;
    }
    const size_t column = strspn(digits, "012");
    return read_cell(digits[column] - '0', (unsigned)column, reading, path, problem);
}

/* A row of 19 cells without a fault, which needs no paths; false, and nothing taken, for any other. */
static bool take_sound_integers(const cJSON *row, struct reading *reading)
{
    struct omok_row stones = {{0, 0}};
    unsigned column = 0;
    const cJSON *element;
    cJSON_ArrayForEach(element, row)
    {
        const bool is_cell = cJSON_IsNumber(element) && element->valuedouble == element->valueint &&
                             element->valueint >= OMOK_EMPTY && element->valueint <= OMOK_WHITE;
        if (!is_cell || column == OMOK_SIZE)
            return false;
        stones.colors[0] |= (uint32_t)(element->valueint & OMOK_BLACK) << column;
        stones.colors[1] |= (uint32_t)(element->valueint >> 1) << column;
        column++;
    }
    if (column != OMOK_SIZE)
        return false;
    omok_put_row(&reading->board, reading->row, &stones);
    return true;
}

static bool read_integers(const cJSON *row, const struct json_path *path, struct reading *reading,
                          struct problem *problem)
{
    if (take_sound_integers(row, reading))
        return true;
    const int count = cJSON_GetArraySize(row);
    if (count != OMOK_SIZE)
        return wrong_column_count((size_t)count, path, problem);
    struct json_path cell_path = {.parent = path};
    const cJSON *element;
    for (element = row->child; element != NULL; element = element->next) {
        int cell;
        if (!json_read_integer(element, &cell_path, &cell, problem) ||
            !read_cell(cell, (unsigned)cell_path.index, reading, &cell_path, problem))
            return false;
        cell_path.index++;
    }
    return true;
}

static bool read_row(const cJSON *row, const struct json_path *path, struct reading *reading, struct problem *problem)
{
    if (reading->row == 0)
        reading->rows_are_strings = cJSON_IsString(row);
    if (reading->rows_are_strings && cJSON_IsString(row))
        return read_digits(row->valuestring, path, reading, problem);
    if (!reading->rows_are_strings && cJSON_IsArray(row))
        return read_integers(row, path, reading, problem);
    return json_problem(problem, PROBLEM_NOT_AN_ARRAY, path,
                        "A row is an array of 19 integers or a string of 19 digits, the same on all rows");
}

static bool read_board(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    if (!json_require_array(array, path, problem))
        return false;
    const int count = cJSON_GetArraySize(array);
    if (count != OMOK_SIZE)
        return json_problem(problem, PROBLEM_WRONG_ROW_COUNT, path, "The number of rows is %d, not %d", count,
                            OMOK_SIZE);
    struct reading *const reading = target;
    struct json_path row_path = {.parent = path};
    const cJSON *row;
    for (row = array->child; row != NULL; row = row->next) {
        if (!read_row(row, &row_path, reading, problem))
            return false;
        row_path.index++;
        reading->row++;
    }
    return true;
}

bool omok_read_board_json(const char *text, size_t length, struct omok_board *board, struct problem *problem)
{
    static const struct json_member members[] = {{.name = "board", .required = true, .read = read_board}};

    const cJSON *const root = json_parse(text, length, problem);
    if (root == NULL)
        return false;
    struct reading reading = {0};
    const bool ok = cJSON_IsArray(root) ? read_board(root, NULL, &reading, problem)
                                        : json_read_object(root, NULL, members, 1, &reading, problem);
    if (!ok)
        return false;
    *board = reading.board;
    return true;
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

static bool write_json(const struct omok_board *board, struct omok_verdict verdict, bool explain, struct buffer *out)
{
    if (!json_arena_reset())
        return false;
    cJSON *const answer = json_object();
    const bool won = verdict.winner != OMOK_EMPTY;
    json_add_integer(answer, "winner", verdict.winner);
    json_add(answer, "row", won ? json_integer(verdict.row) : cJSON_CreateNull());
    json_add(answer, "col", won ? json_integer(verdict.col) : cJSON_CreateNull());
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

static bool write_text(struct omok_verdict verdict, struct buffer *out)
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
    const bool ok =
        request->writes == MEDIA_TEXT ? write_text(verdict, out) : write_json(board, verdict, request->explain, out);
    return problem_unless(ok, problem);
}
