/* Every production of RFC 8259, accepted and refused, and what the check promises to cJSON behind it. */
#include "support.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/check.h"

/* The text in a block of its own size, so that a sanitizer sees a look beyond its end. */
static bool accepts(const char *text, size_t length, struct problem *problem)
{
    char *const copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    bool has_long_numbers;
    const bool ok = json_check(copy, length, &has_long_numbers, problem);
    free(copy);
    return ok;
}

static void test_accepted(void **state)
{
    (void)state;
    static const char *const cases[] = {
        /* section 2: any value is a text, and the four white space characters */
        "null",
        "true",
        "false",
        "0",
        "\"\"",
        "[]",
        "{}",
        " \t\r\n[ \t\r\n1 \t\r\n, \t\r\n2 \t\r\n] \t\r\n",
        "{ \n\"a\" \n: \n1 \n, \n\"b\" \n: \n2 \n}",
        "[ ]",
        "{ }",
        /* section 4: objects */
        "{\"a\":1}",
        "{\"a\":1,\"b\":[],\"c\":{}}",
        "{\"\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"\\u0061\\n\":null}",
        /* section 5: arrays */
        "[1]",
        "[1,\"2\",null,true,false,[],{}]",
        "[[[[1]],2],3]",
        /* section 6: numbers */
        "-0",
        "-1",
        "10",
        "1234567890",
        "0.0",
        "-0.5",
        "1.25",
        "100.001",
        "0e0",
        "0E0",
        "1e5",
        "1e+5",
        "1e-5",
        "1E007",
        "1.5e3",
        "-1.5E-03",
        "123456789012345678901234567890.5e1000000",
        /* section 7: strings */
        "\"abc\"",
        "\" !#[]^~\x7F\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"\\u0001\\u001F\\u0020\\uABCD\\uabcd\\uFFFF\"",
        "\"\\uD800\\uDC00\"",
        "\"\\udbff\\udfff\"",
        "\"\\uD7FF\\uE000\"",
        "\"\\\\u0000\"",
        /* section 8.1: UTF-8, the borders of every length */
        "\"\xC2\x80\xDF\xBF\"",
        "\"\xE0\xA0\x80\xE0\xBF\xBF\"",
        "\"\xE1\x80\x80\xEC\xBF\xBF\"",
        "\"\xED\x80\x80\xED\x9F\xBF\"",
        "\"\xEE\x80\x80\xEF\xBF\xBF\"",
        "\"\xF0\x90\x80\x80\xF0\xBF\xBF\xBF\"",
        "\"\xF1\x80\x80\x80\xF3\xBF\xBF\xBF\"",
        "\"\xF4\x80\x80\x80\xF4\x8F\xBF\xBF\"",
        "{\"\xED\x95\x9C\":\"\xEA\xB8\x80\"}",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct problem problem;
        if (!accepts(cases[i], strlen(cases[i]), &problem))
            fail_msg("%s: refused: %s", cases[i], problem.detail);
    }
}

static void check_refused_at(const char *name, const char *text, size_t length, size_t line, size_t column)
{
    struct problem problem;
    check(name, !accepts(text, length, &problem));
    check_type(name, problem.type, PROBLEM_MALFORMED_JSON);
    check_number(name, "line", (long long)problem.line, (long long)line);
    check_number(name, "column", (long long)problem.column, (long long)column);
    check(name, problem.pointer == NULL && problem.detail[0] != '\0');
}

struct refused {
    const char *text;
    size_t line, column;
};

static void check_refused(const struct refused *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_refused_at(cases[i].text, cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].column);
}

