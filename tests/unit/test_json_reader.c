/* Typed readers and the JSON Pointers that they report. */
#include "support.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"

/* {"first":integer, "inner":{"deep":[integers]}, "a/b":integer, "":integer}; the first one is required. */
struct document {
    int first;
    int deep_sum;
    int odd;
    int empty;
    char order[16]; /* which members were read, in order */
};

static void note(struct document *document, char letter)
{
    const size_t length = strlen(document->order);
    assert_true(length + 1 < sizeof document->order);
    document->order[length] = letter;
}

static bool read_first(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct document *const document = target;
    note(document, 'f');
    return json_read_integer(value, path, &document->first, problem);
}

static bool read_odd(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct document *const document = target;
    note(document, 'o');
    return json_read_integer(value, path, &document->odd, problem);
}

static bool read_empty(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct document *const document = target;
    note(document, 'e');
    return json_read_integer(value, path, &document->empty, problem);
}

static bool read_deep(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct document *const document = target;
    note(document, 'd');
    if (!json_require_array(value, path, problem))
        return false;
    struct json_path element_path = {.parent = path};
    const cJSON *element;
    cJSON_ArrayForEach(element, value)
    {
        int integer;
        if (!json_read_integer(element, &element_path, &integer, problem))
            return false;
        document->deep_sum += integer;
        element_path.index++;
    }
    return true;
}

static bool read_inner(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    static const struct json_member members[] = {{.name = "deep", .required = true, .read = read_deep}};
    note(target, 'i');
    return json_read_object(value, path, members, COUNT_OF(members), target, problem);
}

static const struct json_member document_members[] = {
    {.name = "first", .required = true, .read = read_first},
    {.name = "inner", .required = false, .read = read_inner},
    {.name = "a/b", .required = false, .read = read_odd},
    {.name = "", .required = false, .read = read_empty},
};

static bool read_document(const char *text, struct document *document, struct problem *problem)
{
    const cJSON *const root = json_parse(text, strlen(text), problem);
    if (root == NULL)
        fail_msg("%s: no JSON: %s", text, problem->detail);
    return json_read_object(root, NULL, document_members, COUNT_OF(document_members), document, problem);
}

static void test_objects_are_read_in_document_order(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *order;
        struct document expected;
    } cases[] = {
        {"{\"first\":1}", "f", {.first = 1}},
        {"{\"a/b\":4,\"first\":1}", "of", {.first = 1, .odd = 4}},
        {"{\"\":9,\"inner\":{\"deep\":[1,2,3]},\"first\":5}", "eidf", {.first = 5, .deep_sum = 6, .empty = 9}},
        {"{\"inner\":{\"deep\":[]},\"first\":-5}", "idf", {.first = -5}},
        {"{\"\\u0066irst\":99999999999}", "f", {.first = INT_MAX}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct document document = {0};
        struct problem problem;
        check(cases[i].text, read_document(cases[i].text, &document, &problem));
        check_text(cases[i].text, "the order", document.order, cases[i].order);
        check_number(cases[i].text, "first", document.first, cases[i].expected.first);
        check_number(cases[i].text, "deep", document.deep_sum, cases[i].expected.deep_sum);
        check_number(cases[i].text, "a/b", document.odd, cases[i].expected.odd);
        check_number(cases[i].text, "the empty name", document.empty, cases[i].expected.empty);
    }
}

