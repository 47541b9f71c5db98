/* Omok boards as JSON and as text, through the handler. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "omok/board.h"
#include "omok/endpoint.h"
#include "text/scanner.h"

/*
 * Bodies are written in short: $ and a letter, a number n and a semicolon stand for n of
 *   $z  zeros, with commas between       $a  JSON rows of 19 zeros       $s  JSON rows as strings of 19 zeros
 *   $n  zeros, each with a space behind  $t  lines of 19 zeros           $d  lines of 19 zeros without spaces
 */
static const char *unit_of(char letter, bool first)
{
    switch (letter) {
    case 'z':
        return first ? "0" : ",0";
    case 'a':
        return first ? "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]" : ",[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]";
    case 's':
        return first ? "\"0000000000000000000\"" : ",\"0000000000000000000\"";
    case 'n':
        return "0 ";
    case 't':
        return "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
    case 'd':
        return "0000000000000000000\n";
    default:
        fail_msg("no such letter: %c", letter);
        return "";
    }
}

static struct buffer expand(const char *brief)
{
    struct buffer body = {0};
    while (*brief != '\0') {
        if (*brief != '$') {
            assert_true(buffer_append(&body, brief++, 1));
            continue;
        }
        char *end;
        const long count = strtol(brief + 2, &end, 10);
        assert_int_equal(*end, ';');
        for (long i = 0; i < count; i++)
            add_text(&body, unit_of(brief[1], i == 0));
        brief = end + 1;
    }
    text_of(&body);
    return body;
}

static const struct request json = {.reads = MEDIA_JSON, .writes = MEDIA_JSON};
static const struct request json_explained = {.reads = MEDIA_JSON, .writes = MEDIA_JSON, .query.explain = true};
static const struct request json_to_text = {.reads = MEDIA_JSON, .writes = MEDIA_TEXT};
static const struct request text = {.reads = MEDIA_TEXT, .writes = MEDIA_TEXT};
static const struct request text_to_json = {.reads = MEDIA_TEXT, .writes = MEDIA_JSON};
static const struct request text_to_json_explained = {.reads = MEDIA_TEXT, .writes = MEDIA_JSON, .query.explain = true};
static const struct request text_to_ndjson = {.reads = MEDIA_TEXT, .writes = MEDIA_NDJSON};

#define NOBODY "{\"winner\":0,\"row\":null,\"col\":null}"

/* Bodies that are answered. */
struct answered {
    const char *name;
    const char *body; /* in short */
    const struct request *request;
    const char *answer;
};

static void check_answered(const struct answered *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buffer body = expand(cases[i].body);
        struct outcome outcome = outcome_of(omok_answer, cases[i].request, body.data, body.length);
        if (!outcome.ok)
            fail_msg("%s: refused: %s", cases[i].name, text_of(&outcome.document));
        check_text(cases[i].name, "the answer", text_of(&outcome.out), cases[i].answer);
        outcome_free(&outcome);
        buffer_free(&body);
    }
}

/* Bodies that are refused; pointer is NULL for text, line is 0 for JSON that can be read. */
struct refused {
    const char *name;
    const char *body; /* in short */
    const struct request *request;
    enum problem_type type;
    const char *pointer;
    size_t line, column;
};

static void check_refused(const struct refused *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct refused *const one = &cases[i];
        struct buffer body = expand(one->body);
        struct outcome outcome = outcome_of(omok_answer, one->request, body.data, body.length);
        check(one->name, !outcome.ok);
        check_type(one->name, outcome.type, one->type);
        if (one->pointer != NULL)
            check_text(one->name, "pointer", outcome.has_pointer ? outcome.pointer : NULL, one->pointer);
        else
            check(one->name, !outcome.has_pointer);
        check_number(one->name, "line", (long long)outcome.line, (long long)one->line);
        check_number(one->name, "column", (long long)outcome.column, (long long)one->column);
        outcome_free(&outcome);
        buffer_free(&body);
    }
}

/* BOJ's example, with a diagonal of black and much else. */
#define SAMPLE                                                                                                         \
    "$t2;"                                                                                                             \
    "0 1 2 0 0 2 2 2 1 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "0 0 1 2 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "0 0 0 1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "0 0 0 0 1 2 2 0 0 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "0 0 1 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "0 0 0 0 0 0 2 1 0 0 0 0 0 0 0 0 0 0 0\n"                                                                          \
    "$t11;"

