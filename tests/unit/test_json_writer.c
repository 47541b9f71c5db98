/* Trees to bytes: exact numbers, long documents, and documents that the arena has no room for. */
#include "support.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"
#include "json/check.h"
#include "json/writer.h"

static void check_written(const char *name, const cJSON *root, const char *expected)
{
    struct buffer out = {0};
    check(name, json_write(root, &out));
    check_text(name, "the text", text_of(&out), expected);
    check_number(name, "length", (long long)out.length, (long long)strlen(expected));
    buffer_free(&out);
}

static void test_integers(void **state)
{
    (void)state;
    static const int64_t cases[] = {
        0, 1, -1, 9, 10, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, INT64_C(9007199254740993)};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "%" PRId64, cases[i]);
        assert_true(json_arena_reset());
        check_written(expected, json_integer(cases[i]), expected);
    }
}

static void test_decimals(void **state)
{
    (void)state;
    static const struct {
        int64_t units;
        unsigned decimals;
        const char *text;
    } cases[] = {
        {0, 0, "0"},
        {0, 6, "0"},
        {0, 18, "0"},
        {7, 0, "7"},
        {70, 0, "70"},
        {7, 1, "0.7"},
        {70, 1, "7"},
        {700, 1, "70"},
        {75, 1, "7.5"},
        {5, 3, "0.005"},
        {1005, 3, "1.005"},
        {1050, 3, "1.05"},
        {1500, 3, "1.5"},
        {1000, 3, "1"},
        {10000, 3, "10"},
        {181381504, 6, "181.381504"},
        {12664064, 5, "126.64064"},
        {INT64_C(203112029184), 9, "203.112029184"},
        {1, 18, "0.000000000000000001"},
        {INT64_C(1000000000000000000), 18, "1"},
        {INT64_C(1000000000000000001), 18, "1.000000000000000001"},
        {INT64_MAX, 0, "9223372036854775807"},
        {INT64_MAX, 1, "922337203685477580.7"},
        {INT64_MAX, 18, "9.223372036854775807"},
        {INT64_C(9000000000000000000), 18, "9"},
        {INT64_C(123456789012345678), 17, "1.23456789012345678"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_true(json_arena_reset());
        check_written(cases[i].text, json_decimal(cases[i].units, cases[i].decimals), cases[i].text);
    }
}

static void test_trees(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    check_written("empty object", json_object(), "{}");
    check_written("empty array", json_array(), "[]");
    cJSON *const inner = json_array();
    json_append(inner, json_integer(1));
    json_append(inner, json_decimal(25, 1));
    json_append(inner, cJSON_CreateNull());
    cJSON *const other = json_object();
    json_add_integer(other, "n", -3);
    cJSON *const root = json_object();
    json_add_string(root, "s", "a\"\\\n\x01\xED\x95\x9C/");
    json_add(root, "a", inner);
    json_add_reference(root, "r", other);
    json_add_reference(root, "again", other);
    json_add_integer(root, "s", 2);
    check_written(
        "a tree", root,
        "{\"s\":\"a\\\"\\\\\\n\\u0001\xED\x95\x9C/\",\"a\":[1,2.5,null],\"r\":{\"n\":-3},\"again\":{\"n\":-3},"
        "\"s\":2}");
    check_written("the tree that was referred to", other, "{\"n\":-3}");
}

static void test_texts_are_appended(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    struct buffer out = {0};
    add_text(&out, "before ");
    assert_true(json_write(json_array(), &out));
    assert_true(json_write(json_integer(12), &out));
    assert_string_equal(text_of(&out), "before []12");
    buffer_free(&out);
}

static void test_objects_of_one_integer(void **state)
{
    (void)state;
    static const int64_t cases[] = {0, 1, 190, -1, INT64_MAX, INT64_MIN};
    struct buffer out = {0}, expected = {0};
    for (size_t round = 0; round < 50; round++) {
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            assert_true(json_arena_reset());
            cJSON *const object = json_object();
            json_add_integer(object, "max_score", cases[i]);
            assert_true(json_write(object, &expected));
            assert_true(json_write_integer("max_score", cases[i], &out));
        }
    }
    assert_string_equal(text_of(&out), text_of(&expected));
    buffer_free(&out);
    buffer_free(&expected);
}

