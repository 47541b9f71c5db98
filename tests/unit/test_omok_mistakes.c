/* What people get wrong about omok boards, against programs that make each mistake by themselves. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "mistake_checks.h"
#include "omok/judge.h"
#include "omok/mistakes.h"
#include "reference_omok_mistakes.h"
#include "xorshift.h"

enum { DRAWN = 100, RANDOM = 400, SEEDS = 10 };

static struct reference_omok_board plain(const struct omok_board *board)
{
    struct reference_omok_board copy = {0};
    for (int row = 0; row < OMOK_SIZE; row++)
        for (int column = 0; column < OMOK_SIZE; column++)
            for (int color = 1; color <= 2; color++)
                if ((board->stones[color - 1].rows[OMOK_MARGIN + row] >> column & 1) != 0)
                    copy.cell[row][column] = color;
    return copy;
}

static void print_board(const struct omok_board *board)
{
    const struct reference_omok_board copy = plain(board);
    for (int row = 0; row < OMOK_SIZE; row++) {
        for (int column = 0; column < OMOK_SIZE; column++)
            print_error("%c", ".12"[copy.cell[row][column]]);
        print_error("\n");
    }
}

/* Does the mistake show, by the reference? Its answer is that of the program, too. */
static bool shows(unsigned mistake, const struct omok_board *board)
{
    const char *const id = omok_mistakes.at(mistake)->id;
    const struct reference_omok_board copy = plain(board);
    const struct reference_omok_report expected = reference_omok_mistaken_report(id, &copy);
    const struct reference_omok_report right = reference_omok_mistaken_report("", &copy);
    const struct omok_answer got = omok_mistaken_answer(mistake, board);
    check(id, expected.known);
    if (got.winner != expected.winner || got.row != expected.row || got.col != expected.column) {
        print_board(board);
        fail_msg("%s: %d at %d %d, not %d at %d %d", id, got.winner, got.row, got.col, expected.winner, expected.row,
                 expected.column);
    }
    return expected.winner != right.winner || expected.row != right.row || expected.column != right.column;
}

/* The problem promises boards with one five at most: programs need not agree on any other. */
static void check_promise(const struct omok_board *board)
{
    const struct reference_omok_board copy = plain(board);
    static struct reference_omok_verdict verdict;
    reference_omok_judge(&copy, &verdict);
    check("a drawn board", verdict.five_count <= 1);
}

static mistake_set shown(const void *hard_case)
{
    const struct omok_case *const omok = hard_case;
    check_promise(&omok->board);
    mistake_set set = 0;
    for (unsigned i = 0; i < omok_mistakes.count; i++)
        set |= shows(i, &omok->board) ? UINT32_C(1) << i : 0;
    return set;
}

static unsigned size_of(const void *hard_case)
{
    const struct omok_case *const omok = hard_case;
    const struct reference_omok_board copy = plain(&omok->board);
    unsigned stones = 0;
    for (int cell = 0; cell < OMOK_CELLS; cell++)
        stones += copy.cell[cell / OMOK_SIZE][cell % OMOK_SIZE] != 0;
    return stones;
}

static bool are_same(const void *a, const void *b)
{
    const struct omok_case *const left = a, *const right = b;
    return memcmp(&left->board, &right->board, sizeof left->board) == 0;
}

static void check_claim(unsigned mistake, const void *hard_case)
{
    const struct omok_case *const omok = hard_case;
    const char *const id = omok_mistakes.at(mistake)->id;
    check_promise(&omok->board);
    check(id, shows(mistake, &omok->board));
    const struct omok_answer claim = omok_mistaken_answer(mistake, &omok->board);
    mistake_set expected = 0;
    for (unsigned i = 0; i < omok_mistakes.count; i++) {
        const struct omok_answer answer = omok_mistaken_answer(i, &omok->board);
        expected |= omok_answers_are_equal(&claim, &answer) ? UINT32_C(1) << i : 0;
    }
    check(id, (expected >> mistake & 1) != 0 && (expected & ~omok->about.exposes) == 0);
    check_number(id, "the set of mistakes", omok_mistakes_that_answer(&omok->board, &claim), expected);
    const struct omok_answer nonsense = {.winner = 1, .row = 77, .col = claim.col};
    check_number(id, "the set for nonsense", omok_mistakes_that_answer(&omok->board, &nonsense), 0);
}

static const struct mistake_checks checks = {
    .game = &omok_hard_cases, .shown = shown, .size_of = size_of, .are_same = are_same, .check_claim = check_claim};

static void test_table(void **state)
{
    (void)state;
    check_mistake_table(&omok_mistakes);
}

