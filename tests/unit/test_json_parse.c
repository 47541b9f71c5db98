/* From bytes to a tree: the byte-order mark, numbers in all their forms, and documents that outgrow the arena. */
#include "support.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"

static const cJSON *parse(const char *name, const char *text, size_t length)
{
    struct problem problem;
    const cJSON *const root = json_parse(text, length, &problem);
    if (root == NULL)
        fail_msg("%s: refused: %s", name, problem.detail);
    return root;
}

static void check_parse_refused(const char *name, const char *text, size_t length, enum problem_type type)
{
    struct problem problem;
    check(name, json_parse(text, length, &problem) == NULL);
    check_type(name, problem.type, type);
    check(name, problem.pointer == NULL && problem.lines == NULL);
}

/* The integer that a text with one number is, alone and in an array behind a string. */
static void check_integer(const char *number, int expected)
{
    struct problem problem;
    int integer = 12345;
    check(number, json_read_integer(parse(number, number, strlen(number)), NULL, &integer, &problem));
    check_number(number, "the integer", integer, expected);
    struct buffer array = {0};
    add_text(&array, "[\"\\\"9.9\",");
    add_text(&array, number);
    add_text(&array, ",7]");
    const cJSON *const root = parse(number, array.data, array.length);
    check(number, json_read_integer(cJSON_GetArrayItem(root, 1), NULL, &integer, &problem));
    check_number(number, "the integer in an array", integer, expected);
    check(number, json_read_integer(cJSON_GetArrayItem(root, 2), NULL, &integer, &problem));
    check_number(number, "the integer behind it", integer, 7);
    buffer_free(&array);
}

static void check_no_integer(const char *number)
{
    struct problem problem;
    int integer = 12345;
    const cJSON *const value = parse(number, number, strlen(number));
    if (json_read_integer(value, NULL, &integer, &problem))
        fail_msg("%s is read as the integer %d", number, integer);
    check_type(number, problem.type, PROBLEM_NOT_AN_INTEGER);
    check_number(number, "the output of a failed read", integer, 12345);
}

#define ZEROS_10 "0000000000"
#define ZEROS_100 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10 ZEROS_10