static void test_structure_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"", 1, 1},
        {" ", 1, 2},
        {"\n\n", 3, 1},
        {"\v1", 1, 1},
        {"\f1", 1, 1},
        {"1\v", 1, 2},
        {"\xC2\xA0", 1, 1},
        {"\xEF\xBB\xBF[]", 1, 1},
        {"1 2", 1, 3},
        {"[] []", 1, 4},
        {"{} x", 1, 4},
        {"[]]", 1, 3},
        {"{}}", 1, 3},
        {"]", 1, 1},
        {"}", 1, 1},
        {",", 1, 1},
        {":", 1, 1},
        {"[,]", 1, 2},
        {"[1,]", 1, 4},
        {"[,1]", 1, 2},
        {"[1,,2]", 1, 4},
        {"[1 2]", 1, 4},
        {"[1:2]", 1, 3},
        {"[1}", 1, 3},
        {"[", 1, 2},
        {"[1", 1, 3},
        {"[1,", 1, 4},
        {"[1\n,\n 2\n}", 4, 1},
        {"{", 1, 2},
        {"{\"a\"", 1, 5},
        {"{\"a\":", 1, 6},
        {"{\"a\":1", 1, 7},
        {"{\"a\":1,", 1, 8},
        {"{\"a\":1,}", 1, 8},
        {"{,}", 1, 2},
        {"{\"a\"}", 1, 5},
        {"{\"a\",1}", 1, 5},
        {"{\"a\" 1}", 1, 6},
        {"{\"a\"::1}", 1, 6},
        {"{\"a\":}", 1, 6},
        {"{\"a\":1 \"b\":2}", 1, 8},
        {"{\"a\":1]", 1, 7},
        {"{a:1}", 1, 2},
        {"{1:1}", 1, 2},
        {"{null:1}", 1, 2},
        {"{[]:1}", 1, 2},
        {"{'a':1}", 1, 2},
        {"{\"a\":1,\n\"b\":2,\n  c:3}", 3, 3},
        {"[1] // comment", 1, 5},
        {"/* comment */ [1]", 1, 1},
        {"'a'", 1, 1},
        {"(1)", 1, 1},
        {"[{]}", 1, 3},
        {"[[1,2],[3,4}]", 1, 12},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_words_and_numbers_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"n", 1, 2},     {"nul", 1, 4},      {"nulL", 1, 4},         {"null1", 1, 5},      {"truefalse", 1, 5},
        {"tru e", 1, 4}, {"True", 1, 1},     {"NULL", 1, 1},         {"fals", 1, 5},       {"[falsy]", 1, 6},
        {"NaN", 1, 1},   {"Infinity", 1, 1}, {"-Infinity", 1, 2},    {"undefined", 1, 1},  {"-", 1, 2},
        {"+1", 1, 1},    {"--1", 1, 2},      {"- 1", 1, 2},          {"01", 1, 2},         {"-01", 1, 3},
        {"00", 1, 2},    {"0123", 1, 2},     {"00.5", 1, 2},         {".5", 1, 1},         {"-.5", 1, 2},
        {"1.", 1, 3},    {"[1.]", 1, 4},     {"1..5", 1, 3},         {"1.e5", 1, 3},       {"1.5.", 1, 4},
        {"1e", 1, 3},    {"1E+", 1, 4},      {"[1e-]", 1, 5},        {"1e+-1", 1, 4},      {"1e1.5", 1, 4},
        {"1e1e1", 1, 4}, {"0x1F", 1, 2},     {"1_000", 1, 2},        {"1,000", 1, 2},      {"1a", 1, 2},
        {"0e", 1, 3},    {"1f", 1, 2},       {"\xEF\xBC\x91", 1, 1}, {"[1\n,\n02]", 3, 2},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_strings_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"\"", 1, 2},          {"\"a", 1, 3},         {"\"a\n\"", 1, 3},           {"\"\t\"", 1, 2},
        {"\"\x01\"", 1, 2},    {"\"\x1F\"", 1, 2},    {"{\"a\tb\":1}", 1, 4},      {"\"\\", 1, 3},
        {"\"\\\"", 1, 4},      {"\"\\a\"", 1, 3},     {"\"\\v\"", 1, 3},           {"\"\\0\"", 1, 3},
        {"\"\\'\"", 1, 3},     {"\"\\x41\"", 1, 3},   {"\"\\U0041\"", 1, 3},       {"\"\\\n\"", 1, 3},
        {"\"\\u", 1, 4},       {"\"\\u\"", 1, 4},     {"\"\\u004\"", 1, 7},        {"\"\\u00g1\"", 1, 6},
        {"\"\\u+041\"", 1, 4}, {"\"\\u{41}\"", 1, 4}, {"\"\\uD800\\u12\"", 1, 12},
    };
    check_refused(cases, COUNT_OF(cases));
}

