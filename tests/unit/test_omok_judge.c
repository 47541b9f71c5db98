/* The winner, the winning stone and all lines of boards that are drawn, planted or random, against a plain scan. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "omok/judge.h"
#include "unit/reference_omok.h"
#include "unit/xorshift.h"

enum { RANDOM_BOARDS = 100000, COLORS = 2 };

static struct omok_board packed(const struct reference_omok_board *board)
{
    struct omok_board copy = {0};
    for (unsigned row = 0; row < OMOK_SIZE; row++)
        for (unsigned column = 0; column < OMOK_SIZE; column++)
            omok_put(&copy, row, column, (unsigned)board->cell[row][column]);
    return copy;
}

static bool stones_agree(const struct omok_line *line, const struct reference_omok_line *expected)
{
    for (int i = 0; i < expected->length; i++) {
        unsigned row, column;
        omok_line_stone(line, (unsigned)i, &row, &column);
        if ((int)row != expected->row + i * reference_omok_row_step(expected->direction) ||
            (int)column != expected->column + i * reference_omok_column_step(expected->direction))
            return false;
    }
    return true;
}

static bool lines_agree(const struct omok_board *board, bool overlines, const struct reference_omok_line *expected,
                        int count)
{
    struct omok_line lines[OMOK_LINES_MAX];
    if ((int)omok_lines(board, overlines, lines) != count)
        return false;
    for (int i = 0; i < count; i++)
        if (lines[i].color != expected[i].color || lines[i].row != expected[i].row ||
            lines[i].col != expected[i].column || lines[i].direction != expected[i].direction ||
            lines[i].length != expected[i].length || !stones_agree(&lines[i], &expected[i]))
            return false;
    return true;
}

static bool verdicts_agree(const struct omok_board *board, const struct reference_omok_verdict *expected)
{
    const struct omok_verdict verdict = omok_judge(board);
    return verdict.two_winners == expected->two_winners && verdict.winner == expected->winner &&
           verdict.row == expected->row && verdict.col == expected->column;
}

static void print_board(const struct reference_omok_board *board)
{
    for (int row = 0; row < OMOK_SIZE; row++) {
        for (int column = 0; column < OMOK_SIZE; column++)
            print_error("%c", ".BW"[board->cell[row][column]]);
        print_error("\n");
    }
}

/* Holds a board against the reference, whose verdict is left for the test to look at. */
static void check_board(const struct reference_omok_board *board, struct reference_omok_verdict *expected)
{
    const struct omok_board bits = packed(board);
    reference_omok_judge(board, expected);
    const bool verdict_is_right = verdicts_agree(&bits, expected);
    const bool fives_are_right = lines_agree(&bits, false, expected->fives, expected->five_count);
    const bool overlines_are_right = lines_agree(&bits, true, expected->overlines, expected->overline_count);
    if (verdict_is_right && fives_are_right && overlines_are_right)
        return;
    print_board(board);
    assert_true(verdict_is_right);
    assert_true(fives_are_right);
    assert_true(overlines_are_right);
}

/* A place and a direction on the board. */
struct ray {
    int row, column, direction;
};

static bool has_room(struct ray ray, int length)
{
    return reference_omok_is_on_board(ray.row, ray.column) &&
           reference_omok_is_on_board(ray.row + (length - 1) * reference_omok_row_step(ray.direction),
                                      ray.column + (length - 1) * reference_omok_column_step(ray.direction));
}

static int *cell_on(struct reference_omok_board *board, struct ray ray, int steps)
{
    return &board->cell[ray.row + steps * reference_omok_row_step(ray.direction)]
                       [ray.column + steps * reference_omok_column_step(ray.direction)];
}

static void put_line(struct reference_omok_board *board, struct ray ray, int length, int color)
{
    for (int i = 0; i < length; i++)
        *cell_on(board, ray, i) = color;
}

/* Calls `visit` with every ray on which `length` stones fit, for each color; returns how many rays there were. */
static int for_each_ray(int length, void (*visit)(struct ray ray, int length, int color))
{
    int rays = 0;
    for (int direction = 0; direction < OMOK_DIRECTIONS; direction++)
        for (int place = 0; place < OMOK_CELLS; place++) {
            const struct ray ray = {place / OMOK_SIZE, place % OMOK_SIZE, direction};
            if (!has_room(ray, length))
                continue;
            rays++;
            for (int color = OMOK_BLACK; color <= OMOK_WHITE; color++)
                visit(ray, length, color);
        }
    return rays;
}