static void test_integers_in_any_form(void **state)
{
    (void)state;
    static const struct {
        const char *number;
        int integer;
    } cases[] = {
        {"0", 0},
        {"-0", 0},
        {"-0.0", 0},
        {"-0e0", 0},
        {"0e999", 0},
        {"0e-999", 0},
        {"0.0e99999999999999999999", 0},
        {"-0." ZEROS_100, 0},
        {"1", 1},
        {"-1", -1},
        {"1.0", 1},
        {"1e0", 1},
        {"1E0", 1},
        {"1e+0", 1},
        {"1e-0", 1},
        {"1e000", 1},
        {"1e-000", 1},
        {"10e-1", 1},
        {"0.1e1", 1},
        {"0.01e2", 1},
        {"100e-002", 1},
        {"1e007", 10000000},
        {"1e+0000000000000000000000000000000000000000000000000000000000000000000001", 10},
        {"1." ZEROS_100, 1},
        {"1" ZEROS_100 "e-100", 1},
        {"1" ZEROS_100 "E-100", 1},
        {"0." ZEROS_100 "1e101", 1},
        {"-0." ZEROS_100 "7e101", -7},
        {"0." ZEROS_100 "123e103", 123},
        {"123" ZEROS_100 "e-100", 123},
        {"1" ZEROS_100 "." ZEROS_100 "e-100", 1},
        {"1.5e1", 15},
        {"12345.6789e4", 123456789},
        {"2147483646", INT_MAX - 1},
        {"2147483647", INT_MAX},
        {"2147483647." ZEROS_100, INT_MAX},
        {"2147483.647e3", INT_MAX},
        {"-2147483647", INT_MIN + 1},
        {"-2147483648", INT_MIN},
        {"-2147483648" ZEROS_100 "e-100", INT_MIN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_integer(cases[i].number, cases[i].integer);
}

static void test_integers_beyond_int_saturate(void **state)
{
    (void)state;
    static const struct {
        const char *number;
        int integer;
    } cases[] = {
        /* Sixteen characters that are shorter with a zero at the end than with an exponent. */
        {"-678905234567890", INT_MIN},
        {"-678905234567800", INT_MIN},
        {"6789052345678.00", INT_MAX},
        {"2147483648", INT_MAX},
        {"-2147483649", INT_MIN},
        {"4294967296", INT_MAX},
        {"4294967297", INT_MAX},
        {"-4294967297", INT_MIN},
        {"9223372036854775808", INT_MAX},
        {"18446744073709551617", INT_MAX},
        {"99999999999999999999", INT_MAX},
        {"-99999999999999999999", INT_MIN},
        {"999999999999999", INT_MAX},
        {"9999999999999999", INT_MAX},
        {"1e15", INT_MAX},
        {"1e99", INT_MAX},
        {"-1e99", INT_MIN},
        {"1e308", INT_MAX},
        {"1e309", INT_MAX},
        {"1e400", INT_MAX},
        {"-1e400", INT_MIN},
        {"1e99999999999999999999999", INT_MAX},
        {"1" ZEROS_100, INT_MAX},
        {"-1" ZEROS_100, INT_MIN},
        {"1" ZEROS_100 ".0", INT_MAX},
        {"0." ZEROS_100 "1e200", INT_MAX},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_integer(cases[i].number, cases[i].integer);
}

static void test_what_is_no_integer(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "1.5",
        "-1.5",
        "0.1",
        "1e-1",
        "15e-1",
        "1e-400",
        "-1e-400",
        "1e-99999999999999999999",
        "1.00000000000000000000001",
        "0.99999999999999999999",
        "-0.99999999999999999999",
        "1." ZEROS_100 "1",
        "0." ZEROS_100 "1",
        "0." ZEROS_100 "1e100",
        "1" ZEROS_100 "e-101",
        "2147483646.5",
        "99999999999999999999.5",
        "1" ZEROS_100 ".5",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_no_integer(cases[i]);
}

/* Whether a number has a fraction does not depend on how large it is. */
static void test_fractions_beyond_int_are_no_integers(void **state)
{
    (void)state;
    static const char *const cases[] = {"2147483647.5", "-2147483648.5", "4294967296.5", "99999999999.5"};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_no_integer(cases[i]);
}

/* A number written at random, and what it is by moving the point of its digits. */
struct written {
    char text[128];
    bool is_integer;
    int integer; /* saturated */
};

static struct written write_number(uint64_t *random)
{
    struct written written = {.is_integer = true};
    char digits[48];
    const unsigned whole = 1 + next_random(random) % 20, fraction = next_random(random) % 20;
    const unsigned begin = next_random(random) % (whole + fraction), end = begin + next_random(random) % 11;
    for (unsigned i = 0; i < whole + fraction; i++)
        digits[i] = i >= begin && i < end ? (char)('0' + next_random(random) % 10) : '0';
    if (whole > 1 && digits[0] == '0')
        digits[0] = '1';
    /* Half of the time the point lands near the last digit that is not zero, where it matters. */
    const bool near = next_random(random) % 2 == 0;
    const int exponent =
        near ? (int)(end + next_random(random) % 5) - (int)whole - 1 : (int)(next_random(random) % 61) - 30;
    const bool negative = next_random(random) % 2 == 0;
    snprintf(written.text, sizeof written.text, "%s%.*s%s%.*se%s%0*d", negative ? "-" : "", (int)whole, digits,
             fraction > 0 ? "." : "", (int)fraction, digits + whole, exponent < 0 ? "-" : "",
             (int)(next_random(random) % 5), exponent < 0 ? -exponent : exponent);

    const long point = (long)whole + exponent;
    long long value = 0;
    for (long i = 0; i < point && value <= INT_MAX + 1LL; i++)
        value = value * 10 + (i < (long)(whole + fraction) ? digits[i] - '0' : 0);
    for (long i = point < 0 ? 0 : point; i < (long)(whole + fraction); i++)
        written.is_integer &= digits[i] == '0';
    value = negative ? -value : value;
    written.integer = value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
    return written;
}

static void test_random_numbers(void **state)
{
    (void)state;
    uint64_t random = 1;
    unsigned integers = 0;
    for (unsigned i = 0; i < 200000; i++) {
        const struct written written = write_number(&random);
        /* Fractions beyond int have a test of their own. */
        const bool beyond = written.integer == INT_MAX || written.integer == INT_MIN;
        if (written.is_integer)
            check_integer(written.text, written.integer);
        else if (!beyond)
            check_no_integer(written.text);
        integers += written.is_integer && !beyond && written.integer != 0;
    }
    check("random numbers", integers > 5000);
}

/* Numbers are rewritten before cJSON sees them; what is in strings is not, nor is what stands around. */
static void test_long_numbers_disturb_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "{\"1" ZEROS_100 "\":\"2" ZEROS_100 "\",\"a\\\"1e000\\\\\":[1" ZEROS_100 "e-100,\"\\\\\\\"-1e0001\",3],"
        "\"b\":{\"c\":-4." ZEROS_100 "},\"d\":\"" ZEROS_100 "\"}";
    const cJSON *const root = parse("long numbers", text, strlen(text));
    assert_string_equal(cJSON_GetObjectItem(root, "1" ZEROS_100)->valuestring, "2" ZEROS_100);
    const cJSON *const array = cJSON_GetObjectItem(root, "a\"1e000\\");
    assert_int_equal(cJSON_GetArraySize(array), 3);
    assert_int_equal(cJSON_GetArrayItem(array, 0)->valueint, 1);
    assert_string_equal(cJSON_GetArrayItem(array, 1)->valuestring, "\\\"-1e0001");
    assert_int_equal(cJSON_GetArrayItem(array, 2)->valueint, 3);
    assert_int_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(root, "b"), "c")->valueint, -4);
    assert_string_equal(cJSON_GetObjectItem(root, "d")->valuestring, ZEROS_100);
}

