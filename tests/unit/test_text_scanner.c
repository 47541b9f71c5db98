/* Tokens of a text, with their places, over pieces. */
#include "support.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/faults.h"
#include "text/scanner.h"

enum { TOKENS_MAX = 8, PIECES_MAX = 6 };

struct expected_token {
    const char *text;
    size_t line, column;
};

static void check_tokens(const char *name, struct text_scanner *scanner, const struct expected_token *expected,
                         size_t *seen)
{
    struct text_token token;
    while (text_next(scanner, &token)) {
        const struct expected_token *const one = &expected[*seen];
        if (one->text == NULL)
            fail_msg("%s: one token too many: %.*s", name, (int)token.length, token.text);
        check_number(name, "length", (long long)token.length, (long long)strlen(one->text));
        check(name, memcmp(token.text, one->text, token.length) == 0);
        check_number(name, "line", (long long)token.place.line, (long long)one->line);
        check_number(name, "column", (long long)token.place.column, (long long)one->column);
        ++*seen;
    }
    check(name, !text_next(scanner, &token)); /* and it stays so */
}

static void test_places(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *pieces[PIECES_MAX];
        struct expected_token tokens[TOKENS_MAX];
    } cases[] = {
        {"empty", {""}, {{0}}},
        {"white space", {" \t\n\v\f\r\n "}, {{0}}},
        {"one", {"a"}, {{"a", 1, 1}}},
        {"one line", {" a bc\td "}, {{"a", 1, 2}, {"bc", 1, 4}, {"d", 1, 7}}},
        {"lines", {"a\n b\n\n  c\n"}, {{"a", 1, 1}, {"b", 2, 2}, {"c", 4, 3}}},
        {"CRLF", {"a b\r\nc\r\n\r\nd"}, {{"a", 1, 1}, {"b", 1, 3}, {"c", 2, 1}, {"d", 4, 1}}},
        {"a carriage return alone ends no line", {"a\rb"}, {{"a", 1, 1}, {"b", 1, 3}}},
        {"form feed and vertical tab", {"a\fb\vc"}, {{"a", 1, 1}, {"b", 1, 3}, {"c", 1, 5}}},
        {"columns in bytes", {"\xED\x95\x9C b"}, {{"\xED\x95\x9C", 1, 1}, {"b", 1, 5}}},
        {"a byte-order mark",
         {"\xEF\xBB\xBF"
          "a b\nc"},
         {{"a", 1, 1}, {"b", 1, 3}, {"c", 2, 1}}},
        {"a byte-order mark and space", {"\xEF\xBB\xBF a"}, {{"a", 1, 2}}},
        {"a byte-order mark and a line", {"\xEF\xBB\xBF\na"}, {{"a", 2, 1}}},
        {"a byte-order mark only", {"\xEF\xBB\xBF"}, {{0}}},
        {"two byte-order marks", {"\xEF\xBB\xBF\xEF\xBB\xBF"}, {{"\xEF\xBB\xBF", 1, 1}}},
        {"part of a byte-order mark", {"\xEF\xBB"}, {{"\xEF\xBB", 1, 1}}},
        {"a byte-order mark in the second line", {"\n\xEF\xBB\xBF"}, {{"\xEF\xBB\xBF", 2, 1}}},
        {"a byte-order mark in the second piece", {" ", "\xEF\xBB\xBF"}, {{"\xEF\xBB\xBF", 1, 2}}},
        {"pieces", {"a ", " b\n", "c", "\n ", " d"}, {{"a", 1, 1}, {"b", 1, 4}, {"c", 2, 1}, {"d", 3, 3}}},
        {"pieces, some empty", {"a", "", " ", "", "b"}, {{"a", 1, 1}, {"b", 1, 3}}},
        {"CRLF over pieces", {"a\r", "\nb"}, {{"a", 1, 1}, {"b", 2, 1}}},
        {"a byte-order mark and pieces", {"\xEF\xBB\xBF", " a\n", "b ", "c"}, {{"a", 1, 2}, {"b", 2, 1}, {"c", 2, 3}}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text_scanner scanner = {0};
        size_t seen = 0;
        for (size_t j = 0; j < PIECES_MAX && cases[i].pieces[j] != NULL; j++) {
            const size_t length = strlen(cases[i].pieces[j]);
            char *const piece = malloc(length > 0 ? length : 1);
            assert_non_null(piece);
            memcpy(piece, cases[i].pieces[j], length);
            text_begin_piece(&scanner, piece, length);
            check_tokens(cases[i].name, &scanner, cases[i].tokens, &seen);
            free(piece);
        }
        if (seen < TOKENS_MAX)
            check(cases[i].name, cases[i].tokens[seen].text == NULL);
    }
}