/* Without the reference: what there is to say about one line is known. */
static void check_single_line(struct ray ray, int length, int color)
{
    struct reference_omok_board board = {0};
    put_line(&board, ray, length, color);
    const struct omok_board bits = packed(&board);
    const struct omok_verdict verdict = omok_judge(&bits);
    const bool wins = length == OMOK_WIN;
    assert_false(verdict.two_winners);
    assert_int_equal(verdict.winner, wins ? color : OMOK_EMPTY);
    assert_int_equal(verdict.row, wins ? ray.row + 1 : 0);
    assert_int_equal(verdict.col, wins ? ray.column + 1 : 0);

    struct omok_line line[OMOK_LINES_MAX];
    assert_int_equal(omok_lines(&bits, false, line), wins);
    assert_int_equal(omok_lines(&bits, true, line), length > OMOK_WIN);
    if (length < OMOK_WIN)
        return;
    omok_lines(&bits, !wins, line);
    assert_int_equal(line[0].color, color);
    assert_int_equal(line[0].row, ray.row + 1);
    assert_int_equal(line[0].col, ray.column + 1);
    assert_int_equal(line[0].direction, ray.direction);
    assert_int_equal(line[0].length, length);
}

static void test_every_single_line_is_judged(void **state)
{
    (void)state;
    for (int length = 4; length <= OMOK_SIZE; length++) {
        const int starts = OMOK_SIZE + 1 - length;
        assert_int_equal(for_each_ray(length, check_single_line), 2 * starts * (OMOK_SIZE + starts));
    }
}

static void check_stones(struct ray ray, int length, int color)
{
    static const int row_steps[] = {[OMOK_E] = 0, [OMOK_S] = 1, [OMOK_SE] = 1, [OMOK_NE] = -1};
    static const int column_steps[] = {[OMOK_E] = 1, [OMOK_S] = 0, [OMOK_SE] = 1, [OMOK_NE] = 1};
    const struct omok_line line = {.color = (uint8_t)color,
                                   .row = (uint8_t)(ray.row + 1),
                                   .col = (uint8_t)(ray.column + 1),
                                   .direction = (uint8_t)ray.direction,
                                   .length = (uint8_t)length};
    for (int i = 0; i < length; i++) {
        unsigned row, column;
        omok_line_stone(&line, (unsigned)i, &row, &column);
        assert_int_equal(row, ray.row + 1 + i * row_steps[ray.direction]);
        assert_int_equal(column, ray.column + 1 + i * column_steps[ray.direction]);
    }
}

static void test_stones_of_a_line_lie_in_its_direction(void **state)
{
    (void)state;
    for (int length = OMOK_WIN; length <= OMOK_SIZE; length++)
        for_each_ray(length, check_stones);
}

static void test_empty_board_has_no_winner(void **state)
{
    (void)state;
    struct reference_omok_verdict verdict;
    check_board(&(struct reference_omok_board){0}, &verdict);
    assert_int_equal(verdict.winner, OMOK_EMPTY);
    assert_int_equal(verdict.five_count + verdict.overline_count, 0);
}

/* Stones on one line of the board: B and W, or a gap. */
struct pattern {
    const char *stones;
    int fives, overlines;
    int winner; /* TWO for both colours */
};

enum { TWO = 3 };

static const struct pattern patterns[] = {
    {"BBBB.B", 0, 0, OMOK_EMPTY},
    {"B.BBBB", 0, 0, OMOK_EMPTY},
    {"BB.BBB", 0, 0, OMOK_EMPTY},
    {"BBBBWB", 0, 0, OMOK_EMPTY},
    {"BBBBWWWW", 0, 0, OMOK_EMPTY},
    {"BBBBB.B", 1, 0, OMOK_BLACK},
    {"B.BBBBB", 1, 0, OMOK_BLACK},
    {"BBBBB.BBBB", 1, 0, OMOK_BLACK},
    {"BBBB.BBBBB", 1, 0, OMOK_BLACK},
    {"BBBBBW", 1, 0, OMOK_BLACK},
    {"WBBBBB", 1, 0, OMOK_BLACK},
    {"WBBBBBW", 1, 0, OMOK_BLACK},
    {"WWWWBBBBBWWWW", 1, 0, OMOK_BLACK},
    {"BWBBBBBWB", 1, 0, OMOK_BLACK},
    {"BBBBBWWWWW", 2, 0, TWO},
    {"BBBBB.WWWWW", 2, 0, TWO},
    {"BBBBB.BBBBB", 2, 0, OMOK_BLACK},
    {"BBBBB.BBBBB.BBBBB", 3, 0, OMOK_BLACK},
    {"BBBBBWBBBBBWBBBBB", 3, 0, OMOK_BLACK},
    {"BBBBBB.B", 0, 1, OMOK_EMPTY},
    {"BBBBBB.BBBB", 0, 1, OMOK_EMPTY},
    {"BBBBBB.BBBBB", 1, 1, OMOK_BLACK},
    {"BBBBB.BBBBBB", 1, 1, OMOK_BLACK},
    {"BBBBBBWWWWW", 1, 1, OMOK_WHITE},
    {"BBBBBBWWWWWW", 0, 2, OMOK_EMPTY},
    {"BBBBBBB.BBBBBBB", 0, 2, OMOK_EMPTY},
    {"BBBBBBBBBB", 0, 1, OMOK_EMPTY},
    {"BBBBBBBBBBBBBBBBBBB", 0, 1, OMOK_EMPTY},
};