/* Grammar allows these escapes, but nothing behind it can hold them. The column is that of the escape's digits. */
static void test_escapes_that_stand_for_nothing_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"\"\\u0000\"", 1, 4},
        {"\"ab\\u0000\"", 1, 6},
        {"\"\\uD800\"", 1, 4},
        {"\"\\uDBFF\"", 1, 4},
        {"\"\\uDC00\"", 1, 4},
        {"\"\\uDFFFx\"", 1, 4},
        {"\"\\uDC00\\uD800\"", 1, 4},
        {"\"\\uD800\\uD800\"", 1, 4},
        {"\"\\uD800\\u0041\"", 1, 4},
        {"\"\\uD800\\n\"", 1, 4},
        {"\"\\uD800 \\uDC00\"", 1, 4},
        {"{\n\"\\u0000\":1}", 2, 4},
        {"\"\\uD800\\uDC00\\uDC00\"", 1, 16},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_bytes_that_are_not_utf8_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"\"\x80\"", 1, 2},             /* a continuation without its lead */
        {"\"\xBF\"", 1, 2},             /* the same */
        {"\"\xC0\x80\"", 1, 2},         /* overlong NUL */
        {"\"\xC0\xAF\"", 1, 2},         /* overlong slash */
        {"\"\xC1\xBF\"", 1, 2},         /* overlong */
        {"\"\xE0\x80\x80\"", 1, 3},     /* overlong */
        {"\"\xE0\x9F\xBF\"", 1, 3},     /* overlong */
        {"\"\xF0\x80\x80\x80\"", 1, 3}, /* overlong */
        {"\"\xF0\x8F\xBF\xBF\"", 1, 3}, /* overlong */
        {"\"\xED\xA0\x80\"", 1, 3},     /* U+D800 */
        {"\"\xED\xBF\xBF\"", 1, 3},     /* U+DFFF */
        {"\"\xF4\x90\x80\x80\"", 1, 3}, /* U+110000 */
        {"\"\xF5\x80\x80\x80\"", 1, 2},
        {"\"\xF8\x88\x80\x80\x80\"", 1, 2},
        {"\"\xFE\"", 1, 2},
        {"\"\xFF\"", 1, 2},
        {"\"\xC2\"", 1, 3}, /* cut by a quote */
        {"\"\xE1\x80\"", 1, 4},
        {"\"\xF1\x80\x80\"", 1, 5},
        {"\"\xC2", 1, 3}, /* cut by the end */
        {"\"\xE1\x80", 1, 4},
        {"\"\xF1\x80\x80", 1, 5},
        {"\"\xC2\xC2\x80\"", 1, 3},
        {"\"\xE1\x80\xC0\"", 1, 4},
        {"{\"a\xFF\":1}", 1, 4},
        {"[1,\n\"\xE9\"]", 2, 3}, /* Latin-1 */
        {"[\xC3\xA9]", 1, 2},     /* good UTF-8, but not in a string */
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_every_byte_alone_and_in_a_string(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char name[32];
        snprintf(name, sizeof name, "byte 0x%02X", (unsigned)byte);
        struct problem problem;
        const char alone = (char)byte, quoted[] = {'"', (char)byte, '"'};
        check_number(name, "alone accepted", accepts(&alone, 1, &problem), byte >= '0' && byte <= '9');
        const bool in_string = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
        check_number(name, "in a string accepted", accepts(quoted, 3, &problem), in_string);
        const char escaped[] = {'"', '\\', (char)byte, '"'};
        const bool escape = byte != 0 && strchr("\"\\/bfnrt", byte) != NULL;
        check_number(name, "escaped accepted", accepts(escaped, 4, &problem), escape);
        const char behind[] = {'[', ']', (char)byte};
        const bool space = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        check_number(name, "behind a value accepted", accepts(behind, 3, &problem), space);
    }
}

/* Strings are passed over in stretches: no byte is overlooked in any place, beside any other. */
static void test_every_byte_in_every_place_of_a_long_string(void **state)
{
    (void)state;
    enum { LENGTH = 27 };
    static const char fillers[] = {'a', '!', '#', '[', ']', '\x7F'};
    for (size_t f = 0; f < sizeof fillers; f++) {
        for (size_t place = 0; place < LENGTH - 1; place++) {
            for (int byte = 0; byte < 256; byte++) {
                char text[LENGTH + 2];
                memset(text, fillers[f], sizeof text);
                text[0] = text[LENGTH + 1] = '"';
                text[place + 1] = (char)byte;
                char name[48];
                snprintf(name, sizeof name, "0x%02X at %zu among 0x%02X", (unsigned)byte, place, (unsigned)fillers[f]);
                struct problem problem = {.column = 0};
                const bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
                check_number(name, "accepted", accepts(text, sizeof text, &problem), plain);
                const bool there = problem.column == place + 2 || problem.column == place + 3;
                check_number(name, "the fault is there", plain || there, true);
            }
        }
    }
}

static void test_nul_bytes_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *text;
        size_t length, column;
    } cases[] = {
        {"alone", "\0", 1, 1},         {"before", "\0[]", 3, 1},          {"behind", "[]\0", 3, 3},
        {"in an array", "[\0]", 3, 2}, {"in a string", "\"a\0b\"", 5, 3}, {"in a number", "1\0", 2, 2},
        {"in a word", "nu\0ll", 5, 3}, {"in a name", "{\"\0\":1}", 6, 3}, {"in an escape", "\"\\\0\"", 4, 3},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_refused_at(cases[i].name, cases[i].text, cases[i].length, 1, cases[i].column);
}

