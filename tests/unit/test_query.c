/* The parameters of a query, one by one. */
#include "support.h"

#include "http/query.h"

static void test_each_parameter(void **state)
{
    (void)state;
    struct query query = {0};
    assert_true(query_take(&query, "explain", "true"));
    assert_true(query.explain);
    assert_int_equal(query.given, PARAMETER_EXPLAIN);
    assert_true(query_take(&query, "count", "20"));
    assert_int_equal(query.count, 20);
    assert_true(query_take(&query, "seed", "18446744073709551615"));
    assert_true(query.seed == UINT64_MAX);
    assert_true(query_take(&query, "part", "out"));
    assert_true(query.part_is_out);
    static const char id[] = "anything at all";
    assert_true(query_take(&query, "mistake", id));
    assert_ptr_equal(query.mistake, id);
    assert_int_equal(query.given,
                     PARAMETER_EXPLAIN | PARAMETER_COUNT | PARAMETER_SEED | PARAMETER_MISTAKE | PARAMETER_PART);
}

static void test_values_that_are_the_default(void **state)
{
    (void)state;
    struct query query = {0};
    assert_true(query_take(&query, "explain", "false"));
    assert_true(query_take(&query, "part", "in"));
    assert_true(query_take(&query, "mistake", ""));
    assert_true(query_take(&query, "seed", "0"));
    assert_false(query.explain);
    assert_false(query.part_is_out);
    assert_int_equal(query.given, PARAMETER_EXPLAIN | PARAMETER_PART | PARAMETER_MISTAKE | PARAMETER_SEED);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *value;
    } cases[] = {
        {"", ""},
        {"", NULL},
        {"verbose", "true"},
        {"Explain", "true"},
        {"explain", NULL},
        {"explain", ""},
        {"explain", "1"},
        {"explain", "True"},
        {"count", NULL},
        {"count", ""},
        {"count", "-1"},
        {"count", "1e1"},
        {"count", "1 "},
        {"seed", NULL},
        {"seed", "x"},
        {"part", NULL},
        {"part", ""},
        {"part", "both"},
        {"part", "IN"},
        {"mistake", NULL},
        {"counts", "1"},
        {"coun", "1"},
        {"seed", "18446744073709551616"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct query query = {0};
        check(cases[i].name, !query_take(&query, cases[i].name, cases[i].value));
        check(cases[i].name, !query.explain && !query.part_is_out && query.count == 0 && query.seed == 0);
    }
}

static void test_a_second_time(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *value;
    } cases[] = {{"explain", "false"}, {"count", "1"}, {"seed", "1"}, {"mistake", "x"}, {"part", "in"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct query query = {0};
        check(cases[i].name, query_take(&query, cases[i].name, cases[i].value));
        check(cases[i].name, !query_take(&query, cases[i].name, cases[i].value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_parameter),
        cmocka_unit_test(test_values_that_are_the_default),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_a_second_time),
    };
    return cmocka_run_group_tests_name("query", tests, NULL, NULL);
}