static void test_first_offender_in_document_order(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum problem_type type;
        const char *pointer;
    } cases[] = {
        {"1", PROBLEM_NOT_AN_OBJECT, "#"},
        {"[]", PROBLEM_NOT_AN_OBJECT, "#"},
        {"null", PROBLEM_NOT_AN_OBJECT, "#"},
        {"{}", PROBLEM_MISSING_MEMBER, "#"},
        {"{\"\":1}", PROBLEM_MISSING_MEMBER, "#"},
        {"{\"First\":1}", PROBLEM_UNKNOWN_MEMBER, "#/First"},
        {"{\"first \":1}", PROBLEM_UNKNOWN_MEMBER, "#/first%20"},
        {"{\"firs\":1}", PROBLEM_UNKNOWN_MEMBER, "#/firs"},
        {"{\"first\":1,\"first\":1}", PROBLEM_DUPLICATE_MEMBER, "#/first"},
        {"{\"first\":1,\"first\":\"x\"}", PROBLEM_DUPLICATE_MEMBER, "#/first"},
        {"{\"first\":\"x\",\"first\":1}", PROBLEM_NOT_AN_INTEGER, "#/first"},
        {"{\"first\":1,\"x\":1,\"first\":1}", PROBLEM_UNKNOWN_MEMBER, "#/x"},
        {"{\"first\":1,\"first\":1,\"x\":1}", PROBLEM_DUPLICATE_MEMBER, "#/first"},
        {"{\"x\":1}", PROBLEM_UNKNOWN_MEMBER, "#/x"},
        {"{\"\":true}", PROBLEM_NOT_AN_INTEGER, "#/"},
        {"{\"\":1,\"\":1}", PROBLEM_DUPLICATE_MEMBER, "#/"},
        {"{\"a/b\":null}", PROBLEM_NOT_AN_INTEGER, "#/a~1b"},
        {"{\"a/b\":1.5}", PROBLEM_NOT_AN_INTEGER, "#/a~1b"},
        {"{\"inner\":[]}", PROBLEM_NOT_AN_OBJECT, "#/inner"},
        {"{\"inner\":{}}", PROBLEM_MISSING_MEMBER, "#/inner"},
        {"{\"inner\":{\"deep\":{}}}", PROBLEM_NOT_AN_ARRAY, "#/inner/deep"},
        {"{\"inner\":{\"deep\":[1,2,\"3\",null]}}", PROBLEM_NOT_AN_INTEGER, "#/inner/deep/2"},
        {"{\"inner\":{\"deep\":[0,1,2,3,4,5,6,7,8,9,false]}}", PROBLEM_NOT_AN_INTEGER, "#/inner/deep/10"},
        {"{\"inner\":{\"deep\":[1],\"~/ \":0}}", PROBLEM_UNKNOWN_MEMBER, "#/inner/~0~1%20"},
        {"{\"first\":1,\"inner\":{\"deep\":[],\"deep\":[]}}", PROBLEM_DUPLICATE_MEMBER, "#/inner/deep"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct document document = {0};
        struct problem problem;
        check(cases[i].text, !read_document(cases[i].text, &document, &problem));
        check_type(cases[i].text, problem.type, cases[i].type);
        check_text(cases[i].text, "the pointer", problem.pointer, cases[i].pointer);
        check_number(cases[i].text, "line", (long long)problem.line, 0);
        check_number(cases[i].text, "column", (long long)problem.column, 0);
    }
}

/* RFC 6901, section 6, and RFC 3986, section 3.5 */
static void test_names_in_pointers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *pointer;
    } cases[] = {
        {"", "#/"},
        {"foo", "#/foo"},
        {"a/b", "#/a~1b"},
        {"c%d", "#/c%25d"},
        {"e^f", "#/e%5Ef"},
        {"g|h", "#/g%7Ch"},
        {"i\\j", "#/i%5Cj"},
        {"k\"l", "#/k%22l"},
        {" ", "#/%20"},
        {"m~n", "#/m~0n"},
        {"~1", "#/~01"},
        {"/~0", "#/~1~00"},
        {"#", "#/%23"},
        {"\n\t\x7F", "#/%0A%09%7F"},
        {"\xC3\xA9", "#/%C3%A9"},
        {"\xED\x95\x9C\xEA\xB8\x80", "#/%ED%95%9C%EA%B8%80"},
        {"\xF0\x9F\x8E\xB2", "#/%F0%9F%8E%B2"},
        {"<>[]{}`", "#/%3C%3E%5B%5D%7B%7D%60"},
        {"azAZ09-._!$&'()*+,;=:@?", "#/azAZ09-._!$&'()*+,;=:@?"},
        {"0", "#/0"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_true(json_arena_reset());
        const struct json_path path = {.name = cases[i].name};
        struct problem problem;
        check(cases[i].name, !json_problem(&problem, PROBLEM_UNKNOWN_MEMBER, &path, "%s", "What is wrong"));
        check_text(cases[i].name, "the pointer", problem.pointer, cases[i].pointer);
        check_text(cases[i].name, "the detail", problem.detail, "What is wrong");
    }
}