/* Around every size at which the writer asks for more room. */
static void test_every_length(void **state)
{
    (void)state;
    char text[3000];
    for (size_t length = 0; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        assert_true(json_arena_reset());
        cJSON *const array = json_array();
        json_append(array, cJSON_CreateString(text));
        struct buffer out = {0};
        char name[32];
        snprintf(name, sizeof name, "%zu characters", length);
        check(name, json_write(array, &out));
        check_number(name, "length", (long long)out.length, (long long)length + 4);
        check(name, memcmp(out.data, "[\"", 2) == 0 && memcmp(out.data + 2, text, length) == 0);
        check(name, memcmp(out.data + 2 + length, "\"]", 2) == 0);
        buffer_free(&out);
    }
}

static void test_long_documents(void **state)
{
    (void)state;
    static const unsigned counts[] = {10, 100, 1000, 10000, 30000};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        assert_true(json_arena_reset());
        cJSON *const array = json_array();
        struct buffer expected = {0}, out = {0};
        for (unsigned j = 0; j < counts[i]; j++) {
            json_append(array, json_integer(j));
            add_format(&expected, "%s%u", j == 0 ? "[" : ",", j);
        }
        add_text(&expected, "]");
        char name[32];
        snprintf(name, sizeof name, "%u elements", counts[i]);
        check(name, json_write(array, &out));
        check_text(name, "the text", text_of(&out), text_of(&expected));
        bool has_long_numbers;
        struct problem problem;
        check(name, json_check(out.data, out.length, &has_long_numbers, &problem));
        buffer_free(&out);
        buffer_free(&expected);
    }
}

/* No answer is that long, so something is wrong. */
static void test_a_document_beyond_all_answers(void **state)
{
    (void)state;
    enum { TEXT_BYTES = 1 << 20 };
    struct buffer text = {0}, out = {0};
    char *const at = buffer_reserve(&text, TEXT_BYTES + 1);
    assert_non_null(at);
    memset(at, 'x', TEXT_BYTES);
    at[TEXT_BYTES] = '\0';
    assert_true(json_arena_reset());
    cJSON *const string = cJSON_CreateString(at);
    assert_false(json_arena_overflowed());
    assert_false(json_write(string, &out));
    assert_int_equal(out.length, 0);
    assert_false(out.failed);
    buffer_free(&text);
    buffer_free(&out);
}

/* What has no room is missing from the tree, so the tree must not be written, however much of it there is. */
static void test_a_full_arena_refuses_the_whole(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    cJSON *const root = json_object();
    cJSON *const array = json_array();
    json_add(root, "a", array);
    for (unsigned i = 0; i < JSON_ARENA_BYTES / 64; i++)
        json_append(array, json_integer(i));
    assert_true(json_arena_overflowed());
    struct buffer out = {0};
    add_text(&out, "before");
    assert_false(json_write(root, &out));
    assert_string_equal(text_of(&out), "before");
    assert_true(json_arena_reset());
    assert_false(json_arena_overflowed());
    check_written("the next document", json_integer(1), "1");
    buffer_free(&out);
}

static void test_a_full_arena_makes_no_root(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    while (json_arena_allocate(1000) != NULL)
        continue;
    while (json_arena_allocate(1) != NULL)
        continue;
    struct buffer out = {0};
    cJSON *const root = json_object();
    json_add_integer(root, "a", 1);
    json_add(root, "b", json_decimal(15, 1));
    json_add_reference(root, "c", root);
    assert_false(json_write(root, &out));
    assert_int_equal(out.length, 0);
    assert_true(json_arena_reset());
}

static void test_a_failed_buffer(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    struct buffer out = {.failed = true};
    assert_false(json_write(json_integer(1), &out));
    assert_false(json_write_integer("a", 1, &out));
    buffer_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_texts_are_appended),
        cmocka_unit_test(test_objects_of_one_integer),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_long_documents),
        cmocka_unit_test(test_a_document_beyond_all_answers),
        cmocka_unit_test(test_a_full_arena_refuses_the_whole),
        cmocka_unit_test(test_a_full_arena_makes_no_root),
        cmocka_unit_test(test_a_failed_buffer),
    };
    return cmocka_run_group_tests_name("json writer", tests, set_up_arena, NULL);
}
