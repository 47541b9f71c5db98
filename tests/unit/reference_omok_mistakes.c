#include "unit/reference_omok_mistakes.h"

#include <string.h>

enum { SIZE = REFERENCE_OMOK_SIZE, EAST, SOUTH, DOWN, UP }; /* DOWN and UP to the right */

static struct {
    const struct reference_omok_board *board;
    bool six_wins, no_look_behind, wrong_end, topmost, last_stone, no_up, no_down, overline_ends_search;
    bool overline_ends_all, swapped, from_zero, wraps, no_last_row, no_last_column, only_black, one_color;
} is;

static const struct {
    const char *id;
    bool *is;
} mistakes[] = {
    {"six-wins", &is.six_wins},
    {"no-look-behind", &is.no_look_behind},
    {"wrong-end-up-right", &is.wrong_end},
    {"topmost", &is.topmost},
    {"last-stone", &is.last_stone},
    {"up-diagonal-missing", &is.no_up},
    {"down-diagonal-missing", &is.no_down},
    {"overline-ends-search", &is.overline_ends_search},
    {"overline-ends-all", &is.overline_ends_all},
    {"row-and-column-swapped", &is.swapped},
    {"counted-from-zero", &is.from_zero},
    {"wraps-around", &is.wraps},
    {"last-row-missing", &is.no_last_row},
    {"last-column-missing", &is.no_last_column},
    {"only-black", &is.only_black},
    {"colors-are-one", &is.one_color},
};

/* A cell; with wraps_around it is the one that an array of all rows has in this place. */
static int color_at(int row, int column)
{
    const int index = row * SIZE + column;
    if (is.wraps)
        return index < 0 || index >= SIZE * SIZE ? 0 : is.board->cell[index / SIZE][index % SIZE];
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE)
        return 0;
    if ((is.no_last_row && row == SIZE - 1) || (is.no_last_column && column == SIZE - 1))
        return 0;
    const int color = is.board->cell[row][column];
    if (is.only_black && color == 2)
        return 0;
    return is.one_color && color != 0 ? 1 : color;
}

static int row_step(int direction)
{
    if (direction == UP)
        return is.wrong_end ? 1 : -1;
    return direction == EAST ? 0 : 1;
}

static int column_step(int direction)
{
    if (direction == UP)
        return is.wrong_end ? -1 : 1;
    return direction == SOUTH ? 0 : 1;
}

/* How many stones of one colour follow each other from here on; 0 when there is none, or they begin earlier. */
static int run_length(int row, int column, int direction)
{
    const int down = row_step(direction), right = column_step(direction), color = color_at(row, column);
    if (color == 0 || (color_at(row - down, column - right) == color && !is.no_look_behind))
        return 0;
    int length = 0;
    while (length < SIZE && color_at(row + length * down, column + length * right) == color)
        length++;
    return length;
}

static struct reference_omok_report report(int row, int column, int direction)
{
    const bool other_end = is.last_stone || (is.topmost && direction == UP);
    row += other_end ? 4 * row_step(direction) : 0;
    column += other_end ? 4 * column_step(direction) : 0;
    const int from = is.from_zero ? 0 : 1;
    struct reference_omok_report made = {true, is.board->cell[row][column], row + from, column + from};
    if (is.swapped)
        made = (struct reference_omok_report){true, made.winner, made.column, made.row};
    return made;
}

static struct reference_omok_report look(void)
{
    static const struct reference_omok_report nobody = {.known = true};
    struct reference_omok_report first = nobody;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            for (int direction = EAST; direction <= UP; direction++) {
                if ((direction == UP && is.no_up) || (direction == DOWN && is.no_down))
                    continue;
                const int length = run_length(row, column, direction);
                if (length > 5 && (is.overline_ends_all || (is.overline_ends_search && first.winner == 0)))
                    return nobody;
                if ((length == 5 || (length > 5 && is.six_wins)) && first.winner == 0)
                    first = report(row, column, direction);
            }
    return first;
}

struct reference_omok_report reference_omok_mistaken_report(const char *id, const struct reference_omok_board *board)
{
    memset(&is, 0, sizeof is);
    is.board = board;
    bool known = *id == '\0';
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        if (strcmp(mistakes[i].id, id) == 0)
            *mistakes[i].is = known = true;
    return known ? look() : (struct reference_omok_report){0};
}
