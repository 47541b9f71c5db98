/* The best score of all dice, and the best line of many, against the plain rules. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "unit/reference_yut.h"
#include "unit/xorshift.h"
#include "yut/solver.h"

enum { SEARCHED_CASES = 2000, REPLAYED_CASES = 20000, SCORES = YUT_TURNS * 40 + 1 };

/* The piece sets that some dice and moves lead to after a number of turns; a set is told from others by its rank. */
struct level {
    unsigned count;
    struct reference_yut_pieces sets[YUT_RANKS];
    int place[YUT_RANKS]; /* in sets[], by rank; -1 where the set isn't reachable */
};

static struct level levels[YUT_TURNS + 1];

static unsigned rank_of(const struct reference_yut_pieces *pieces)
{
    struct yut_pieces copy;
    for (int i = 0; i < YUT_PIECES; i++)
        copy.cell[i] = (uint8_t)pieces->cell[i];
    return yut_rank(&yut_tables, &copy);
}

static void add_set(struct level *level, const struct reference_yut_pieces *pieces)
{
    int *const place = &level->place[rank_of(pieces)];
    if (*place >= 0)
        return;
    *place = (int)level->count;
    level->sets[level->count++] = *pieces;
}

static void add_sets_after(struct level *next, const struct reference_yut_pieces *pieces)
{
    for (int die = 1; die <= YUT_FACES; die++)
        for (int number = 1; number <= YUT_PIECES; number++) {
            struct reference_yut_pieces after = *pieces;
            if (reference_yut_play(&after, number, die) >= 0)
                add_set(next, &after);
        }
}

static int find_levels(void **state)
{
    (void)state;
    for (int turn = 0; turn <= YUT_TURNS; turn++)
        memset(levels[turn].place, -1, sizeof levels[turn].place);
    add_set(&levels[0], &(struct reference_yut_pieces){{0}});
    for (int turn = 0; turn < YUT_TURNS; turn++)
        for (unsigned i = 0; i < levels[turn].count; i++)
            add_sets_after(&levels[turn + 1], &levels[turn].sets[i]);
    return 0;
}

static void test_levels_have_the_sizes_of_the_contract(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 5, 23, 85, 261, 719, 1776, 3841, 7322, 12300, 18463};
    for (int turn = 0; turn <= YUT_TURNS; turn++)
        assert_int_equal(levels[turn].count, sizes[turn]);
    assert_int_equal(levels[5].count, YUT_SETS_AFTER_5);
    assert_int_equal(levels[8].count, YUT_SETS_AFTER_8);
}

static unsigned best_score(const uint8_t *dice)
{
    return yut_best_score(yut_dice_index(dice, YUT_TURNS));
}

static void throw_dice(uint64_t *random, uint8_t dice[YUT_TURNS])
{
    for (int i = 0; i < YUT_TURNS; i++)
        dice[i] = (uint8_t)(1 + xorshift_below(random, YUT_FACES));
}

static void print_dice(const uint8_t *dice)
{
    print_error("dice");
    for (int i = 0; i < YUT_TURNS; i++)
        print_error(" %d", dice[i]);
    print_error("\n");
}

static void test_dice_are_numbers_in_base_5(void **state)
{
    (void)state;
    static const uint8_t dice[] = {1, 1, 2, 3, 5, 4, 1, 1, 1, 2};
    assert_int_equal(yut_dice_index(dice, 0), 0);
    assert_int_equal(yut_dice_index(dice, 2), 0);
    assert_int_equal(yut_dice_index(dice, 5), 25 + 2 * 5 + 4);
    assert_int_equal(yut_dice_index(dice + 4, 2), 4 * 5 + 3);
    assert_int_equal(yut_dice_index(dice, 10), (((25 + 2 * 5 + 4) * 5 + 3) * 625) + 1);
}

