/* Which cases make a good set, for games of our own: what is drawn is known there. */
#include "support.h"

#include "mistakes/hard_cases.h"

enum { MISTAKES = 32 };

struct number_case {
    struct hard_case about;
    unsigned number;
};

static const struct mistake *about(unsigned i)
{
    static const struct mistake mistakes[MISTAKES] = {{"a", "a", "a"}, {"b", "b", "b"}, {"c", "c", "c"}};
    return &mistakes[i];
}

static const struct mistake_table three = {.count = 3, .at = about}, many = {.count = MISTAKES, .at = about};

/* How many cases each mistake has; and what was told to the last drawing. */
static unsigned cases_of_each;
static unsigned smallest_drawn;
static unsigned near_drawn;

static void draw(unsigned mistake, bool smallest, struct random *random, const void *near, void *ret_case)
{
    struct number_case *const drawn = ret_case;
    const struct number_case *const other = near;
    assert_int_equal(drawn->number, 0);
    assert_int_equal(drawn->about.exposes, 0);
    assert_true(other == NULL || (other->about.exposes >> mistake & 1) != 0);
    smallest_drawn += smallest;
    near_drawn += other != NULL;
    const unsigned which = random_below(random, cases_of_each);
    drawn->number = 1 + mistake * 1000 + which;
    drawn->about.size = smallest ? 1 : 2 + which;
    drawn->number += smallest ? 500 : 0;
    drawn->about.exposes = UINT32_C(1) << mistake;
}

static const struct hard_case_game game_of_three = {&three, sizeof(struct number_case), draw};
static const struct hard_case_game game_of_many = {&many, sizeof(struct number_case), draw};

static struct number_case cases[HARD_CASES_MAX];

static unsigned make(const struct hard_case_game *game, unsigned count, unsigned mistake)
{
    smallest_drawn = near_drawn = 0;
    return hard_cases_make(game, &(struct hard_case_order){.count = count, .mistake = mistake, .seed = 1}, cases);
}

static mistake_set exposed(unsigned count)
{
    mistake_set set = 0;
    for (unsigned i = 0; i < count; i++) {
        assert_true(i == 0 || cases[i - 1].about.size <= cases[i].about.size);
        for (unsigned other = 0; other < i; other++)
            assert_int_not_equal(cases[i].number, cases[other].number);
        set |= cases[i].about.exposes;
    }
    return set;
}

static void test_fewer_than_are_ordered(void **state)
{
    (void)state;
    cases_of_each = 3;
    assert_int_equal(make(&game_of_three, 100, 1), 4); /* one small one, and three others */
    assert_int_equal(exposed(4), 2);
    assert_int_equal(smallest_drawn, 1);
    assert_true(near_drawn > 0);
    cases_of_each = 1;
    assert_int_equal(make(&game_of_three, 20, three.count), 6);
    assert_int_equal(exposed(6), 7);
}

static void test_every_mistake_as_far_as_the_count_goes(void **state)
{
    (void)state;
    cases_of_each = 400;
    for (unsigned count = 1; count <= HARD_CASES_MAX; count++) {
        assert_int_equal(make(&game_of_many, count, many.count), count);
        assert_int_equal(__builtin_popcount(exposed(count)), count < MISTAKES ? count : MISTAKES);
        /* What exposes as much as another case, and is smaller, is taken. */
        assert_int_equal(cases[count < MISTAKES ? count - 1 : MISTAKES - 1].about.size, 1);
    }
}

static void test_as_many_as_are_ordered_of_one(void **state)
{
    (void)state;
    cases_of_each = 400;
    for (unsigned mistake = 0; mistake < MISTAKES; mistake += 31)
        for (unsigned count = 1; count <= HARD_CASES_MAX; count += 33) {
            assert_int_equal(make(&game_of_many, count, mistake), count);
            assert_int_equal(exposed(count), UINT32_C(1) << mistake);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fewer_than_are_ordered),
        cmocka_unit_test(test_every_mistake_as_far_as_the_count_goes),
        cmocka_unit_test(test_as_many_as_are_ordered_of_one),
    };
    return cmocka_run_group_tests_name("hard cases", tests, NULL, NULL);
}