static void test_nested_paths(void **state)
{
    (void)state;
    assert_true(json_arena_reset());
    struct problem problem;
    const struct json_path array = {.name = "a ~"}, row = {.parent = &array, .index = 18},
                           cell = {.parent = &row, .index = 0}, name = {.parent = &cell, .name = "0"},
                           far = {.parent = &name, .index = SIZE_MAX};
    json_problem(&problem, PROBLEM_NOT_AN_INTEGER, NULL, "x");
    assert_string_equal(problem.pointer, "#");
    json_problem(&problem, PROBLEM_NOT_AN_INTEGER, &cell, "x");
    assert_string_equal(problem.pointer, "#/a%20~0/18/0");
    json_problem(&problem, PROBLEM_NOT_AN_INTEGER, &far, "x");
    char expected[64];
    snprintf(expected, sizeof expected, "#/a%%20~0/18/0/0/%zu", SIZE_MAX);
    assert_string_equal(problem.pointer, expected);
}

static void test_other_types_are_no_integers_and_no_arrays(void **state)
{
    (void)state;
    static const char *const cases[] = {"true", "false", "null", "\"1\"", "{}", "[1]"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct problem problem;
        int integer = 77;
        const cJSON *const value = json_parse(cases[i], strlen(cases[i]), &problem);
        check(cases[i], value != NULL && !json_read_integer(value, NULL, &integer, &problem));
        check_type(cases[i], problem.type, PROBLEM_NOT_AN_INTEGER);
        check_number(cases[i], "the output of a failed read", integer, 77);
        const bool is_array = cases[i][0] == '[';
        check_number(cases[i], "is an array", json_require_array(value, NULL, &problem), is_array);
        check_type(cases[i], problem.type, is_array ? PROBLEM_NOT_AN_INTEGER : PROBLEM_NOT_AN_ARRAY);
    }
}

/* No text makes these, as json_parse rewrites what is out of a double's range. */
static void test_numbers_that_are_not_finite(void **state)
{
    (void)state;
    struct problem problem;
    int integer = 77;
    assert_true(json_arena_reset());
    assert_true(json_read_integer(cJSON_CreateNumber((double)INFINITY), NULL, &integer, &problem));
    assert_int_equal(integer, INT_MAX);
    assert_true(json_read_integer(cJSON_CreateNumber(-(double)INFINITY), NULL, &integer, &problem));
    assert_int_equal(integer, INT_MIN);
}

static void test_a_pointer_that_outgrows_the_arena(void **state)
{
    (void)state;
    struct buffer text = {0};
    add_text(&text, "{\"");
    for (size_t i = 0; i < JSON_ARENA_BYTES / 20; i++)
        add_text(&text, "\xED\x95\x9C\xED\x95\x9C"); /* three bytes in the pointer for each one in the name */
    add_text(&text, "\":1}");
    struct problem problem;
    const cJSON *const root = json_parse(text.data, text.length, &problem);
    assert_non_null(root);
    struct document document = {0};
    assert_false(json_read_object(root, NULL, document_members, COUNT_OF(document_members), &document, &problem));
    check_type("a long name", problem.type, PROBLEM_BODY_TOO_LARGE);
    assert_null(problem.pointer);
    buffer_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects_are_read_in_document_order),
        cmocka_unit_test(test_first_offender_in_document_order),
        cmocka_unit_test(test_names_in_pointers),
        cmocka_unit_test(test_nested_paths),
        cmocka_unit_test(test_other_types_are_no_integers_and_no_arrays),
        cmocka_unit_test(test_numbers_that_are_not_finite),
        cmocka_unit_test(test_a_pointer_that_outgrows_the_arena),
    };
    return cmocka_run_group_tests_name("json reader", tests, set_up_arena, NULL);
}