/* `depth` brackets, of both kinds if `mixed`. */
static struct buffer nest(unsigned depth, bool mixed, bool closed)
{
    struct buffer text = {0};
    for (unsigned i = 0; i < depth; i++)
        add_text(&text, mixed && i % 2 == 1 ? "{\"a\":" : "[");
    if (mixed && depth % 2 == 0)
        add_text(&text, "1");
    for (unsigned i = depth; closed && i > 0; i--)
        add_text(&text, mixed && (i - 1) % 2 == 1 ? "}" : "]");
    return text;
}

static void test_depth(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned depth;
        bool mixed, closed, ok;
        size_t column;
    } cases[] = {
        {"64 arrays", 64, false, true, true, 0},         {"64 mixed", 64, true, true, true, 0},
        {"65 arrays", 65, false, true, false, 65},       {"66 mixed", 66, true, true, false, 32 * 6 + 1},
        {"65, not closed", 65, false, false, false, 65}, {"100000", 100000, false, true, false, 65},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer text = nest(cases[i].depth, cases[i].mixed, cases[i].closed);
        struct problem problem = {0};
        check_number(cases[i].name, "accepted", accepts(text.data, text.length, &problem), cases[i].ok);
        if (!cases[i].ok) {
            check_type(cases[i].name, problem.type, PROBLEM_JSON_TOO_DEEP);
            check_number(cases[i].name, "line", (long long)problem.line, 1);
            check_number(cases[i].name, "column", (long long)problem.column, (long long)cases[i].column);
        }
        buffer_free(&text);
    }
}

/* Depth is what is open at once, not what was opened in all; and the kinds of brackets are told apart at each. */
static void test_depth_goes_down_again(void **state)
{
    (void)state;
    struct buffer text = {0};
    add_text(&text, "[");
    for (unsigned i = 0; i < 200; i++) {
        struct buffer inner = nest(63 - i % 2, i % 2 == 0, true);
        add_format(&text, "%s", i > 0 ? "," : "");
        add_text(&text, text_of(&inner));
        buffer_free(&inner);
    }
    add_text(&text, "]");
    struct problem problem;
    if (!accepts(text.data, text.length, &problem))
        fail_msg("refused: %s at column %zu", problem.detail, problem.column);
    buffer_free(&text);
}

static const char *const documents[] = {
    "{\"dice\":[1,2,3,4,1,2,3,4,1,2]}",
    " [ 1.5e+10 , -0.25E-7 ,\t\"\\u00e9\\uD83C\\uDFB2\\n\\\"\" , true,false,null ] \r\n",
    "{\"a\":{\"b\":[[],{},[{}]],\"\":\"\xED\x95\x9C\xEA\xB8\x80\xF0\x9F\x8E\xB2\xC3\xA9\"},\"c\\/d\":-10}",
    "[[0,1,2],[\"0120\",\"\\\\\"],[1e5,1E5,1e-5,100000000000000000000,0.000000000000000000000001]]",
    "{\"pieces\":[0,3,5,31],\"dice\":[3],\"turns\":7}",
    "\"\\b\\f\\n\\r\\t\\/\\\\\\\"\\uFFFF\"",
};

/* Brackets and quotes that are not closed make every beginning of these documents wrong. */
static void test_every_truncation_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(documents); i++) {
        size_t length = strlen(documents[i]);
        struct problem problem;
        check(documents[i], accepts(documents[i], length, &problem));
        while (documents[i][length - 1] == ' ' || documents[i][length - 1] == '\r' || documents[i][length - 1] == '\n')
            length--;
        for (size_t cut = 0; cut < length; cut++) {
            char name[64];
            snprintf(name, sizeof name, "document %zu cut to %zu bytes", i, cut);
            check(name, !accepts(documents[i], cut, &problem));
            check_type(name, problem.type, PROBLEM_MALFORMED_JSON);
            /* The first half of a surrogate pair is at fault itself; otherwise it is the end. */
            const bool in_pair = strstr(problem.detail, "surrogate") != NULL;
            check(name, in_pair ? problem.column <= cut : problem.column == cut + 1);
        }
    }
}