static void test_the_text_is_not_changed(void **state)
{
    (void)state;
    char text[] = "[1" ZEROS_100 "e-100]";
    const char before[] = "[1" ZEROS_100 "e-100]";
    parse("long number", text, strlen(text));
    assert_string_equal(text, before);
}

static void test_byte_order_mark(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *text;
        bool ok;
    } cases[] = {
        {"one", "\xEF\xBB\xBF[1]", true},
        {"one and white space", "\xEF\xBB\xBF \n[1]", true},
        {"two", "\xEF\xBB\xBF\xEF\xBB\xBF[1]", false},
        {"white space and one", " \xEF\xBB\xBF[1]", false},
        {"behind", "[1]\xEF\xBB\xBF", false},
        {"alone", "\xEF\xBB\xBF", false},
        {"cut", "\xEF\xBB[1]", false},
        {"of UTF-16", "\xFE\xFF[1]", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cases[i].ok)
            check(cases[i].name, cJSON_IsArray(parse(cases[i].name, cases[i].text, strlen(cases[i].text))));
        else
            check_parse_refused(cases[i].name, cases[i].text, strlen(cases[i].text), PROBLEM_MALFORMED_JSON);
    }
}

static void test_columns_do_not_count_a_byte_order_mark(void **state)
{
    (void)state;
    struct problem problem;
    assert_null(json_parse("\xEF\xBB\xBF[01]", 7, &problem));
    assert_int_equal(problem.line, 1);
    assert_int_equal(problem.column, 3);
}