#define FIVE_JSON "[0,0,0,1,1,1,1,1,$z11;]"
#define FIVE_LINE                                                                                                      \
    "{\"color\":1,\"row\":1,\"col\":4,\"direction\":\"E\",\"length\":5,\"stones\":[[1,4],[1,5],[1,6],[1,7],[1,8]]}"
#define SIX_LINE                                                                                                       \
    "{\"color\":2,\"row\":2,\"col\":1,\"direction\":\"E\",\"length\":6,\"stones\":[[2,1],[2,2],[2,3],[2,4],[2,5],[2,"  \
    "6]]}"

static void test_json_is_answered(void **state)
{
    (void)state;
    static const struct answered cases[] = {
        {"bare array", "[$a19;]", &json, NOBODY},
        {"object", "{\"board\":[$a19;]}", &json, NOBODY},
        {"strings", "[$s19;]", &json, NOBODY},
        {"strings in an object", "{\"board\":[$s19;]}", &json, NOBODY},
        {"white space and a byte-order mark", "\xEF\xBB\xBF \r\n\t[ $a19; ]\n", &json, NOBODY},
        {"escaped member name", "{\"\\u0062oard\":[$a19;]}", &json, NOBODY},
        {"escaped digits", "[$s18;,\"0000000000000\\u003000\\u003001\"]", &json, NOBODY},
        {"integers in other forms", "[$a18;,[1.0,10e-1,1e0,0.1e1,1.0000000000000000000000,$z14;]]", &json,
         "{\"winner\":1,\"row\":19,\"col\":1}"},
        {"a five of black", "[" FIVE_JSON ",$a18;]", &json, "{\"winner\":1,\"row\":1,\"col\":4}"},
        {"a five of white in strings", "[$s18;,\"0000000000000022222\"]", &json,
         "{\"winner\":2,\"row\":19,\"col\":15}"},
        {"JSON to text", "[" FIVE_JSON ",$a18;]", &json_to_text, "1\n1 4\n"},
        {"JSON to text, nobody", "[$a19;]", &json_to_text, "0\n"},
        {"explained, nothing", "[$a19;]", &json_explained,
         "{\"winner\":0,\"row\":null,\"col\":null,\"lines\":[],\"overlines\":[]}"},
        {"explained, a five", "[" FIVE_JSON ",$a18;]", &json_explained,
         "{\"winner\":1,\"row\":1,\"col\":4,\"lines\":[" FIVE_LINE "],\"overlines\":[]}"},
        {"explained, a five and a six", "[" FIVE_JSON ",[2,2,2,2,2,2,$z13;],$a17;]", &json_explained,
         "{\"winner\":1,\"row\":1,\"col\":4,\"lines\":[" FIVE_LINE "],\"overlines\":[" SIX_LINE "]}"},
    };
    check_answered(cases, COUNT_OF(cases));
}

