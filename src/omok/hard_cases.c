/* Boards that expose mistakes: a few lines, some of them too long, some over the edge, and stones that mean nothing. */
#include <assert.h>

#include "omok/judge.h"
#include "omok/mistakes.h"

static bool is_empty(const struct omok_board *board, unsigned row, unsigned column)
{
    const unsigned at = OMOK_MARGIN + row;
    return ((board->stones[0].rows[at] | board->stones[1].rows[at]) >> column & 1) == 0;
}

static void put_if_empty(struct omok_board *board, unsigned cell, unsigned color)
{
    const unsigned row = cell / OMOK_SIZE, column = cell % OMOK_SIZE;
    if (is_empty(board, row, column))
        omok_put(board, row, column, color);
}

/* A column or row near an edge as often as not. */
static unsigned draw_coordinate(struct random *random)
{
    switch (random_below(random, 4)) {
    case 0:
        return random_below(random, 2);
    case 1:
        return OMOK_SIZE - 1 - random_below(random, 6);
    default:
        return random_below(random, OMOK_SIZE);
    }
}

/* Three to seven stones along a direction, as far as there are cells; in an array of rows they may go on in the next.
 */
static void put_line(struct omok_board *board, struct random *random)
{
    static const unsigned lengths[] = {5, 5, 5, 6, 6, 7, 4, 3};
    static const int row_step[] = {0, 1, 1, -1}, column_step[] = {1, 0, 1, 1};

    const unsigned direction = random_below(random, 4), length = lengths[random_below(random, 8)];
    const bool wraps = random_below(random, 8) == 0, is_mixed = random_below(random, 8) == 0;
    const unsigned color = 1 + random_below(random, 2);
    int row = (int)draw_coordinate(random), column = (int)draw_coordinate(random);
    for (unsigned i = 0; i < length; i++) {
        const int cell = row * OMOK_SIZE + column;
        if (row < 0 || cell >= OMOK_CELLS || (column >= OMOK_SIZE && !wraps))
            return;
        put_if_empty(board, (unsigned)cell, is_mixed && i == 2 ? 3 - color : color);
        row += row_step[direction];
        column += column_step[direction];
    }
}

static void scatter(struct omok_board *board, unsigned count, struct random *random)
{
    for (unsigned i = 0; i < count; i++)
        put_if_empty(board, random_below(random, OMOK_CELLS), 1 + random_below(random, 2));
}

/* Does the mistake show on a board that the problem allows? It promises one five at most, of either colour. */
static bool is_wrong(unsigned mistake, const struct omok_board *board)
{
    struct omok_line fives[OMOK_LINES_MAX];
    if (omok_runs(board, OMOK_WIN, OMOK_WIN, fives) > 1)
        return false;
    const struct omok_answer right = omok_right_answer(board), mistaken = omok_mistaken_answer(mistake, board);
    return !omok_answers_are_equal(&right, &mistaken);
}

/* Takes stone after stone away, as long as the mistake still shows. */
static void thin_out(unsigned mistake, struct omok_board *board)
{
    for (unsigned cell = 0; cell < OMOK_CELLS; cell++) {
        const struct omok_board before = *board;
        const uint32_t others = ~(UINT32_C(1) << cell % OMOK_SIZE);
        for (unsigned color = 0; color < 2; color++)
            board->stones[color].rows[OMOK_MARGIN + cell / OMOK_SIZE] &= others;
        if (!is_empty(&before, cell / OMOK_SIZE, cell % OMOK_SIZE) && !is_wrong(mistake, board))
            *board = before;
    }
}

static unsigned count_stones(const struct omok_board *board)
{
    unsigned count = 0;
    for (unsigned color = 0; color < 2; color++)
        for (unsigned row = 0; row < OMOK_ROWS; row++)
            count += (unsigned)__builtin_popcount(board->stones[color].rows[row]);
    return count;
}

/* One board in sixty or more shows a mistake, whichever it is, so this ends soon. */
static void find_board(unsigned mistake, bool smallest, struct random *random, struct omok_board *ret_board)
{
    do {
        *ret_board = (struct omok_board){0};
        const unsigned lines = 1 + random_below(random, 3), others = random_below(random, smallest ? 3 : 40);
        for (unsigned i = 0; i < lines; i++)
            put_line(ret_board, random);
        scatter(ret_board, others, random);
    } while (!is_wrong(mistake, ret_board));
    if (smallest)
        thin_out(mistake, ret_board);
}

void omok_mistake_example(unsigned mistake, struct omok_board *ret_board)
{
    struct random random = {mistake};
    find_board(mistake, true, &random, ret_board);
}

static void draw(unsigned mistake, bool smallest, struct random *random, const void *near, void *ret_case)
{
    (void)near;
    struct omok_case *const drawn = ret_case;
    find_board(mistake, smallest, random, &drawn->board);
    drawn->about.size = count_stones(&drawn->board);
    for (unsigned i = 0; i < omok_mistakes.count; i++)
        if (is_wrong(i, &drawn->board))
            drawn->about.exposes |= UINT32_C(1) << i;
}

static_assert(sizeof(struct omok_case) <= HARD_CASE_BYTES_MAX, "a pool has room for it");

const struct hard_case_game omok_hard_cases = {
    .mistakes = &omok_mistakes,
    .case_bytes = sizeof(struct omok_case),
    .draw = draw,
};