static const struct pattern *current_pattern;

static int color_in(char stone, bool swapped)
{
    if (stone == '.')
        return OMOK_EMPTY;
    return (stone == 'B') != swapped ? OMOK_BLACK : OMOK_WHITE;
}

/* Black's part is played by the color that is given. */
static void check_pattern(struct ray ray, int length, int color)
{
    const bool swapped = color == OMOK_WHITE;
    struct reference_omok_board board = {0};
    for (int i = 0; i < length; i++)
        *cell_on(&board, ray, i) = color_in(current_pattern->stones[i], swapped);
    struct reference_omok_verdict verdict;
    check_board(&board, &verdict);
    assert_int_equal(verdict.five_count, current_pattern->fives);
    assert_int_equal(verdict.overline_count, current_pattern->overlines);
    assert_int_equal(verdict.two_winners, current_pattern->winner == TWO);
    const int winner = current_pattern->winner == TWO ? OMOK_EMPTY : current_pattern->winner;
    assert_int_equal(verdict.winner, winner != OMOK_EMPTY && swapped ? OMOK_BLACK + OMOK_WHITE - winner : winner);
}

static void test_runs_with_neighbours_on_their_line_are_judged(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        current_pattern = &patterns[i];
        assert_true(for_each_ray((int)strlen(current_pattern->stones), check_pattern) > 0);
    }
}

static void check_board_without_lines(const struct reference_omok_board *board)
{
    struct reference_omok_verdict verdict;
    check_board(board, &verdict);
    assert_int_equal(verdict.winner, OMOK_EMPTY);
    assert_int_equal(verdict.five_count + verdict.overline_count, 0);
}

/* A five that leaves the board and comes in on the other side, as it would on a torus. */
static void check_torus_five(struct ray ray, int color)
{
    struct reference_omok_board board = {0};
    for (int i = 0; i < OMOK_WIN; i++) {
        const int row = ray.row + i * reference_omok_row_step(ray.direction);
        const int column = ray.column + i * reference_omok_column_step(ray.direction);
        board.cell[(row + OMOK_SIZE) % OMOK_SIZE][column % OMOK_SIZE] = color;
    }
    check_board_without_lines(&board);
}

/* A five that goes on in the next row, as it would in a plain array of 361 cells. */
static void check_array_five(struct ray ray, int color)
{
    const int step = OMOK_SIZE * reference_omok_row_step(ray.direction) + reference_omok_column_step(ray.direction);
    const int first = OMOK_SIZE * ray.row + ray.column, last = first + (OMOK_WIN - 1) * step;
    if (last < 0 || last >= OMOK_CELLS)
        return;
    struct reference_omok_board board = {0};
    for (int i = 0; i < OMOK_WIN; i++)
        board.cell[(first + i * step) / OMOK_SIZE][(first + i * step) % OMOK_SIZE] = color;
    check_board_without_lines(&board);
}

static void test_fives_do_not_go_on_beyond_an_edge(void **state)
{
    (void)state;
    int crossing = 0;
    for (int direction = 0; direction < OMOK_DIRECTIONS; direction++)
        for (int place = 0; place < OMOK_CELLS; place++) {
            const struct ray ray = {place / OMOK_SIZE, place % OMOK_SIZE, direction};
            if (has_room(ray, OMOK_WIN))
                continue;
            crossing++;
            for (int color = OMOK_BLACK; color <= OMOK_WHITE; color++) {
                check_torus_five(ray, color);
                check_array_five(ray, color);
            }
        }
    assert_int_equal(crossing, 2 * 4 * 19 + 2 * (361 - 15 * 15));
}

