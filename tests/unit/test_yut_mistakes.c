/* What people get wrong about dice yut, against programs that make each mistake by themselves. */
#include "support.h"

#include <string.h>

#include "mistake_checks.h"
#include "reference_yut_mistakes.h"
#include "xorshift.h"
#include "yut/best_score.h"
#include "yut/mistakes.h"
#include "yut/solver.h"

enum { DRAWN = 100, RANDOM = 100, SEEDS = 10 };

static void print_dice(const uint8_t dice[YUT_TURNS])
{
    for (int turn = 0; turn < YUT_TURNS; turn++)
        print_error("%d%s", dice[turn], turn + 1 < YUT_TURNS ? " " : "\n");
}

static int right_score(const uint8_t dice[YUT_TURNS])
{
    return (int)yut_best_score(yut_dice_index(dice, YUT_TURNS));
}

/* Does the mistake show, by the reference? Its score is that of the program, too. */
static bool shows(unsigned mistake, const uint8_t dice[YUT_TURNS])
{
    const char *const id = yut_mistakes.at(mistake)->id;
    const int expected = reference_yut_mistaken_score(id, dice), got = (int)yut_mistaken_score(mistake, dice);
    if (got != expected) {
        print_dice(dice);
        fail_msg("%s: %d, not %d", id, got, expected);
    }
    return expected != right_score(dice);
}

static mistake_set shown(const void *hard_case)
{
    const struct yut_case *const yut = hard_case;
    mistake_set set = 0;
    for (unsigned i = 0; i < yut_mistakes.count; i++)
        set |= shows(i, yut->dice) ? UINT32_C(1) << i : 0;
    return set;
}

static unsigned size_of(const void *hard_case)
{
    const struct yut_case *const yut = hard_case;
    unsigned sum = 0;
    for (int turn = 0; turn < YUT_TURNS; turn++)
        sum += yut->dice[turn];
    return sum;
}

static bool are_same(const void *a, const void *b)
{
    const struct yut_case *const left = a, *const right = b;
    return memcmp(left->dice, right->dice, sizeof left->dice) == 0;
}

static void check_claim(unsigned mistake, const void *hard_case)
{
    const struct yut_case *const yut = hard_case;
    check(yut_mistakes.at(mistake)->id, shows(mistake, yut->dice));
    const int claim = (int)yut_mistaken_score(mistake, yut->dice);
    const mistake_set named = yut_mistakes_that_answer(yut->dice, claim);
    check(yut_mistakes.at(mistake)->id, (named >> mistake & 1) != 0 && (named & ~yut->about.exposes) == 0);
}

static const struct mistake_checks checks = {
    .game = &yut_hard_cases, .shown = shown, .size_of = size_of, .are_same = are_same, .check_claim = check_claim};

static void test_table(void **state)
{
    (void)state;
    check_mistake_table(&yut_mistakes);
}

/* Where one die of an example is lower, its mistake does not show. */
static void test_examples_are_as_low_as_can_be(void **state)
{
    (void)state;
    for (unsigned i = 0; i < yut_mistakes.count; i++) {
        const char *const id = yut_mistakes.at(i)->id;
        uint8_t dice[YUT_TURNS];
        memcpy(dice, yut_mistake_example(i), sizeof dice);
        check(id, shows(i, dice));
        for (int turn = 0; turn < YUT_TURNS; turn++) {
            const uint8_t thrown = dice[turn];
            for (dice[turn] = 1; dice[turn] < thrown; dice[turn]++)
                check(id, !shows(i, dice));
        }
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

static void throw(uint64_t * random, uint8_t dice[YUT_TURNS])
{
    for (int turn = 0; turn < YUT_TURNS; turn++)
        dice[turn] = (uint8_t)(1 + xorshift_below(random, YUT_FACES));
}

static void test_random_dice(void **state)
{
    (void)state;
    uint64_t random = 17825;
    for (unsigned i = 0; i < RANDOM; i++) {
        uint8_t dice[YUT_TURNS];
        throw(&random, dice);
        assert_int_equal(reference_yut_mistaken_score("", dice), right_score(dice));
        unsigned scores[32];
        for (unsigned mistake = 0; mistake < yut_mistakes.count; mistake++) {
            shows(mistake, dice);
            scores[mistake] = yut_mistaken_score(mistake, dice);
        }
        const unsigned claim = scores[i % yut_mistakes.count];
        mistake_set expected = 0;
        for (unsigned mistake = 0; mistake < yut_mistakes.count; mistake++)
            expected |= scores[mistake] == claim ? UINT32_C(1) << mistake : 0;
        assert_int_equal(yut_mistakes_that_answer(dice, (int)claim), expected);
    }
}

static void test_best_score_by_the_right_rules(void **state)
{
    (void)state;
    struct yut_variant variant;
    struct yut_rules rules;
    yut_right_variant(&variant);
    yut_make_rules(&variant, &rules);
    assert_memory_equal(&rules, &yut_tables.rules, sizeof rules);
    uint64_t random = 10;
    for (unsigned i = 0; i < 500; i++) {
        uint8_t dice[YUT_TURNS];
        throw(&random, dice);
        assert_int_equal(yut_best_score_by(&rules, dice, YUT_TURNS), right_score(dice));
    }
    assert_int_equal(yut_greedy_score_by(&rules, yut_mistake_example(8), YUT_TURNS),
                     reference_yut_mistaken_score("greedy", yut_mistake_example(8)));
    static const uint8_t dice[] = {5, 5};
    assert_int_equal(yut_best_score_by(&rules, dice, 1), 10);
    assert_int_equal(yut_best_score_by(&rules, dice, 2), 40); /* to 10, and on to 30 */
}

static void test_claims_that_no_mistake_makes(void **state)
{
    (void)state;
    static const int claims[] = {INT32_MIN, -1, 0, 1000, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(claims); i++)
        assert_int_equal(yut_mistakes_that_answer(yut_mistake_example(0), claims[i]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_examples_are_as_low_as_can_be),
        cmocka_unit_test(test_drawn_cases),
        cmocka_unit_test(test_sets_for_all),
        cmocka_unit_test(test_small_sets),
        cmocka_unit_test(test_random_dice),
        cmocka_unit_test(test_best_score_by_the_right_rules),
        cmocka_unit_test(test_claims_that_no_mistake_makes),
    };
    return cmocka_run_group_tests_name("yut mistakes", tests, NULL, NULL);
}