static void test_examples(void **state)
{
    (void)state;
    for (unsigned i = 0; i < omok_mistakes.count; i++) {
        struct omok_board board, again;
        omok_mistake_example(i, &board);
        omok_mistake_example(i, &again);
        check(omok_mistakes.at(i)->id, shows(i, &board));
        check_promise(&board);
        assert_memory_equal(&board, &again, sizeof board);
    }
}

static void test_drawn_cases(void **state)
{
    (void)state;
    check_drawn_cases(&checks, DRAWN);
}

static void test_sets_for_all(void **state)
{
    (void)state;
    check_sets_for_all(&checks, SEEDS);
}

static void test_small_sets(void **state)
{
    (void)state;
    check_small_sets(&checks);
}

/* Crowded boards, or strokes of three to seven stones from edge to edge, or both. */
static struct omok_board random_board(uint64_t *random)
{
    struct reference_omok_board cells = {0};
    const unsigned density = xorshift_below(random, 4), strokes = xorshift_below(random, 12);
    for (int cell = 0; cell < OMOK_CELLS; cell++)
        if (xorshift_below(random, 10) < density * 3)
            cells.cell[cell / OMOK_SIZE][cell % OMOK_SIZE] = (int)(1 + xorshift_below(random, 2));
    for (unsigned i = 0; i < strokes; i++) {
        static const int steps[] = {1, OMOK_SIZE, OMOK_SIZE + 1, OMOK_SIZE - 1};
        int cell = (int)xorshift_below(random, OMOK_CELLS);
        const int step = steps[xorshift_below(random, 4)], color = (int)(1 + xorshift_below(random, 2));
        for (unsigned left = 3 + xorshift_below(random, 5); left > 0 && cell < OMOK_CELLS; left--, cell += step)
            cells.cell[cell / OMOK_SIZE][cell % OMOK_SIZE] = color;
    }
    struct omok_board board = {0};
    for (unsigned cell = 0; cell < OMOK_CELLS; cell++)
        omok_put(&board, cell / OMOK_SIZE, cell % OMOK_SIZE, (unsigned)cells.cell[cell / OMOK_SIZE][cell % OMOK_SIZE]);
    return board;
}

/* Also where both colours have a five, which no mistake is asked about, but which must not break anything. */
static void test_random_boards(void **state)
{
    (void)state;
    uint64_t random = 2615;
    unsigned shown_on[32] = {0};
    for (unsigned i = 0; i < RANDOM; i++) {
        const struct omok_board board = random_board(&random);
        for (unsigned mistake = 0; mistake < omok_mistakes.count; mistake++)
            shown_on[mistake] += shows(mistake, &board);
    }
    for (unsigned mistake = 0; mistake < omok_mistakes.count; mistake++)
        check(omok_mistakes.at(mistake)->id, shown_on[mistake] >= 10);
}

/* Lines that go over an edge, from every cell and in every direction, with and without a stone before them. */
static void test_lines_over_the_edge(void **state)
{
    (void)state;
    static const int steps[] = {1, OMOK_SIZE, OMOK_SIZE + 1, 1 - OMOK_SIZE};
    const unsigned wraps = mistake_find(&omok_mistakes, "wraps-around");
    for (int first = -1; first < OMOK_CELLS; first++)
        for (int i = 0; i < 4 * 4; i++) {
            struct omok_board board = {0};
            for (int stone = 0, cell = first; stone < 4 + i / 4; stone++, cell += steps[i % 4])
                if (cell >= 0 && cell < OMOK_CELLS)
                    omok_put(&board, (unsigned)cell / OMOK_SIZE, (unsigned)cell % OMOK_SIZE, OMOK_BLACK);
            shows(wraps, &board);
        }
}

static void test_equal_answers(void **state)
{
    (void)state;
    const struct omok_answer nobody = {0}, nobody_there = {0, 3, 4}, black = {1, 3, 4}, white = {2, 3, 4};
    const struct omok_answer lower = {1, 4, 4}, righter = {1, 3, 5};
    assert_true(omok_answers_are_equal(&nobody, &nobody_there));
    assert_true(omok_answers_are_equal(&black, &black));
    assert_false(omok_answers_are_equal(&nobody_there, &black));
    assert_false(omok_answers_are_equal(&black, &white));
    assert_false(omok_answers_are_equal(&black, &lower));
    assert_false(omok_answers_are_equal(&black, &righter));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_drawn_cases),
        cmocka_unit_test(test_sets_for_all),
        cmocka_unit_test(test_small_sets),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_lines_over_the_edge),
        cmocka_unit_test(test_equal_answers),
    };
    return cmocka_run_group_tests_name("omok mistakes", tests, NULL, NULL);
}
