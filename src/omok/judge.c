#include "omok/judge.h"

/*
 * The bits of one colour seen along a direction: the stone `step` places further on from each cell of a row. Column
 * bits that leave the board fall off the low end (a step east is a shift right) or into bits that hold no cell.
 */
static inline uint32_t ahead(const struct omok_stones *stones, unsigned row, enum omok_direction direction,
                             unsigned step)
{
    switch (direction) {
    case OMOK_E:
        return stones->rows[row] >> step;
    case OMOK_S:
        return stones->rows[row + step];
    case OMOK_SE:
        return stones->rows[row + step] >> step;
    default:
        return stones->rows[row - step] >> step;
    }
}

/* The stone one place before each cell of a row. */
static inline uint32_t behind(const struct omok_stones *stones, unsigned row, enum omok_direction direction)
{
    switch (direction) {
    case OMOK_E:
        return stones->rows[row] << 1;
    case OMOK_S:
        return stones->rows[row - 1];
    case OMOK_SE:
        return stones->rows[row - 1] << 1;
    default:
        return stones->rows[row + 1] << 1;
    }
}

/* The cells of a row where a run of five or more begins. */
static inline uint32_t run_starts(const struct omok_stones *stones, unsigned row, enum omok_direction direction)
{
    return stones->rows[row] & ahead(stones, row, direction, 1) & ahead(stones, row, direction, 2) &
           ahead(stones, row, direction, 3) & ahead(stones, row, direction, 4) & ~behind(stones, row, direction);
}

static inline uint32_t five_starts(const struct omok_stones *stones, unsigned row, enum omok_direction direction)
{
    return run_starts(stones, row, direction) & ~ahead(stones, row, direction, OMOK_WIN);
}

/* The first stone of the first five of one colour; false where there is none. */
static bool first_five(const struct omok_stones *stones, uint8_t *ret_row, uint8_t *ret_col)
{
    /* All rows in one loop without a branch, of a length that compilers turn into vector code. */
    enum { ROWS = OMOK_SIZE + 1 };
    uint32_t starts[ROWS], any = 0;
    for (unsigned i = 0; i < ROWS; i++) {
        const unsigned row = i + OMOK_MARGIN;
        starts[i] = five_starts(stones, row, OMOK_E) | five_starts(stones, row, OMOK_S) |
                    five_starts(stones, row, OMOK_SE) | five_starts(stones, row, OMOK_NE);
    }
    for (unsigned i = 0; i < ROWS; i++)
        any |= starts[i];
    if (any == 0)
        return false;
    unsigned first = 0;
    while (starts[first] == 0)
        first++;
    *ret_row = (uint8_t)(first + 1);
    *ret_col = (uint8_t)(__builtin_ctz(starts[first]) + 1);
    return true;
}

struct omok_verdict omok_judge(const struct omok_board *board)
{
    struct omok_verdict black = {.winner = OMOK_BLACK}, white = {.winner = OMOK_WHITE};
    const bool black_has_five = first_five(&board->stones[0], &black.row, &black.col);
    const bool white_has_five = first_five(&board->stones[1], &white.row, &white.col);
    if (black_has_five && white_has_five)
        return (struct omok_verdict){.two_winners = true};
    if (black_has_five)
        return black;
    if (white_has_five)
        return white;
    return (struct omok_verdict){.winner = OMOK_EMPTY};
}

static unsigned run_length(const struct omok_stones *stones, unsigned row, unsigned column,
                           enum omok_direction direction)
{
    static const int row_step[OMOK_DIRECTIONS] = {0, 1, 1, -1}, column_step[OMOK_DIRECTIONS] = {1, 0, 1, 1};
    unsigned length = 0;
    int r = (int)row, c = (int)column;
    /* The margins and the bits beyond the last column are empty, so every run ends on its own. */
    for (; stones->rows[r] >> c & 1; r += row_step[direction], c += column_step[direction])
        length++;
    return length;
}

unsigned omok_runs(const struct omok_board *board, unsigned shortest, unsigned longest, struct omok_line lines[])
{
    unsigned count = 0;
    for (unsigned row = OMOK_MARGIN; row < OMOK_MARGIN + OMOK_SIZE; row++) {
        uint32_t starts[2][OMOK_DIRECTIONS], any = 0;
        for (unsigned color = 0; color < 2; color++)
            for (unsigned d = 0; d < OMOK_DIRECTIONS; d++)
                any |= starts[color][d] = run_starts(&board->stones[color], row, (enum omok_direction)d);
        for (; any != 0; any &= any - 1) {
            const unsigned column = (unsigned)__builtin_ctz(any);
            for (unsigned k = 0; k < 2 * OMOK_DIRECTIONS; k++) {
                const unsigned color = k / OMOK_DIRECTIONS, d = k % OMOK_DIRECTIONS;
                if ((starts[color][d] >> column & 1) == 0)
                    continue;
                const unsigned length = run_length(&board->stones[color], row, column, (enum omok_direction)d);
                if (length < shortest || length > longest)
                    continue;
                lines[count++] = (struct omok_line){.color = (uint8_t)(color + 1),
                                                    .row = (uint8_t)(row - OMOK_MARGIN + 1),
                                                    .col = (uint8_t)(column + 1),
                                                    .direction = (uint8_t)d,
                                                    .length = (uint8_t)length};
            }
        }
    }
    return count;
}

unsigned omok_lines(const struct omok_board *board, bool overlines, struct omok_line lines[OMOK_LINES_MAX])
{
    return overlines ? omok_runs(board, OMOK_WIN + 1, OMOK_SIZE, lines) : omok_runs(board, OMOK_WIN, OMOK_WIN, lines);
}

void omok_line_stone(const struct omok_line *line, unsigned i, unsigned *ret_row, unsigned *ret_col)
{
    const unsigned down = line->direction == OMOK_S || line->direction == OMOK_SE ? i : 0;
    const unsigned up = line->direction == OMOK_NE ? i : 0;
    *ret_row = line->row + down - up;
    *ret_col = line->col + (line->direction == OMOK_S ? 0 : i);
}