static void test_refusals(void **state)
{
    (void)state;
    check_parse_refused("empty", "", 0, PROBLEM_MALFORMED_JSON);
    check_parse_refused("a NUL behind", "[1]\0", 4, PROBLEM_MALFORMED_JSON);
    check_parse_refused("bytes behind", "[1]]", 4, PROBLEM_MALFORMED_JSON);
    struct buffer deep = {0};
    for (unsigned i = 0; i < 65; i++)
        add_text(&deep, "[");
    check_parse_refused("65 deep", deep.data, deep.length, PROBLEM_JSON_TOO_DEEP);
    buffer_free(&deep);
}

static struct buffer repeat(const char *begin, const char *unit, size_t count, const char *end)
{
    struct buffer text = {0};
    add_text(&text, begin);
    for (size_t i = 0; i < count; i++)
        add_text(&text, unit);
    add_text(&text, end);
    return text;
}

static void test_documents_that_outgrow_the_arena(void **state)
{
    (void)state;
    static const struct {
        const char *name, *begin, *unit;
        size_t count;
        const char *end;
    } cases[] = {
        {"many numbers", "[0", ",1", 70000, "]"},
        {"many numbers, one of them long", "[1" ZEROS_100, ",1", 70000, "]"},
        {"many arrays", "[0", ",[]", 70000, "]"},
        {"many arrays in arrays", "[[[]]", ",[[]]", 40000, "]"},
        {"many members", "{\"a\":0", ",\"a\":0", 60000, "}"},
        {"many strings", "[0", ",\"0123456789012345\"", 60000, "]"},
        {"a long string", "\"", "0123456789", (JSON_ARENA_BYTES + 100) / 10, "\""},
        {"a long name", "{\"", "0123456789", (JSON_ARENA_BYTES + 100) / 10, "\":1}"},
        {"a very long number", "1", "0123456789", (JSON_ARENA_BYTES + 100) / 10, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer text = repeat(cases[i].begin, cases[i].unit, cases[i].count, cases[i].end);
        check_parse_refused(cases[i].name, text.data, text.length, PROBLEM_BODY_TOO_LARGE);
        buffer_free(&text);
        check_integer("7", 7); /* the next document is not affected */
    }
}

/* The arena is large enough for any text of the default --max-body. */
static void test_any_text_of_64_kib_fits(void **state)
{
    (void)state;
    static const struct {
        const char *name, *begin, *unit, *end;
    } cases[] = {
        {"numbers", "[0", ",1", "]"},           {"numbers, one of them long", "[1" ZEROS_100, ",1", "]"},
        {"empty arrays", "[0", ",[]", "]"},     {"empty strings", "[0", ",\"\"", "]"},
        {"members", "{\"\":0", ",\"\":0", "}"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const size_t around = strlen(cases[i].begin) + strlen(cases[i].end);
        const size_t count = ((64 << 10) - around) / strlen(cases[i].unit);
        struct buffer text = repeat(cases[i].begin, cases[i].unit, count, cases[i].end);
        const cJSON *const root = parse(cases[i].name, text.data, text.length);
        check_number(cases[i].name, "elements", cJSON_GetArraySize(root), (long long)count + 1);
        buffer_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_in_any_form),
        cmocka_unit_test(test_integers_beyond_int_saturate),
        cmocka_unit_test(test_what_is_no_integer),
        cmocka_unit_test(test_fractions_beyond_int_are_no_integers),
        cmocka_unit_test(test_random_numbers),
        cmocka_unit_test(test_long_numbers_disturb_nothing),
        cmocka_unit_test(test_the_text_is_not_changed),
        cmocka_unit_test(test_byte_order_mark),
        cmocka_unit_test(test_columns_do_not_count_a_byte_order_mark),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_documents_that_outgrow_the_arena),
        cmocka_unit_test(test_any_text_of_64_kib_fits),
    };
    return cmocka_run_group_tests_name("json parse", tests, set_up_arena, NULL);
}