static void test_json_is_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"empty", "", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 1},
        {"white space only", " \n ", &json, PROBLEM_MALFORMED_JSON, NULL, 2, 2},
        {"cut", "[\n[0,", &json, PROBLEM_MALFORMED_JSON, NULL, 2, 4},
        {"leading zero", "[\n [00]]", &json, PROBLEM_MALFORMED_JSON, NULL, 2, 4},
        {"malformed before anything else", "[3,[]]x", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 7},
        {"number", "1", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"string", "\"board\"", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"null", "null", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"empty object", "{}", &json, PROBLEM_MISSING_MEMBER, "#", 0, 0},
        {"unknown member only", "{\"bord\":[]}", &json, PROBLEM_UNKNOWN_MEMBER, "#/bord", 0, 0},
        {"unknown member behind", "{\"board\":[$a19;],\"Board\":1}", &json, PROBLEM_UNKNOWN_MEMBER, "#/Board", 0, 0},
        {"unknown member before a bad board", "{\"x\":1,\"board\":1}", &json, PROBLEM_UNKNOWN_MEMBER, "#/x", 0, 0},
        {"unknown member behind a bad board", "{\"board\":1,\"x\":1}", &json, PROBLEM_NOT_AN_ARRAY, "#/board", 0, 0},
        {"repeated member", "{\"board\":[$a19;],\"board\":[$a19;]}", &json, PROBLEM_DUPLICATE_MEMBER, "#/board", 0, 0},
        {"board is null", "{\"board\":null}", &json, PROBLEM_NOT_AN_ARRAY, "#/board", 0, 0},
        {"board is an object", "{\"board\":{}}", &json, PROBLEM_NOT_AN_ARRAY, "#/board", 0, 0},
        {"no rows", "[]", &json, PROBLEM_WRONG_ROW_COUNT, "#", 0, 0},
        {"18 rows", "[$a18;]", &json, PROBLEM_WRONG_ROW_COUNT, "#", 0, 0},
        {"20 rows in an object", "{\"board\":[$a20;]}", &json, PROBLEM_WRONG_ROW_COUNT, "#/board", 0, 0},
        {"18 columns", "[$a3;,[$z18;],$a15;]", &json, PROBLEM_WRONG_COLUMN_COUNT, "#/3", 0, 0},
        {"20 columns", "{\"board\":[$a18;,[$z20;]]}", &json, PROBLEM_WRONG_COLUMN_COUNT, "#/board/18", 0, 0},
        {"no columns", "[[],$a18;]", &json, PROBLEM_WRONG_COLUMN_COUNT, "#/0", 0, 0},
        {"18 digits", "[$s3;,\"000000000000000000\",$s15;]", &json, PROBLEM_WRONG_COLUMN_COUNT, "#/3", 0, 0},
        {"20 digits", "[\"00000000000000000000\",$s18;]", &json, PROBLEM_WRONG_COLUMN_COUNT, "#/0", 0, 0},
        {"3", "[$a3;,[$z4;,3,$z14;],$a15;]", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/3/4", 0, 0},
        {"-1", "{\"board\":[$a18;,[$z18;,-1]]}", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/board/18/18", 0, 0},
        {"1e400", "[[1e400,$z18;],$a18;]", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/0/0", 0, 0},
        {"-1e400", "[[-1e400,$z18;],$a18;]", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/0/0", 0, 0},
        {"1.5", "[[0,1.5,$z17;],$a18;]", &json, PROBLEM_NOT_AN_INTEGER, "#/0/1", 0, 0},
        {"1e-400", "[[0,1e-400,$z17;],$a18;]", &json, PROBLEM_NOT_AN_INTEGER, "#/0/1", 0, 0},
        {"true", "[[0,true,$z17;],$a18;]", &json, PROBLEM_NOT_AN_INTEGER, "#/0/1", 0, 0},
        {"a string", "[[0,\"1\",$z17;],$a18;]", &json, PROBLEM_NOT_AN_INTEGER, "#/0/1", 0, 0},
        {"a row that is a number", "[$a2;,0,$a16;]", &json, PROBLEM_NOT_AN_ARRAY, "#/2", 0, 0},
        {"first row is a number", "[0,$a18;]", &json, PROBLEM_NOT_AN_ARRAY, "#/0", 0, 0},
        {"a string among arrays", "[$a2;,$s1;,$a16;]", &json, PROBLEM_NOT_AN_ARRAY, "#/2", 0, 0},
        {"an array among strings", "[$s2;,$a1;,$s16;]", &json, PROBLEM_NOT_AN_ARRAY, "#/2", 0, 0},
        {"first offender counts", "[$a2;,[$z5;,7,$z13;],[],[$z4;,8,$z14;],$a14;]", &json, PROBLEM_CELL_OUT_OF_RANGE,
         "#/2/5", 0, 0},
        {"two winners", "[" FIVE_JSON ",$a17;,[2,2,2,2,2,$z14;]]", &json, PROBLEM_TWO_WINNERS, "#", 0, 0},
        {"two winners in an object", "{\"board\":[" FIVE_JSON ",$a17;,[2,2,2,2,2,$z14;]]}", &json, PROBLEM_TWO_WINNERS,
         "#", 0, 0},
        {"two winners, text wanted", "[" FIVE_JSON ",$a17;,[2,2,2,2,2,$z14;]]", &json_to_text, PROBLEM_TWO_WINNERS, "#",
         0, 0},
    };
    check_refused(cases, COUNT_OF(cases));
}

/* A row of strings can fail at a digit; the row is what a pointer can name. */
static void test_json_digits_out_of_range(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"digit 3", "[$s3;,\"0000300000000000000\",$s15;]", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/3", 0, 0},
        {"digit 9", "{\"board\":[\"0000000000000000009\",$s18;]}", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/board/0", 0, 0},
        {"a letter", "[$s18;,\"000000000x000000000\"]", &json, PROBLEM_NOT_AN_INTEGER, "#/18", 0, 0},
        {"a space", "[$s18;,\"000000000 000000000\"]", &json, PROBLEM_NOT_AN_INTEGER, "#/18", 0, 0},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_two_winners_have_lines(void **state)
{
    (void)state;
    static const char white[] = "{\"color\":2,\"row\":19,\"col\":1,\"direction\":\"E\",\"length\":5,\"stones\":"
                                "[[19,1],[19,2],[19,3],[19,4],[19,5]]}";
    static const struct {
        const char *name;
        const char *body;
        const struct request *request;
    } cases[] = {
        {"JSON", "[" FIVE_JSON ",$a17;,[2,2,2,2,2,$z14;]]", &json},
        {"JSON, explained", "[" FIVE_JSON ",$a17;,[2,2,2,2,2,$z14;]]", &json_explained},
        {"text", "0 0 0 1 1 1 1 1 $n11;\n$t17;\n2 2 2 2 2 $n14;", &text},
        {"text without spaces", "0001111100000000000\n$d17;\n2222200000000000000", &text_to_ndjson},
    };
    char lines[512];
    snprintf(lines, sizeof lines, "\"lines\":[" FIVE_LINE ",%s]}", white);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer body = expand(cases[i].body);
        struct outcome outcome = outcome_of(omok_answer, cases[i].request, body.data, body.length);
        check(cases[i].name, !outcome.ok);
        check_type(cases[i].name, outcome.type, PROBLEM_TWO_WINNERS);
        const char *const at = strstr(text_of(&outcome.document), "\"lines\":");
        check_text(cases[i].name, "the lines", at, lines);
        outcome_free(&outcome);
        buffer_free(&body);
    }
}

#define BLACK_LINE "0 0 0 1 1 1 1 1 $n11;\n"
#define WHITE_LINE "2 2 2 2 2 0 $n13;\n"

static void test_text_is_answered(void **state)
{
    (void)state;
    static const struct answered cases[] = {
        {"BOJ's example", SAMPLE, &text, "1\n3 2\n"},
        {"nobody", "$t19;", &text, "0\n"},
        {"one line", "$n361;", &text, "0\n"},
        {"no last newline", "$t18; $n18; 0", &text, "0\n"},
        {"byte-order mark", "\xEF\xBB\xBF" SAMPLE, &text, "1\n3 2\n"},
        {"blank lines and tabs", "\n\r\n\t $n100;\n\n\v\f$n261;\n\n", &text, "0\n"},
        {"signs", "+0 -0 +1 $n358;", &text, "0\n"},
        {"black, then nobody, then white", BLACK_LINE "$t18;\n$t19;" WHITE_LINE "$t18;", &text, "1\n1 4\n0\n2\n1 1\n"},
        {"many with a count", "3\n" BLACK_LINE "$t18;\n$t19;" WHITE_LINE "$t18;", &text, "1\n1 4\n0\n2\n1 1\n"},
        {"rows without spaces", "0001111100000000000\n$d18;", &text, "1\n1 4\n"},
        {"rows without spaces on one line", "0001111100000000000 $d18;", &text, "1\n1 4\n"},
        {"rows without spaces that begin with 1 and 2", "1111100000000000000\n2220000000000000000\n$d17;", &text,
         "1\n1 1\n"},
        {"two boards of rows", "$d19;\n0002222200000000000\n$d18;", &text, "0\n2\n1 4\n"},
        {"rows with a count of 1", "1\n$d19;", &text, "0\n"},
        {"rows with a count of 2", "2\n$d19;$d19;", &text, "0\n0\n"},
        {"rows with a count of 4", "4\n$d19;$d19;$d19;$d19;", &text, "0\n0\n0\n0\n"},
        {"numbers, then rows, in one board", BLACK_LINE "$d18;", &text, "1\n1 4\n"},
        {"rows, then numbers, in one board", "0001111100000000000\n$t18;", &text, "1\n1 4\n"},
        {"rows, then numbers, with a count of 1", "1 0001111100000000000\n$t18;", &text, "1\n1 4\n"},
        {"numbers, then rows, with a count of 1", "1\n" BLACK_LINE "$d18;", &text, "1\n1 4\n"},
        {"numbers, then rows, with a count of 2", "2\n" BLACK_LINE "$t18;$d19;", &text, "1\n1 4\n0\n"},
        {"a board of numbers, then one of rows", BLACK_LINE "$t18;$d19;", &text, "1\n1 4\n0\n"},
        {"to JSON", BLACK_LINE "$t18;", &text_to_json, "{\"winner\":1,\"row\":1,\"col\":4}"},
        {"to JSON, explained", BLACK_LINE "$t18;", &text_to_json_explained,
         "{\"winner\":1,\"row\":1,\"col\":4,\"lines\":[" FIVE_LINE "],\"overlines\":[]}"},
        {"one of count 1 to JSON", "1 $t19;", &text_to_json, NOBODY},
        {"one to NDJSON", "$t19;", &text_to_ndjson, NOBODY "\n"},
        {"many to NDJSON", BLACK_LINE "$t18;$d19;", &text_to_ndjson,
         "{\"winner\":1,\"row\":1,\"col\":4}\n" NOBODY "\n"},
    };
    check_answered(cases, COUNT_OF(cases));
}

/* A first number of 0, 1 or 2 may be a cell or a count; how many follow decides. */
struct lead {
    unsigned first;
    unsigned numbers; /* the first one included */
    unsigned boards;  /* 0: the count disagrees */
};

static void check_lead(const struct lead *lead, const char *separator)
{
    char name[64];
    snprintf(name, sizeof name, "first number %u of %u", lead->first, lead->numbers);
    struct buffer body = {0};
    add_format(&body, "%u", lead->first);
    for (unsigned i = 1; i < lead->numbers; i++)
        add_format(&body, "%s0", separator);
    struct outcome outcome = outcome_of(omok_answer, &text, text_of(&body), body.length);
    check_number(name, "ok", outcome.ok, lead->boards > 0);
    if (outcome.ok) {
        check_number(name, "length of the answer", (long long)outcome.out.length, 2 * lead->boards);
    } else {
        check_type(name, outcome.type, PROBLEM_WRONG_CASE_COUNT);
        check_number(name, "line", (long long)outcome.line, 1);
        check_number(name, "column", (long long)outcome.column, 1);
    }
    outcome_free(&outcome);
    check_splits(name, omok_answer, &text, body.data, body.length);
    buffer_free(&body);
}

static void test_leading_counts(void **state)
{
    (void)state;
    static const struct lead cases[] = {
        {0, 1, 0},    {1, 1, 0},    {2, 1, 0},    {3, 1, 0},   /* a count and nothing */
        {0, 361, 1},  {1, 361, 1},  {2, 361, 1},               /* one board */
        {0, 362, 0},  {1, 362, 1},  {2, 362, 0},  {3, 362, 0}, /* one with a count */
        {0, 722, 2},  {1, 722, 2},  {2, 722, 2},               /* two boards */
        {0, 723, 0},  {1, 723, 0},  {2, 723, 2},  {3, 723, 0}, /* two with a count */
        {0, 1083, 3}, {1, 1083, 3}, {2, 1083, 3},              /* three boards */
        {0, 1084, 0}, {1, 1084, 0}, {2, 1084, 0}, {3, 1084, 3},
        {4, 1084, 0}, /* three with a count */
        {0, 1444, 4}, {4, 1445, 4}, {2, 1445, 0}, {999999999, 1445, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_lead(&cases[i], i % 2 == 0 ? " " : "\n");
}

static void test_counts_before_rows(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"0 before a board", "0\n$d19;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"2 before one board", " 2\n$d19;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 2},
        {"1 before two boards", "\n1\n$d19;$d19;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 2, 1},
        {"3 before two boards", "3\n$d19;$d19;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"5 before six boards", "5\n$d19;$d19;$d19;$d19;$d19;$d19;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_text_is_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"empty", "", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"white space only", "\n \r\n", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"a byte-order mark only", "\xEF\xBB\xBF", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"a word", "$t3;hello\n$t15;", &text, PROBLEM_MALFORMED_TEXT, NULL, 4, 1},
        {"JSON", "[[0,0]]", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"a decimal", "$t18;$n18; 1.0", &text, PROBLEM_MALFORMED_TEXT, NULL, 19, 38},
        {"a sign alone", "0 - 0", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"a comma", "0,0", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"a letter in a row", "$d3;\n00000000000000000x0\n$d15;", &text, PROBLEM_MALFORMED_TEXT, NULL, 5, 1},
        {"columns do not count a byte-order mark",
         "\xEF\xBB\xBF"
         "0 x",
         &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"a byte-order mark later",
         "$t1;\xEF\xBB\xBF"
         "0",
         &text, PROBLEM_MALFORMED_TEXT, NULL, 2, 1},
        {"CRLF", "0 0\r\n0 x", &text, PROBLEM_MALFORMED_TEXT, NULL, 2, 3},
        {"3 in the middle", "$t2;$n5; 3 $n13;\n$t16;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 3, 12},
        {"-1 at first", "-1 $n360;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 1},
        {"3 at first of 361", "3 $n360;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 1},
        {"3 at first of 722", "3 $n721;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 1},
        {"far beyond int", "0 99999999999999999999999x", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"beyond int", "$n4; -999999999999 $n356;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 10},
        {"a bad digit in a row", "$d4;\n0000000000000000030\n$d14;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 6, 18},
        {"a bad digit in the first row", "3000000000000000000\n$d18;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 1},
        {"in the second board", "$t19;\n$t18;$n3; 5 $n15;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 39, 8},
        {"in the fourth board", "$t19;$t19;$t19;$t18;$n3; 5 $n15;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 76, 8},
        {"first offender counts", "$n9; 7 -1 $n350;", &text, PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 20},
        {"a row of 18 digits", "$d2;\n000000000000000000\n$d16;", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 4, 1},
        {"a row of 20 digits", "$d2; 00000000000000000000\n$d16;", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 3, 2},
        {"a first row of 18 digits", "000000000000000000\n$d18;", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 1, 1},
        {"a last row of 20 digits", "$d18; 00000000000000000000", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 19, 2},
        {"a row amid a line of numbers", "$n5;\n$d18; $n14;", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 2, 1},
        {"18 rows", "$d18;", &text, PROBLEM_WRONG_ROW_COUNT, NULL, 1, 1},
        {"20 rows", "$d20;", &text, PROBLEM_WRONG_ROW_COUNT, NULL, 20, 1},
        {"18 lines of numbers", "\n$t18;", &text, PROBLEM_WRONG_ROW_COUNT, NULL, 2, 1},
        {"two boards and a row", "$t19;$t19;$t1;", &text, PROBLEM_WRONG_ROW_COUNT, NULL, 39, 1},
        {"three boards and a row", "$t19;$t19;$t19;$t1;", &text, PROBLEM_WRONG_ROW_COUNT, NULL, 58, 1},
        {"360 numbers", "  $n360;", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 1, 687},
        {"363 numbers", "$t19; 0 0", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 20, 2},
        {"724 numbers", "$t19;$t19; 0 0", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 39, 2},
        {"725 numbers", "$t19;$t19; 0 0 0", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 39, 2},
        {"724 numbers, the first 2", "2 $n360;\n$t19; 0 0", &text, PROBLEM_WRONG_COLUMN_COUNT, NULL, 21, 2},
        {"a count of 1 before a row, and 341 numbers", "1\n$d1;$n341;", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"two winners", "\n " BLACK_LINE WHITE_LINE "$t17;", &text, PROBLEM_TWO_WINNERS, NULL, 2, 2},
        {"two winners in the second board", "$t19;" BLACK_LINE WHITE_LINE "$t17;", &text, PROBLEM_TWO_WINNERS, NULL, 20,
         1},
        {"two winners in the third board", "$t19;$t19; " BLACK_LINE WHITE_LINE "$t17;", &text, PROBLEM_TWO_WINNERS,
         NULL, 39, 2},
        {"two winners in the fourth board", "$t19;$t19;$t19;" BLACK_LINE WHITE_LINE "$t17;", &text, PROBLEM_TWO_WINNERS,
         NULL, 58, 1},
        {"two winners behind a count of 1", "1\n" BLACK_LINE WHITE_LINE "$t17;", &text, PROBLEM_TWO_WINNERS, NULL, 2,
         1},
        {"two winners in the second behind a count of 2", "2\n$t19;" BLACK_LINE WHITE_LINE "$t17;", &text,
         PROBLEM_TWO_WINNERS, NULL, 21, 1},
        {"two winners in the second of three", "$d19; 0001111100000000000\n2222200000000000000\n$d17;$d19;", &text,
         PROBLEM_TWO_WINNERS, NULL, 20, 2},
        {"two winners before a cell out of range", BLACK_LINE WHITE_LINE "$t17; $n5; 7 $n13;\n$t18;", &text,
         PROBLEM_TWO_WINNERS, NULL, 1, 1},
        {"two winners before a cell out of range, in rows",
         "0001111100000000000\n2222200000000000000\n$d17;$d1;\n7000000000000000000\n$d17;", &text, PROBLEM_TWO_WINNERS,
         NULL, 1, 1},
        {"a cell out of range before two winners", "7 $n360;\n" BLACK_LINE WHITE_LINE "$t17;", &text,
         PROBLEM_CELL_OUT_OF_RANGE, NULL, 1, 1},
    };
    check_refused(cases, COUNT_OF(cases));
}

/* A digit too many makes a row without spaces of 4096 digits a token that nothing reads. */
static void test_a_token_too_long(void **state)
{
    (void)state;
    struct buffer body = {0};
    for (size_t i = 0; i < TEXT_TOKEN_BYTES_MAX; i++)
        add_text(&body, "0");
    for (size_t more = 0; more < 2; more++) {
        struct outcome outcome = outcome_of(omok_answer, &text, text_of(&body), body.length);
        check("a long token", !outcome.ok);
        check_type("a long token", outcome.type, more == 0 ? PROBLEM_WRONG_COLUMN_COUNT : PROBLEM_MALFORMED_TEXT);
        outcome_free(&outcome);
        add_text(&body, "0");
    }
    buffer_free(&body);
}

static void test_not_readable_goes_before_no_such_case(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"behind a bad cell", "7 $n360; x", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 724},
        {"behind two winners", BLACK_LINE WHITE_LINE "$t17;\nx", &text, PROBLEM_MALFORMED_TEXT, NULL, 21, 1},
        {"behind a bad row", "00000000000\n$d18;\nx", &text, PROBLEM_MALFORMED_TEXT, NULL, 21, 1},
        {"behind a second board, one wanted", "$t19;$t19;\nx", &text_to_json, PROBLEM_MALFORMED_TEXT, NULL, 40, 1},
        {"with a count that disagrees", "2 $t19;\nx", &text, PROBLEM_MALFORMED_TEXT, NULL, 21, 1},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_one_json_object_is_for_one_case(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"two of numbers", "$t19;\n$t19;", &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 21, 1},
        {"three of numbers", "$t19;\n $t19;$t19;", &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 21, 2},
        {"two with a count", "2\n$t19;$t19;", &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 21, 1},
        {"three with a count", "3\n$t19;$t19;$t19;", &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 21, 1},
        {"two of rows", "$d19;$d19;", &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 20, 1},
        {"a count that disagrees comes first", "3\n$t19;$t19;", &text_to_json, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
    };
    check_refused(cases, COUNT_OF(cases));
}

static void test_cut_text_gives_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *body;
        const struct request *request;
    } cases[] = {
        {"one board", SAMPLE, &text},
        {"CRLF and a byte-order mark", "\xEF\xBB\xBF 0 0 0\r\n\r\n1 1 1 1 1\r\n$n353;\r\n", &text},
        {"two boards", BLACK_LINE "$t18;" WHITE_LINE "$t18;", &text},
        {"two boards to NDJSON", BLACK_LINE "$t18;" WHITE_LINE "$t18;", &text_to_ndjson},
        {"count of 2", "2\n" BLACK_LINE "$t18;" WHITE_LINE "$t18;", &text},
        {"rows", "0001111100000000000\n$d18;", &text},
        {"rows with a count", "2 0001111100000000000\n$d18;$d19;", &text},
        {"numbers and rows", BLACK_LINE "$d17;$t1;$d19;", &text},
        {"short row", "$d7; 000000000000\n$d11;", &text},
        {"bad cell", "$t5; $n4; 6 $n14;\n$t13;\n", &text},
        {"bad digit", "$d7; 0000000000000007000\n$d11;", &text},
        {"not readable", "$n4; 6 $n14;\n$t5; $n4; x6 $n14;\n$t13;\n", &text},
        {"two winners in the third board", "$t19;$t19; " BLACK_LINE WHITE_LINE "$t17;", &text},
        {"one case only", "$t19;\n\n  $t19;", &text_to_json},
        {"incomplete", "$t19; $n100;", &text},
        {"empty", " \n ", &text},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer body = expand(cases[i].body);
        check_splits(cases[i].name, omok_answer, cases[i].request, body.data, body.length);
        buffer_free(&body);
    }
}

/* Text and JSON, as numbers and as digits, are four ways to write the same board. */
static void test_random_boards_agree(void **state)
{
    (void)state;
    uint64_t random = 2615;
    for (unsigned round = 0; round < 300; round++) {
        struct buffer bodies[4] = {{0}};
        add_text(&bodies[0], "{\"board\":[[");
        add_text(&bodies[1], "[\"");
        const unsigned stones = 1 + next_random(&random) % 200;
        for (unsigned i = 0; i < OMOK_CELLS; i++) {
            const unsigned cell = next_random(&random) % 300 < stones ? 1 + next_random(&random) % 2 : 0;
            const bool new_row = i > 0 && i % OMOK_SIZE == 0;
            add_format(&bodies[0], "%s%u", new_row ? "],[" : i > 0 ? "," : "", cell);
            add_format(&bodies[1], "%s%u", new_row ? "\",\"" : "", cell);
            add_format(&bodies[2], " %u", cell);
            add_format(&bodies[3], "%s%u", new_row ? "\n" : "", cell);
        }
        add_text(&bodies[0], "]]}");
        add_text(&bodies[1], "\"]");
        struct outcome first = outcome_of(omok_answer, &json, text_of(&bodies[0]), bodies[0].length);
        for (unsigned way = 1; way < 4; way++) {
            const struct request *const request = way == 1 ? &json : &text_to_json;
            struct outcome other = outcome_of(omok_answer, request, text_of(&bodies[way]), bodies[way].length);
            char name[64];
            snprintf(name, sizeof name, "random board %u, way %u", round, way);
            check_number(name, "ok", other.ok, first.ok);
            if (first.ok)
                check_text(name, "the answer", text_of(&other.out), text_of(&first.out));
            else
                check_type(name, other.type, first.type);
            outcome_free(&other);
        }
        outcome_free(&first);
        for (unsigned way = 0; way < 4; way++)
            buffer_free(&bodies[way]);
    }
}

/* The same rows once with line ends right behind them and once with a space between: the outcome is the same. */
static void test_texts_changed_at_random(void **state)
{
    (void)state;
    static const char bytes[] = "01234 \n\t9-x";
    uint64_t random = 361;
    unsigned answered = 0;
    for (unsigned round = 0; round < 5000; round++) {
        struct buffer bodies[2] = {{0}};
        struct buffer rows = expand("$d19;");
        for (unsigned row = 0; row < OMOK_SIZE; row++)
            for (unsigned column = 0; column < OMOK_SIZE; column++)
                add_format(&rows, "%u%s", next_random(&random) % 4 == 0 ? 1 + next_random(&random) % 2 : 0,
                           column == OMOK_SIZE - 1      ? "\n"
                           : (round + row / 4) % 2 == 0 ? " "
                                                        : "");
        for (unsigned changes = next_random(&random) % 3; changes > 0; changes--)
            rows.data[380 + next_random(&random) % (rows.length - 380)] =
                bytes[next_random(&random) % (sizeof bytes - 1)];
        add_text(&bodies[0], text_of(&rows));
        for (const char *at = rows.data; *at != '\0'; at++)
            add_format(&bodies[1], "%s%c", *at == '\n' ? " " : "", *at);
        struct outcome plain = outcome_of(omok_answer, &text, text_of(&bodies[0]), bodies[0].length);
        struct outcome spaced = outcome_of(omok_answer, &text, text_of(&bodies[1]), bodies[1].length);
        char name[32];
        snprintf(name, sizeof name, "random text %u", round);
        check_number(name, "ok", plain.ok, spaced.ok);
        if (plain.ok)
            check_text(name, "the answer", text_of(&plain.out), text_of(&spaced.out));
        else
            check_text(name, "the problem", text_of(&plain.document), text_of(&spaced.document));
        answered += plain.ok;
        outcome_free(&plain);
        outcome_free(&spaced);
        buffer_free(&rows);
        buffer_free(&bodies[0]);
        buffer_free(&bodies[1]);
    }
    check("random texts", answered > 500 && answered < 4500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_is_answered),
        cmocka_unit_test(test_json_is_refused),
        cmocka_unit_test(test_json_digits_out_of_range),
        cmocka_unit_test(test_two_winners_have_lines),
        cmocka_unit_test(test_text_is_answered),
        cmocka_unit_test(test_leading_counts),
        cmocka_unit_test(test_counts_before_rows),
        cmocka_unit_test(test_text_is_refused),
        cmocka_unit_test(test_a_token_too_long),
        cmocka_unit_test(test_not_readable_goes_before_no_such_case),
        cmocka_unit_test(test_one_json_object_is_for_one_case),
        cmocka_unit_test(test_cut_text_gives_the_same),
        cmocka_unit_test(test_random_boards_agree),
        cmocka_unit_test(test_texts_changed_at_random),
    };
    return cmocka_run_group_tests_name("omok codec", tests, set_up_arena, NULL);
}