/* Nor are the end of a row and the beginning of the next one joined to a longer run. */
static void test_row_ends_and_next_row_are_apart(void **state)
{
    (void)state;
    for (int row = 0; row + 1 < OMOK_SIZE; row++)
        for (int before = 1; before <= 7; before++)
            for (int after = 1; after <= 7; after++) {
                struct reference_omok_board board = {0};
                put_line(&board, (struct ray){row, OMOK_SIZE - before, OMOK_E}, before, OMOK_BLACK);
                put_line(&board, (struct ray){row + 1, 0, OMOK_E}, after, OMOK_BLACK);
                struct reference_omok_verdict verdict;
                check_board(&board, &verdict);
                assert_int_equal(verdict.five_count, (before == OMOK_WIN) + (after == OMOK_WIN));
                assert_int_equal(verdict.overline_count, (before > OMOK_WIN) + (after > OMOK_WIN));
            }
}

static void draw_board(struct reference_omok_board *board, const char *const rows[OMOK_SIZE])
{
    for (int row = 0; row < OMOK_SIZE; row++)
        for (int column = 0; column < OMOK_SIZE; column++)
            board->cell[row][column] = color_in(rows[row][column], false);
}

/* The most lines of one direction that a board can hold, and boards full of overlines. */
static void test_full_boards_are_judged(void **state)
{
    (void)state;
    static const char *const three_fives[] = {"BBBBBWBBBBBWBBBBBWB", "WWWWWBWWWWWBWWWWWBW"};
    const char *rows[OMOK_SIZE];
    for (int row = 0; row < OMOK_SIZE; row++)
        rows[row] = three_fives[row % 2];
    struct reference_omok_board board;
    draw_board(&board, rows);
    struct reference_omok_verdict verdict;
    check_board(&board, &verdict);
    assert_true(verdict.five_count >= 3 * OMOK_SIZE);
    assert_true(verdict.two_winners);

    for (int row = 0; row < OMOK_SIZE; row++)
        rows[row] = "WWWWWWWWWWWWWWWWWWW";
    draw_board(&board, rows);
    check_board(&board, &verdict);
    /* All rows and columns, and the diagonals of six cells and more. */
    assert_int_equal(verdict.overline_count, 19 + 19 + 27 + 27);
    assert_int_equal(verdict.five_count, 2 * 2); /* the diagonals of exactly five */
    assert_int_equal(verdict.row, 1);
    assert_int_equal(verdict.column, OMOK_SIZE + 1 - OMOK_WIN);
}

/* One stone, the first of a five in all four directions. */
static void test_lines_of_one_stone_go_from_e_to_ne(void **state)
{
    (void)state;
    struct reference_omok_board board = {0};
    for (int direction = OMOK_DIRECTIONS; direction-- > 0;)
        put_line(&board, (struct ray){9, 9, direction}, OMOK_WIN, OMOK_WHITE);
    const struct omok_board bits = packed(&board);
    struct omok_line lines[OMOK_LINES_MAX];
    assert_int_equal(omok_lines(&bits, false, lines), 4);
    const enum omok_direction order[] = {OMOK_E, OMOK_S, OMOK_SE, OMOK_NE};
    for (int i = 0; i < OMOK_DIRECTIONS; i++) {
        assert_int_equal(lines[i].row, 10);
        assert_int_equal(lines[i].col, 10);
        assert_int_equal(lines[i].direction, order[i]);
    }
}

static int noise(uint64_t *random, unsigned percent)
{
    return xorshift_below(random, 100) < percent ? (int)(1 + xorshift_below(random, COLORS)) : OMOK_EMPTY;
}

static void scatter(struct reference_omok_board *board, uint64_t *random, unsigned percent)
{
    for (int row = 0; row < OMOK_SIZE; row++)
        for (int column = 0; column < OMOK_SIZE; column++)
            board->cell[row][column] = noise(random, percent);
}

/* Nearly all stones of one color, so that runs are long. */
static void crowd(struct reference_omok_board *board, uint64_t *random)
{
    const int color = (int)(1 + xorshift_below(random, COLORS));
    const unsigned percent = 5 + xorshift_below(random, 40);
    for (int row = 0; row < OMOK_SIZE; row++)
        for (int column = 0; column < OMOK_SIZE; column++)
            board->cell[row][column] =
                xorshift_below(random, 100) < percent ? (int)xorshift_below(random, COLORS + 1) : color;
}