static void test_long_numbers_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool expected;
    } cases[] = {
        {"[]", false},
        {"123456789012345", false},
        {"1234567890123456", true},
        {"-12345678901234", false},
        {"-123456789012345", true},
        {"0.1234567890123", false},
        {"0.12345678901234", true},
        {"1e99", false},
        {"1e100", true},
        {"1e007", true},
        {"1e-99", false},
        {"1e-100", true},
        {"1E+100", true},
        {"\"12345678901234567890\"", false},
        {"\"1e100\"", false},
        {"{\"1e1000\":1}", false},
        {"[1,2,[3,{\"a\":1e100}],4]", true},
        {"[1234567890123456,1]", true},
        {"[1,2,3,4,5,6,7,8,9,10,11,12,13]", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct problem problem;
        bool has_long_numbers = !cases[i].expected;
        check(cases[i].text, json_check(cases[i].text, strlen(cases[i].text), &has_long_numbers, &problem));
        check_number(cases[i].text, "has long numbers", has_long_numbers, cases[i].expected);
    }
}

static void test_number_length(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        bool is_long;
    } cases[] = {
        {"0", 1, false},       {"0,1234567890123456", 1, false}, {"-12]", 3, false},
        {"1.5e-3 ", 6, false}, {"1234567890123456}", 16, true},  {"1e100\n", 5, true},
        {"1,1e100", 1, false}, {"123456789012345", 15, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool is_long = !cases[i].is_long;
        check_number(cases[i].text, "length",
                     (long long)json_number_length(cases[i].text, strlen(cases[i].text), &is_long),
                     (long long)cases[i].length);
        check_number(cases[i].text, "is long", is_long, cases[i].is_long);
    }
}

/* One to three small changes to a document; returns its new length. */
static size_t mutate(char *text, size_t length, size_t capacity, uint64_t *random)
{
    static const char material[] =
        "[]{},:\"\\/ \n\t0123456789.-+eEtrufalsnbx\0\x1F\x7F\x80\xBF\xC0\xC2\xE0\xED\xF0\xF4\xFF";
    for (uint32_t changes = 1 + next_random(random) % 3; changes > 0; changes--) {
        const size_t at = next_random(random) % (length + 1);
        const char byte = material[next_random(random) % (sizeof material - 1)];
        const uint32_t kind = next_random(random) % 4;
        if (kind == 0 && at < length) {
            text[at] = byte;
        } else if (kind == 1 && at < length) {
            memmove(text + at, text + at + 1, length - at - 1);
            length--;
        } else if (kind == 2 && length < capacity) {
            memmove(text + at + 1, text + at, length - at);
            text[at] = byte;
            length++;
        } else if (at < length) {
            const size_t from = next_random(random) % length;
            text[at] = text[from];
        }
    }
    return length;
}

/* What the check accepts, cJSON must read, and what cJSON prints of it, the check must accept again. */
static void test_whatever_is_accepted_cjson_parses(void **state)
{
    (void)state;
    uint64_t random = 8259;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 200000; round++) {
        char text[256];
        const char *const document = documents[round % COUNT_OF(documents)];
        memcpy(text, document, strlen(document));
        const size_t length = mutate(text, strlen(document), sizeof text - 1, &random);
        text[length] = '\0';
        struct problem problem;
        if (!accepts(text, length, &problem)) {
            check(text, problem.line >= 1 && problem.column >= 1 && problem.column <= length + 1);
            continue;
        }
        accepted++;
        cJSON *const tree = cJSON_ParseWithLength(text, length);
        check(text, tree != NULL);
        char printed[2048];
        check(text, cJSON_PrintPreallocated(tree, printed, sizeof printed, false));
        check(text, accepts(printed, strlen(printed), &problem));
        cJSON_Delete(tree);
    }
    check("mutations", accepted > 20000 && accepted < 180000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_structure_refused),
        cmocka_unit_test(test_words_and_numbers_refused),
        cmocka_unit_test(test_strings_refused),
        cmocka_unit_test(test_escapes_that_stand_for_nothing_refused),
        cmocka_unit_test(test_bytes_that_are_not_utf8_refused),
        cmocka_unit_test(test_every_byte_alone_and_in_a_string),
        cmocka_unit_test(test_every_byte_in_every_place_of_a_long_string),
        cmocka_unit_test(test_nul_bytes_refused),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_depth_goes_down_again),
        cmocka_unit_test(test_every_truncation_refused),
        cmocka_unit_test(test_long_numbers_are_told),
        cmocka_unit_test(test_number_length),
        cmocka_unit_test(test_whatever_is_accepted_cjson_parses),
    };
    return cmocka_run_group_tests_name("json check", tests, NULL, NULL);
}