/* The samples of BOJ 17825. */
static void test_samples_have_their_scores(void **state)
{
    (void)state;
    assert_int_equal(best_score((const uint8_t[]){1, 2, 3, 4, 1, 2, 3, 4, 1, 2}), 190);
    assert_int_equal(best_score((const uint8_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), 133);
    assert_int_equal(best_score((const uint8_t[]){5, 1, 2, 3, 4, 5, 5, 3, 2, 4}), 214);
    assert_int_equal(best_score((const uint8_t[]){5, 5, 5, 5, 5, 5, 5, 5, 5, 5}), 130);
}

/* Counts up like an odometer, the last die first; false after the last sequence. */
static bool next_dice(uint8_t dice[YUT_TURNS])
{
    for (int i = YUT_TURNS; i-- > 0; dice[i] = 1)
        if (dice[i]++ < YUT_FACES)
            return true;
    return false;
}

static void test_all_dice_agree_with_the_known_facts(void **state)
{
    (void)state;
    static unsigned cases_with[SCORES];
    uint8_t dice[YUT_TURNS];
    memset(dice, 1, sizeof dice);
    unsigned cases = 0;
    uint64_t sum = 0;
    do {
        const unsigned index = yut_dice_index(dice, YUT_TURNS);
        assert_int_equal(index, cases);
        const unsigned score = yut_best_score(index);
        assert_in_range(score, 113, 284);
        cases_with[score]++;
        sum += score;
        cases++;
    } while (next_dice(dice));

    unsigned distinct = 0;
    for (unsigned score = 0; score < SCORES; score++)
        distinct += cases_with[score] > 0;
    assert_int_equal(cases, 9765625);
    assert_int_equal(distinct, 168);
    assert_int_equal(sum, 2097858958);
    assert_int_equal(cases_with[113], 1);
    assert_int_equal(best_score((const uint8_t[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 5}), 113);
    assert_int_equal(cases_with[284], 1);
    assert_int_equal(best_score((const uint8_t[]){4, 5, 3, 1, 1, 2, 1, 1, 1, 1}), 284);
}

static void raise_best(uint16_t *best, const uint16_t *rest, unsigned points, size_t count)
{
    for (size_t i = 0; i < count; i++)
        best[i] = rest[i] + points > best[i] ? (uint16_t)(rest[i] + points) : best[i];
}

/*
 * What each set of a level wins at best with each sequence of the `width` that its dice can show, from the same of the
 * next level, which is freed. The first die decides in which fifth of a set's row a sequence lies.
 */
static uint16_t *value_level(int turn, uint16_t *next, size_t width)
{
    const struct level *const level = &levels[turn];
    const size_t part = width / YUT_FACES;
    uint16_t *const values = calloc(level->count * width, sizeof *values);
    assert_non_null(values);
    for (unsigned i = 0; i < level->count; i++)
        for (int die = 1; die <= YUT_FACES; die++)
            for (int number = 1; number <= YUT_PIECES; number++) {
                struct reference_yut_pieces after = level->sets[i];
                const int points = reference_yut_play(&after, number, die);
                if (points < 0)
                    continue;
                const size_t place = (size_t)levels[turn + 1].place[rank_of(&after)];
                raise_best(&values[i * width + (size_t)(die - 1) * part], &next[place * part], (unsigned)points, part);
            }
    free(next);
    return values;
}

static void check_two_left(const uint16_t *values)
{
    for (unsigned i = 0; i < levels[8].count; i++) {
        const unsigned row = yut_tables.two_left_row[rank_of(&levels[8].sets[i])];
        assert_in_range(row, 0, YUT_SETS_AFTER_8 - 1);
        for (unsigned index = 0; index < YUT_FACES * YUT_FACES; index++)
            assert_int_equal(yut_tables.two_left[row][index], values[i * YUT_FACES * YUT_FACES + index]);
    }
}

static void check_five_left(const uint16_t *values)
{
    for (unsigned i = 0; i < levels[5].count; i++) {
        const unsigned row = yut_tables.five_left_row[rank_of(&levels[5].sets[i])];
        assert_in_range(row, 0, YUT_SETS_AFTER_5 - 1);
        for (unsigned index = 0; index < YUT_DICE_5; index++)
            assert_int_equal(yut_tables.five_left[row][index], values[i * YUT_DICE_5 + index]);
    }
}

/* Sees every number of the tables; that such a pass is right is what the search of all lines shows, on some dice. */
static void test_all_numbers_equal_a_pass_backward(void **state)
{
    (void)state;
    uint16_t *values = calloc(levels[YUT_TURNS].count, sizeof *values);
    assert_non_null(values);
    size_t width = 1;
    for (int turn = YUT_TURNS; turn-- > 0;) {
        width *= YUT_FACES;
        values = value_level(turn, values, width);
        if (turn == 8)
            check_two_left(values);
        if (turn == 5)
            check_five_left(values);
    }
    assert_int_equal(width, YUT_DICE_10);
    for (unsigned index = 0; index < YUT_DICE_10; index++)
        assert_int_equal(yut_best_score(index), values[index]);
    free(values);
}

static bool line_has_pieces(const struct yut_move *line, const int *numbers)
{
    for (int turn = 0; turn < YUT_TURNS; turn++)
        if (line[turn].piece != numbers[turn])
            return false;
    return true;
}

static void test_scores_and_lines_equal_a_search_of_all_lines(void **state)
{
    (void)state;
    uint64_t random = 17825;
    for (int i = 0; i < SEARCHED_CASES; i++) {
        uint8_t dice[YUT_TURNS];
        throw_dice(&random, dice);
        int first_line[YUT_TURNS];
        const int best = reference_yut_best_line(dice, first_line);
        struct yut_move line[YUT_TURNS];
        yut_best_line(dice, line);
        if ((int)best_score(dice) == best && line_has_pieces(line, first_line))
            continue;
        print_dice(dice);
        assert_int_equal(best_score(dice), best);
        for (int turn = 0; turn < YUT_TURNS; turn++)
            assert_int_equal(line[turn].piece, first_line[turn]);
    }
}

/* Is this move what the rules make of its piece and the die? Makes it if so. */
static bool replay(struct reference_yut_pieces *pieces, const struct yut_move *move, int die)
{
    if (move->piece < 1 || move->piece > YUT_PIECES)
        return false;
    const int *const cell = &pieces->cell[move->piece - 1];
    return move->from == *cell && reference_yut_play(pieces, move->piece, die) == move->points && move->to == *cell;
}

static void test_lines_are_legal_and_reach_the_best_score(void **state)
{
    (void)state;
    uint64_t random = 2615;
    for (int i = 0; i < REPLAYED_CASES; i++) {
        uint8_t dice[YUT_TURNS];
        throw_dice(&random, dice);
        struct yut_move line[YUT_TURNS];
        yut_best_line(dice, line);
        struct reference_yut_pieces pieces = {{0}};
        unsigned total = 0, turn = 0;
        for (; turn < YUT_TURNS && replay(&pieces, &line[turn], dice[turn]); turn++)
            total += line[turn].points;
        if (turn == YUT_TURNS && total == best_score(dice))
            continue;
        print_dice(dice);
        assert_int_equal(turn, YUT_TURNS);
        assert_int_equal(total, best_score(dice));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_have_the_sizes_of_the_contract),
        cmocka_unit_test(test_dice_are_numbers_in_base_5),
        cmocka_unit_test(test_samples_have_their_scores),
        cmocka_unit_test(test_all_dice_agree_with_the_known_facts),
        cmocka_unit_test(test_all_numbers_equal_a_pass_backward),
        cmocka_unit_test(test_scores_and_lines_equal_a_search_of_all_lines),
        cmocka_unit_test(test_lines_are_legal_and_reach_the_best_score),
    };
    return cmocka_run_group_tests_name("yut solver", tests, find_levels, NULL);
}
