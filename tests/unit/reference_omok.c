#include "unit/reference_omok.h"

enum { SIZE = REFERENCE_OMOK_SIZE };

int reference_omok_row_step(int direction)
{
    static const int steps[] = {0, 1, 1, -1};
    return steps[direction];
}

int reference_omok_column_step(int direction)
{
    return direction == 1 ? 0 : 1;
}

bool reference_omok_is_on_board(int row, int column)
{
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE;
}

static int color_at(const struct reference_omok_board *board, int row, int column)
{
    return reference_omok_is_on_board(row, column) ? board->cell[row][column] : 0;
}

/* The length of the run that begins on this cell; 0 if there is no stone, or the run began before it. */
static int run_from(const struct reference_omok_board *board, int row, int column, int direction)
{
    const int down = reference_omok_row_step(direction), right = reference_omok_column_step(direction);
    const int color = color_at(board, row, column);
    if (color == 0 || color_at(board, row - down, column - right) == color)
        return 0;
    int length = 1;
    while (color_at(board, row + length * down, column + length * right) == color)
        length++;
    return length;
}

static void add_line(struct reference_omok_verdict *verdict, const struct reference_omok_line *line)
{
    if (line->length == 5)
        verdict->fives[verdict->five_count++] = *line;
    if (line->length >= 6)
        verdict->overlines[verdict->overline_count++] = *line;
}

static bool has_five_of(const struct reference_omok_verdict *verdict, int color)
{
    for (int i = 0; i < verdict->five_count; i++)
        if (verdict->fives[i].color == color)
            return true;
    return false;
}

void reference_omok_judge(const struct reference_omok_board *board, struct reference_omok_verdict *verdict)
{
    verdict->five_count = verdict->overline_count = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            for (int direction = 0; direction < REFERENCE_OMOK_DIRECTIONS; direction++)
                add_line(verdict, &(struct reference_omok_line){.color = board->cell[row][column],
                                                                .row = row + 1,
                                                                .column = column + 1,
                                                                .direction = direction,
                                                                .length = run_from(board, row, column, direction)});

    verdict->two_winners = has_five_of(verdict, 1) && has_five_of(verdict, 2);
    const bool won = verdict->five_count > 0 && !verdict->two_winners;
    verdict->winner = won ? verdict->fives[0].color : 0;
    verdict->row = won ? verdict->fives[0].row : 0;
    verdict->column = won ? verdict->fives[0].column : 0;
}