static struct text_token token_of(const char *text, size_t length)
{
    return (struct text_token){.text = text, .length = length, .place = {.line = 3, .column = 5}};
}

static void test_integers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int integer;
    } cases[] = {
        {"0", 0},
        {"7", 7},
        {"+7", 7},
        {"-7", -7},
        {"-0", 0},
        {"+0", 0},
        {"007", 7},
        {"-007", -7},
        {"2147483646", INT_MAX - 1},
        {"2147483647", INT_MAX},
        {"2147483648", INT_MAX},
        {"4294967295", INT_MAX},
        {"4294967297", INT_MAX},
        {"9223372036854775807", INT_MAX},
        {"9223372036854775808", INT_MAX},
        {"18446744073709551617", INT_MAX},
        {"99999999999999999999999999999999999999999999999999", INT_MAX},
        {"-2147483647", INT_MIN + 1},
        {"-2147483648", INT_MIN},
        {"-2147483649", INT_MIN},
        {"-4294967295", INT_MIN},
        {"-18446744073709551615", INT_MIN},
        {"-99999999999999999999999999999999999999999999999999", INT_MIN},
        {"00000000000000000000000000000000000000000000000000000000000012", 12},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct text_token token = token_of(cases[i].text, strlen(cases[i].text));
        int integer = 12345;
        check(cases[i].text, text_integer(&token, &integer));
        check_number(cases[i].text, "the integer", integer, cases[i].integer);
    }
}

static void test_a_token_ends_where_its_length_says(void **state)
{
    (void)state;
    const struct text_token token = token_of("1234x", 3);
    int integer = 0;
    assert_true(text_integer(&token, &integer));
    assert_int_equal(integer, 123);
}

static void test_no_integers(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "-",
        "+",
        "--1",
        "++1",
        "+-1",
        "1-",
        "1+",
        "1.0",
        "1.",
        ".5",
        "1e0",
        "0x1",
        "1a",
        "a1",
        "1,",
        ",",
        "1_0",
        "99999999999999999999999999x",
        "\xEF\xBC\x91",
        "\xEF\xBB\xBF\x31",
        "\xC2\xA0",
        "inf",
        "nan",
        "'1'",
        "\"1\"",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct text_token token = token_of(cases[i], strlen(cases[i]));
        int integer = 12345;
        check(cases[i], !text_integer(&token, &integer));
        check_number(cases[i], "the output of a failed read", integer, 12345);
    }
    const struct text_token nul = token_of("1\0002", 3);
    int integer;
    check("a NUL", !text_integer(&nul, &integer));
}

static void test_malformed(void **state)
{
    (void)state;
    struct problem problem = {0};
    const struct text_token token = token_of("x", 1);
    assert_false(text_malformed(&token, &problem));
    check_type("malformed", problem.type, PROBLEM_MALFORMED_TEXT);
    assert_int_equal(problem.line, 3);
    assert_int_equal(problem.column, 5);
    assert_null(problem.pointer);
}

static void test_ends_of_answers(void **state)
{
    (void)state;
    struct problem problem = {.type = PROBLEM_NOT_FOUND};
    struct buffer out = {0}, failed = {.failed = true};
    assert_true(text_end_answer(false, &out, &problem));
    assert_int_equal(out.length, 0);
    assert_true(text_end_answer(true, &out, &problem));
    assert_string_equal(text_of(&out), "\n");
    check_type("nothing is wrong", problem.type, PROBLEM_NOT_FOUND);
    assert_false(text_end_answer(true, &failed, &problem));
    check_type("no memory", problem.type, PROBLEM_OVERLOADED);
    buffer_free(&out);
}

static void test_white_space(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char name[32];
        snprintf(name, sizeof name, "byte 0x%02X", (unsigned)byte);
        const bool expected = byte != 0 && strchr(" \t\n\v\f\r", byte) != NULL;
        check_number(name, "is space", text_is_space((char)byte), expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_a_token_ends_where_its_length_says),
        cmocka_unit_test(test_no_integers),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_ends_of_answers),
        cmocka_unit_test(test_white_space),
    };
    return cmocka_run_group_tests_name("text scanner", tests, set_up_arena, NULL);
}
