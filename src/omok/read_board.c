#include "omok/read_board.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "omok/row.h"

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

static bool cell_out_of_range(int cell, unsigned column, const struct reading *reading, const struct json_path *path,
                              struct problem *problem)
{
    return json_problem(problem, PROBLEM_CELL_OUT_OF_RANGE, path, "Row %u, column %u is %d%s", reading->row + 1,
                        column + 1, cell, problem_or_beyond(cell));
}

static bool read_digits(const char *digits, const struct json_path *path, struct reading *reading,
                        struct problem *problem)
{
    const size_t length = strlen(digits);
    struct omok_row row;
    if (length == OMOK_SIZE && omok_row_from_digits(digits, &row)) {
        omok_put_row(&reading->board, reading->row, &row);
        return true;
    }
    const size_t good = strspn(digits, "0123456789");
    if (good != length)
        return json_problem(problem, PROBLEM_NOT_AN_INTEGER, path, "Column %zu of row %u is not a digit", good + 1,
                            reading->row + 1);
    if (length != OMOK_SIZE)
        return wrong_column_count(length, path, problem);
    const size_t column = strspn(digits, "012");
    return cell_out_of_range(digits[column] - '0', (unsigned)column, reading, path, problem);
}

static bool is_cell(const cJSON *element)
{
    return cJSON_IsNumber(element) && element->valuedouble == element->valueint && element->valueint >= OMOK_EMPTY &&
           element->valueint <= OMOK_WHITE;
}

/* A row of 19 cells without a fault, which needs no paths; false, and nothing taken, for any other. */
static bool take_sound_integers(const cJSON *row, struct reading *reading)
{
    struct omok_row stones = {{0, 0}};
    unsigned column = 0;
    const cJSON *element;
    for (element = row->child; element != NULL; element = element->next) {
        if (!is_cell(element) || column == OMOK_SIZE)
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
    /* The row has as many elements as it should, and is not sound: one of them is no cell. */
    struct json_path cell_path = {.parent = path};
    const cJSON *element = row->child;
    for (; is_cell(element); element = element->next)
        cell_path.index++;
    int cell;
    if (!json_read_integer(element, &cell_path, &cell, problem))
        return false;
    return cell_out_of_range(cell, (unsigned)cell_path.index, reading, &cell_path, problem);
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

bool omok_read_board_array(const cJSON *array, const struct json_path *path, struct omok_board *ret_board,
                           struct problem *problem)
{
    if (!json_require_array(array, path, problem))
        return false;
    const int count = cJSON_GetArraySize(array);
    if (count != OMOK_SIZE)
        return json_problem(problem, PROBLEM_WRONG_ROW_COUNT, path, "The number of rows is %d, not %d", count,
                            OMOK_SIZE);
    struct reading reading = {0};
    struct json_path row_path = {.parent = path};
    const cJSON *row;
    for (row = array->child; row != NULL; row = row->next) {
        if (!read_row(row, &row_path, &reading, problem))
            return false;
        row_path.index++;
        reading.row++;
    }
    *ret_board = reading.board;
    return true;
}