static struct ray ray_with_room(uint64_t *random, int length)
{
    struct ray ray;
    do {
        ray.direction = (int)xorshift_below(random, OMOK_DIRECTIONS);
        ray.row = (int)xorshift_below(random, OMOK_SIZE);
        ray.column = (int)xorshift_below(random, OMOK_SIZE);
    } while (!has_room(ray, length));
    return ray;
}

static bool touches_edge(struct ray ray, int length)
{
    const int row = ray.row + (length - 1) * reference_omok_row_step(ray.direction);
    const int column = ray.column + (length - 1) * reference_omok_column_step(ray.direction);
    return ray.row % (OMOK_SIZE - 1) == 0 || ray.column % (OMOK_SIZE - 1) == 0 || row % (OMOK_SIZE - 1) == 0 ||
           column % (OMOK_SIZE - 1) == 0;
}

/* A run of four to seven, sometimes with one stone missing, sometimes of the other color. */
static void plant(struct reference_omok_board *board, uint64_t *random, bool at_edge)
{
    static const int lengths[] = {4, 5, 5, 5, 6, 7};
    const int length = lengths[xorshift_below(random, sizeof lengths / sizeof lengths[0])];
    struct ray ray = ray_with_room(random, length);
    while (at_edge && !touches_edge(ray, length))
        ray = ray_with_room(random, length);
    put_line(board, ray, length, (int)(1 + xorshift_below(random, COLORS)));
    if (xorshift_below(random, 3) == 0)
        *cell_on(board, ray, (int)xorshift_below(random, (unsigned)length)) = (int)xorshift_below(random, COLORS + 1);
}

static void make_board(struct reference_omok_board *board, uint64_t *random)
{
    static const unsigned percents[] = {3, 10, 25, 50, 75, 95, 100};
    const unsigned kind = xorshift_below(random, 8);
    if (kind == 0) {
        crowd(board, random);
        return;
    }
    /* Dense noise has fives of its own, mostly of both colours; most boards are quiet but for what is planted. */
    const unsigned percent = kind < 3 ? percents[xorshift_below(random, 7)] : percents[xorshift_below(random, 3)];
    scatter(board, random, percent);
    for (unsigned planted = xorshift_below(random, 4); planted > 0; planted--)
        plant(board, random, kind >= 6);
}

/* What the random boards were made to show; a generator that misses it would test nothing. */
struct tally {
    unsigned none, black, white, both, several, overlined, mixed;
};

static void count_traits(struct tally *tally, const struct reference_omok_verdict *verdict)
{
    tally->none += verdict->five_count == 0;
    tally->black += verdict->winner == OMOK_BLACK;
    tally->white += verdict->winner == OMOK_WHITE;
    tally->both += verdict->two_winners;
    tally->several += verdict->five_count > 1 && !verdict->two_winners;
    tally->overlined += verdict->overline_count > 0 && verdict->five_count == 0;
    tally->mixed += verdict->overline_count > 0 && verdict->five_count > 0;
}

static void test_any_board_is_judged_like_the_reference(void **state)
{
    (void)state;
    uint64_t random = 361;
    struct tally tally = {0};
    for (int i = 0; i < RANDOM_BOARDS; i++) {
        struct reference_omok_board board;
        make_board(&board, &random);
        struct reference_omok_verdict verdict;
        check_board(&board, &verdict);
        count_traits(&tally, &verdict);
    }
    assert_in_range(tally.none, 10000, RANDOM_BOARDS);
    assert_in_range(tally.black, 10000, RANDOM_BOARDS);
    assert_in_range(tally.white, 10000, RANDOM_BOARDS);
    assert_in_range(tally.both, 5000, RANDOM_BOARDS);
    assert_in_range(tally.several, 5000, RANDOM_BOARDS);
    assert_in_range(tally.overlined, 5000, RANDOM_BOARDS);
    assert_in_range(tally.mixed, 5000, RANDOM_BOARDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_board_has_no_winner),
        cmocka_unit_test(test_every_single_line_is_judged),
        cmocka_unit_test(test_stones_of_a_line_lie_in_its_direction),
        cmocka_unit_test(test_lines_of_one_stone_go_from_e_to_ne),
        cmocka_unit_test(test_runs_with_neighbours_on_their_line_are_judged),
        cmocka_unit_test(test_fives_do_not_go_on_beyond_an_edge),
        cmocka_unit_test(test_row_ends_and_next_row_are_apart),
        cmocka_unit_test(test_full_boards_are_judged),
        cmocka_unit_test(test_any_board_is_judged_like_the_reference),
    };
    return cmocka_run_group_tests_name("omok judge", tests, NULL, NULL);
}
