/* Dice yut as JSON and as text, through the handler. */
#include "support.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "json/parse.h"
#include "yut/board.h"
#include "yut/endpoint.h"
#include "yut/tables.h"

static const struct request json = {.reads = MEDIA_JSON, .writes = MEDIA_JSON};
static const struct request json_explained = {.reads = MEDIA_JSON, .writes = MEDIA_JSON, .query.explain = true};
static const struct request json_to_text = {.reads = MEDIA_JSON, .writes = MEDIA_TEXT};
static const struct request text = {.reads = MEDIA_TEXT, .writes = MEDIA_TEXT};
static const struct request text_to_json = {.reads = MEDIA_TEXT, .writes = MEDIA_JSON};
static const struct request text_to_ndjson = {.reads = MEDIA_TEXT, .writes = MEDIA_NDJSON};

struct answered {
    const char *name;
    const char *body;
    const struct request *request;
    const char *answer;
};

static void check_answered(handler_function *handle, const struct answered *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome = outcome_of(handle, cases[i].request, cases[i].body, strlen(cases[i].body));
        if (!outcome.ok)
            fail_msg("%s: refused: %s", cases[i].name, text_of(&outcome.document));
        check_text(cases[i].name, "the answer", text_of(&outcome.out), cases[i].answer);
        outcome_free(&outcome);
    }
}

/* pointer is NULL for text, line is 0 for JSON that can be read. */
struct refused {
    const char *name;
    const char *body;
    const struct request *request;
    enum problem_type type;
    const char *pointer;
    size_t line, column;
};

static void check_refused(handler_function *handle, const struct refused *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct refused *const one = &cases[i];
        struct outcome outcome = outcome_of(handle, one->request, one->body, strlen(one->body));
        check(one->name, !outcome.ok);
        check_type(one->name, outcome.type, one->type);
        if (one->pointer != NULL)
            check_text(one->name, "pointer", outcome.has_pointer ? outcome.pointer : NULL, one->pointer);
        else
            check(one->name, !outcome.has_pointer);
        check_number(one->name, "line", (long long)outcome.line, (long long)one->line);
        check_number(one->name, "column", (long long)outcome.column, (long long)one->column);
        outcome_free(&outcome);
    }
}

static void test_json_is_answered(void **state)
{
    (void)state;
    static const struct answered cases[] = {
        {"BOJ 1", "[1,2,3,4,1,2,3,4,1,2]", &json, "{\"max_score\":190}"},
        {"BOJ 2", "{\"dice\":[1,1,1,1,1,1,1,1,1,1]}", &json, "{\"max_score\":133}"},
        {"BOJ 3", "{\"dice\":[5,1,2,3,4,5,5,3,2,4]}", &json, "{\"max_score\":214}"},
        {"BOJ 4", "[5,5,5,5,5,5,5,5,5,5]", &json, "{\"max_score\":130}"},
        {"the smallest", "[1,1,1,1,1,1,1,1,1,5]", &json, "{\"max_score\":113}"},
        {"the largest", "[4,5,3,1,1,2,1,1,1,1]", &json, "{\"max_score\":284}"},
        {"white space and a byte-order mark", "\xEF\xBB\xBF\r\n{ \"dice\" :\t[ 1, 2,3,4,1,2,3,4,1,2 ] } \n", &json,
         "{\"max_score\":190}"},
        {"escaped name", "{\"\\u0064ice\":[1,2,3,4,1,2,3,4,1,2]}", &json, "{\"max_score\":190}"},
        {"integers in other forms", "[1.0,2e0,30e-1,0.4e1,1.00000000000000000000,2E+0,3.0e-0,4000e-003,1e0,2.0]", &json,
         "{\"max_score\":190}"},
        {"to text", "[1,2,3,4,1,2,3,4,1,2]", &json_to_text, "190\n"},
    };
    check_answered(yut_answer, cases, COUNT_OF(cases));
}

static void test_json_is_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"empty", "", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 1},
        {"white space only", "\n\n ", &json, PROBLEM_MALFORMED_JSON, NULL, 3, 2},
        {"text", "1 2 3 4 1 2 3 4 1 2", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 3},
        {"trailing comma", "[1,2,3,4,1,2,3,4,1,2,]", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 22},
        {"two documents", "[1,2,3,4,1,2,3,4,1,2]\n[1]", &json, PROBLEM_MALFORMED_JSON, NULL, 2, 1},
        {"two byte-order marks", "\xEF\xBB\xBF\xEF\xBB\xBF[]", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 1},
        {"malformed behind a wrong die", "[9,2,3,4,1,2,3,4,1,2", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 21},
        {"number", "1", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"false", "false", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"string", "\"1234123412\"", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"empty object", "{}", &json, PROBLEM_MISSING_MEMBER, "#", 0, 0},
        {"other name", "{\"Dice\":[1,2,3,4,1,2,3,4,1,2]}", &json, PROBLEM_UNKNOWN_MEMBER, "#/Dice", 0, 0},
        {"name to escape", "{\"a/b~c d\\\"\xC3\xA9%\":1}", &json, PROBLEM_UNKNOWN_MEMBER, "#/a~1b~0c%20d%22%C3%A9%25",
         0, 0},
        {"unknown member behind", "{\"dice\":[1,2,3,4,1,2,3,4,1,2],\"x\":0}", &json, PROBLEM_UNKNOWN_MEMBER, "#/x", 0,
         0},
        {"unknown member behind a wrong die", "{\"dice\":[1,2,3,4,1,2,3,4,1,6],\"x\":0}", &json,
         PROBLEM_DIE_OUT_OF_RANGE, "#/dice/9", 0, 0},
        {"repeated member", "{\"dice\":[1,2,3,4,1,2,3,4,1,2],\"dice\":[1,2,3,4,1,2,3,4,1,2]}", &json,
         PROBLEM_DUPLICATE_MEMBER, "#/dice", 0, 0},
        {"repeated by an escape", "{\"dice\":[1,2,3,4,1,2,3,4,1,2],\"dic\\u0065\":0}", &json, PROBLEM_DUPLICATE_MEMBER,
         "#/dice", 0, 0},
        {"no array", "{\"dice\":1234123412}", &json, PROBLEM_NOT_AN_ARRAY, "#/dice", 0, 0},
        {"a string of dice", "{\"dice\":\"1234123412\"}", &json, PROBLEM_NOT_AN_ARRAY, "#/dice", 0, 0},
        {"null", "{\"dice\":null}", &json, PROBLEM_NOT_AN_ARRAY, "#/dice", 0, 0},
        {"no dice", "[]", &json, PROBLEM_WRONG_DICE_COUNT, "#", 0, 0},
        {"9 dice", "[1,2,3,4,1,2,3,4,1]", &json, PROBLEM_WRONG_DICE_COUNT, "#", 0, 0},
        {"11 dice", "{\"dice\":[1,2,3,4,1,2,3,4,1,2,3]}", &json, PROBLEM_WRONG_DICE_COUNT, "#/dice", 0, 0},
        {"0", "[1,2,3,0,1,2,3,4,1,2]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/3", 0, 0},
        {"6", "{\"dice\":[1,2,3,6,1,2,3,4,1,2]}", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/dice/3", 0, 0},
        {"-0", "[-0,2,3,4,1,2,3,4,1,2]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/0", 0, 0},
        {"257", "[1,2,3,4,1,2,3,4,1,257]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/9", 0, 0},
        {"4294967297", "[4294967297,2,3,4,1,2,3,4,1,2]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/0", 0, 0},
        {"1e400", "[1,1e400,3,4,1,2,3,4,1,2]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/1", 0, 0},
        {"1.5", "[1,1.5,3,4,1,2,3,4,1,2]", &json, PROBLEM_NOT_AN_INTEGER, "#/1", 0, 0},
        {"a little less than 1", "[1,0.99999999999999999999,3,4,1,2,3,4,1,2]", &json, PROBLEM_NOT_AN_INTEGER, "#/1", 0,
         0},
        {"a string", "[1,2,\"3\",4,1,2,3,4,1,2]", &json, PROBLEM_NOT_AN_INTEGER, "#/2", 0, 0},
        {"a boolean", "[true,2,3,4,1,2,3,4,1,2]", &json, PROBLEM_NOT_AN_INTEGER, "#/0", 0, 0},
        {"an array", "[1,2,3,4,1,2,3,4,1,[2]]", &json, PROBLEM_NOT_AN_INTEGER, "#/9", 0, 0},
        {"null for a die", "[1,2,3,4,1,2,3,4,1,null]", &json, PROBLEM_NOT_AN_INTEGER, "#/9", 0, 0},
        {"first offender counts", "[1,2,3,7,null,2,3,4,1,9]", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/3", 0, 0},
    };
    check_refused(yut_answer, cases, COUNT_OF(cases));
}

static int member_of(const cJSON *object, const char *name)
{
    const cJSON *const member = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(member))
        fail_msg("no number %s", name);
    return member->valueint;
}

/* The moves are played on the board again. */
static void check_moves(const char *name, const cJSON *answer, const uint8_t dice[YUT_TURNS])
{
    const cJSON *const moves = cJSON_GetObjectItemCaseSensitive(answer, "moves");
    check_number(name, "number of moves", cJSON_GetArraySize(moves), YUT_TURNS);
    struct yut_pieces pieces = {{0}};
    int total = 0;
    for (int turn = 0; turn < YUT_TURNS; turn++) {
        const cJSON *const move = cJSON_GetArrayItem(moves, turn);
        const int piece = member_of(move, "piece"), to = member_of(move, "to");
        check(name, piece >= 1 && piece <= YUT_PIECES && to > 0 && to < YUT_CELLS);
        uint8_t *const cell = &pieces.cell[piece - 1];
        check_number(name, "turn", member_of(move, "turn"), turn + 1);
        check_number(name, "die", member_of(move, "die"), dice[turn]);
        check_number(name, "from", member_of(move, "from"), *cell);
        check_number(name, "to", to, yut_tables.rules.steps[*cell][dice[turn]].to);
        check(name, to == YUT_FINISH || yut_piece_on(&pieces, (unsigned)to) < 0);
        *cell = (uint8_t)to;
        check_number(name, "points", member_of(move, "points"), yut_cell((unsigned)to)->printed);
        total += member_of(move, "points");
        check_number(name, "total", member_of(move, "total"), total);
    }
    check_number(name, "max_score", member_of(answer, "max_score"), total);
}

static void test_explained_moves_can_be_played(void **state)
{
    (void)state;
    uint64_t random = 17825;
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t dice[YUT_TURNS];
        struct buffer body = {0};
        for (unsigned i = 0; i < YUT_TURNS; i++) {
            dice[i] = (uint8_t)(1 + next_random(&random) % YUT_FACES);
            add_format(&body, "%s%u", i == 0 ? "[" : ",", dice[i]);
        }
        add_text(&body, "]");
        const char *const name = text_of(&body);
        struct outcome outcome = outcome_of(yut_answer, &json_explained, body.data, body.length);
        check(name, outcome.ok);
        struct problem problem;
        const cJSON *const answer = json_parse(outcome.out.data, outcome.out.length, &problem);
        check(name, answer != NULL);
        check_moves(name, answer, dice);
        outcome_free(&outcome);
        buffer_free(&body);
    }
}

static void test_explained_answer_has_the_agreed_form(void **state)
{
    (void)state;
    static const char body[] = "[1,1,1,1,1,1,1,1,1,5]";
    struct outcome outcome = outcome_of(yut_answer, &json_explained, body, strlen(body));
    static const char begin[] = "{\"max_score\":113,\"moves\":[{\"turn\":1,\"die\":1,\"piece\":1,\"from\":0,\"to\":1,"
                                "\"points\":2,\"total\":2},{\"turn\":2,\"die\":1,\"piece\":1,\"from\":1,\"to\":2,"
                                "\"points\":4,\"total\":6},";
    assert_true(outcome.ok);
    const char *const answer = text_of(&outcome.out);
    if (strncmp(answer, begin, strlen(begin)) != 0)
        fail_msg("%s does not begin with %s", answer, begin);
    check_text("the end", "the last bytes", answer + strlen(answer) - 3, "}]}");
    outcome_free(&outcome);
}

#define ONE "1 2 3 4 1 2 3 4 1 2"
#define TWO "1 1 1 1 1 1 1 1 1 1"
#define THREE "5 1 2 3 4 5 5 3 2 4"

static void test_moves_are_ranked(void **state)
{
    (void)state;
    static const struct answered cases[] = {
        {"the agreed example", "{\"pieces\":[0,3,5,31],\"dice\":[3],\"turns\":7}", &json,
         "{\"best\":181.381504,\"moves\":["
         "{\"piece\":3,\"from\":5,\"to\":24,\"points\":19,\"value\":181.381504},"
         "{\"piece\":2,\"from\":3,\"to\":6,\"points\":12,\"value\":180.664064},"
         "{\"piece\":4,\"from\":31,\"to\":21,\"points\":0,\"value\":147.579008}],"
         "\"blocked\":[{\"piece\":1,\"from\":0,\"to\":3,\"by\":2}]}"},
        {"as little as may be given", "{\"dice\":[1]}", &json,
         "{\"best\":2,\"moves\":[{\"piece\":1,\"from\":0,\"to\":1,\"points\":2,\"value\":2}],\"blocked\":[]}"},
        {"all at home", "{\"turns\":10,\"dice\":[5,5],\"pieces\":[21,21,21,21]}", &json,
         "{\"best\":0,\"moves\":[],\"blocked\":[]}"},
        {"members in another order", "{\"turns\":1,\"dice\":[1],\"pieces\":[32,21,21,21]}", &json,
         "{\"best\":40,\"moves\":[{\"piece\":1,\"from\":32,\"to\":20,\"points\":40,\"value\":40}],\"blocked\":[]}"},
    };
    check_answered(yut_answer_moves, cases, COUNT_OF(cases));
}

static void test_moves_are_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"no JSON", "{", &json, PROBLEM_MALFORMED_JSON, NULL, 1, 2},
        {"bare array", "[1]", &json, PROBLEM_NOT_AN_OBJECT, "#", 0, 0},
        {"no dice", "{}", &json, PROBLEM_MISSING_MEMBER, "#", 0, 0},
        {"no array of dice", "{\"dice\":1}", &json, PROBLEM_NOT_AN_ARRAY, "#/dice", 0, 0},
        {"0 dice", "{\"dice\":[]}", &json, PROBLEM_WRONG_DICE_COUNT, "#/dice", 0, 0},
        {"11 dice", "{\"dice\":[1,1,1,1,1,1,1,1,1,1,1]}", &json, PROBLEM_WRONG_DICE_COUNT, "#/dice", 0, 0},
        {"a die of 6", "{\"dice\":[1,6]}", &json, PROBLEM_DIE_OUT_OF_RANGE, "#/dice/1", 0, 0},
        {"more dice than turns", "{\"dice\":[1,1],\"turns\":1}", &json, PROBLEM_WRONG_DICE_COUNT, "#/dice", 0, 0},
        {"no array of pieces", "{\"pieces\":0,\"dice\":[1]}", &json, PROBLEM_NOT_AN_ARRAY, "#/pieces", 0, 0},
        {"3 pieces", "{\"pieces\":[0,0,0],\"dice\":[1]}", &json, PROBLEM_WRONG_PIECE_COUNT, "#/pieces", 0, 0},
        {"5 pieces", "{\"pieces\":[0,0,0,0,0],\"dice\":[1]}", &json, PROBLEM_WRONG_PIECE_COUNT, "#/pieces", 0, 0},
        {"a piece that is no integer", "{\"pieces\":[0,0,0,\"1\"],\"dice\":[1]}", &json, PROBLEM_NOT_AN_INTEGER,
         "#/pieces/3", 0, 0},
        {"cell -1", "{\"pieces\":[-1,0,0,0],\"dice\":[1]}", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/pieces/0", 0, 0},
        {"cell 33", "{\"pieces\":[0,0,33,0],\"dice\":[1]}", &json, PROBLEM_CELL_OUT_OF_RANGE, "#/pieces/2", 0, 0},
        {"two pieces on a cell", "{\"pieces\":[0,21,32,32],\"dice\":[1]}", &json, PROBLEM_PIECES_OVERLAP, "#/pieces/3",
         0, 0},
        {"0 turns", "{\"dice\":[1],\"turns\":0}", &json, PROBLEM_TURNS_OUT_OF_RANGE, "#/turns", 0, 0},
        {"11 turns", "{\"dice\":[1],\"turns\":11}", &json, PROBLEM_TURNS_OUT_OF_RANGE, "#/turns", 0, 0},
        {"half a turn", "{\"turns\":0.5,\"dice\":[1]}", &json, PROBLEM_NOT_AN_INTEGER, "#/turns", 0, 0},
        {"the first of two faults", "{\"turns\":0,\"dice\":[6]}", &json, PROBLEM_TURNS_OUT_OF_RANGE, "#/turns", 0, 0},
    };
    check_refused(yut_answer_moves, cases, COUNT_OF(cases));
}

static void test_text_is_answered(void **state)
{
    (void)state;
    static const struct answered cases[] = {
        {"one", ONE "\n", &text, "190\n"},
        {"no last newline", ONE, &text, "190\n"},
        {"CRLF", ONE "\r\n" TWO "\r\n", &text, "190\n133\n"},
        {"blank lines and tabs", "\n\r\n\t 1\t2\n3\r\n4\v1\f2 3 4 1\n\n2 \n\n", &text, "190\n"},
        {"byte-order mark", "\xEF\xBB\xBF" ONE, &text, "190\n"},
        {"byte-order mark and white space", "\xEF\xBB\xBF\n" ONE, &text, "190\n"},
        {"many", ONE "\n" TWO "\n" THREE "\n", &text, "190\n133\n214\n"},
        {"many on one line", ONE " " TWO " " THREE, &text, "190\n133\n214\n"},
        {"signs and zeros", "+1 02 +003 4 1 2 3 4 1 2", &text, "190\n"},
        {"to JSON", ONE "\n", &text_to_json, "{\"max_score\":190}"},
        {"to NDJSON", ONE "\n", &text_to_ndjson, "{\"max_score\":190}\n"},
        {"many to NDJSON", ONE "\n" TWO "\n" THREE "\n", &text_to_ndjson,
         "{\"max_score\":190}\n{\"max_score\":133}\n{\"max_score\":214}\n"},
    };
    check_answered(yut_answer, cases, COUNT_OF(cases));
}

static void test_text_is_refused(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"empty", "", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"white space only", " \r\n\n\t", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"a byte-order mark only", "\xEF\xBB\xBF", &text, PROBLEM_WRONG_CASE_COUNT, NULL, 1, 1},
        {"a word", "1 2 3\n4 one", &text, PROBLEM_MALFORMED_TEXT, NULL, 2, 3},
        {"a decimal", "1 2.0", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"a comma", "1,2", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"two signs", "1 +-2", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"hexadecimal", "0x1", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"UTF-8 counts in bytes", "\xC3\xA9 1", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"a no-break space is no white space", "1 1\xC2\xA0", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"a byte-order mark does not count",
         "\xEF\xBB\xBF"
         "1 x",
         &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 3},
        {"a byte-order mark later", ONE "\n\xEF\xBB\xBF" ONE, &text, PROBLEM_MALFORMED_TEXT, NULL, 2, 1},
        {"JSON", "[1,2]", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 1},
        {"9 dice", "\n 1 2 3 4 1 2 3 4 1", &text, PROBLEM_WRONG_DICE_COUNT, NULL, 2, 2},
        {"11 dice", ONE " 3", &text, PROBLEM_WRONG_DICE_COUNT, NULL, 1, 21},
        {"a second case of 9", ONE "\r\n1 2 3 4 1 2 3 4 1\r\n", &text, PROBLEM_WRONG_DICE_COUNT, NULL, 2, 1},
        {"0", "1 0 3 4 1 2 3 4 1 2", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 1, 3},
        {"6", ONE "\n\n1 2 3\n4 6 2 3 4 1 2", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 4, 3},
        {"-1", "-1 2 3 4 1 2 3 4 1 2", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 1, 1},
        {"257", "257 2 3 4 1 2 3 4 1 2", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 1, 1},
        {"beyond any integer", "1 100000000000000000000000001 3 4 1 2 3 4 1 2", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL,
         1, 3},
        {"first offender counts", "1 2 7 4 1 2 0 4 1 2\n9", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 1, 5},
        {"a bad die before an incomplete case", "9 2 3 4 1 2 3 4 1 2\n1", &text, PROBLEM_DIE_OUT_OF_RANGE, NULL, 1, 1},
        {"one JSON object for two cases", ONE "\n  " TWO, &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 2, 3},
        {"one JSON object for three cases", ONE "\n" TWO "\n" THREE, &text_to_json, PROBLEM_ONE_CASE_ONLY, NULL, 2, 1},
    };
    check_refused(yut_answer, cases, COUNT_OF(cases));
}

static void test_not_readable_goes_before_no_such_case(void **state)
{
    (void)state;
    static const struct refused cases[] = {
        {"behind a bad die", "6 2 3 4 1 2 3 4 1 2\nx", &text, PROBLEM_MALFORMED_TEXT, NULL, 2, 1},
        {"in the same case", "6 2 3 4 1 2 3 4 1 x", &text, PROBLEM_MALFORMED_TEXT, NULL, 1, 19},
        {"far behind", "0 " ONE "\n" TWO "\n" THREE "\n1.5", &text, PROBLEM_MALFORMED_TEXT, NULL, 4, 1},
        {"behind a second case", ONE "\n" TWO "\n?", &text_to_json, PROBLEM_MALFORMED_TEXT, NULL, 3, 1},
    };
    check_refused(yut_answer, cases, COUNT_OF(cases));
}

static void test_a_nul_is_no_white_space(void **state)
{
    (void)state;
    static const char body[] = "1 2 3\0 4 1 2 3 4 1 2 5";
    struct outcome outcome = outcome_of(yut_answer, &text, body, sizeof body - 1);
    check("a NUL", !outcome.ok);
    check_type("a NUL", outcome.type, PROBLEM_MALFORMED_TEXT);
    check_number("a NUL", "column", (long long)outcome.column, 5);
    outcome_free(&outcome);
}

static void test_cut_text_gives_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *body;
        const struct request *request;
    } cases[] = {
        {"one", ONE "\n", &text},
        {"CRLF, byte-order mark, no last newline", "\xEF\xBB\xBF" ONE "\r\n\r\n" TWO "\r\n" THREE, &text},
        {"to NDJSON", ONE "\n" TWO "\n" THREE "\n", &text_to_ndjson},
        {"one case only", ONE "\n\n  " TWO "\n", &text_to_json},
        {"bad die", ONE "\n 1 2 3 4 1 2 3 +77 1 2", &text},
        {"incomplete", ONE "\n" ONE "\n 5\n 4", &text},
        {"not readable", "9 " ONE "\r\n x" ONE, &text},
        {"empty", " \n\n ", &text},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_splits(cases[i].name, yut_answer, cases[i].request, cases[i].body, strlen(cases[i].body));
}

/* A text's answer, and its score as the answer to the same text in NDJSON has it. */
static void check_like_ndjson(const char *name, const char *body, size_t length)
{
    struct outcome plain = outcome_of(yut_answer, &text, body, length);
    struct outcome lines = outcome_of(yut_answer, &text_to_ndjson, body, length);
    check_number(name, "ok", plain.ok, lines.ok);
    if (plain.ok) {
        struct buffer expected = {0};
        static const char before[] = "{\"max_score\":";
        for (const char *at = text_of(&lines.out); (at = strstr(at, before)) != NULL; at += sizeof before)
            add_format(&expected, "%.3s\n", at + sizeof before - 1);
        check_text(name, "the answer", text_of(&plain.out), text_of(&expected));
        buffer_free(&expected);
    } else {
        check_text(name, "the problem", text_of(&plain.document), text_of(&lines.document));
    }
    outcome_free(&plain);
    outcome_free(&lines);
}

/* Text may be read many bytes at a time: every byte at every place of a line must be told apart. */
static void test_every_byte_at_every_place(void **state)
{
    (void)state;
    static const char lines[] = "1 2 3 4 5 1 2 3 4 5\n5 4 3 2 1 5 4 3 2 1\n1 1 1 1 1 1 1 1 1 5\n";
    for (size_t at = 20; at < 40; at++) {
        for (int byte = 0; byte < 256; byte++) {
            char body[sizeof lines], name[64];
            memcpy(body, lines, sizeof lines);
            body[at] = (char)byte;
            snprintf(name, sizeof name, "byte 0x%02X at %zu", (unsigned)byte, at);
            check_like_ndjson(name, body, sizeof lines - 1);
        }
    }
}

static void test_texts_changed_at_random(void **state)
{
    (void)state;
    static const char bytes[] = "0123456789 \n\r\t+-x";
    uint64_t random = 10;
    for (unsigned round = 0; round < 20000; round++) {
        char body[20 * 70], name[32];
        const size_t lines = 1 + next_random(&random) % 70;
        for (size_t i = 0; i < lines * 20; i++)
            body[i] = i % 20 == 19 ? '\n' : i % 2 == 1 ? ' ' : (char)('1' + next_random(&random) % 5);
        for (unsigned changes = next_random(&random) % 4; changes > 0; changes--)
            body[next_random(&random) % (lines * 20)] = bytes[next_random(&random) % (sizeof bytes - 1)];
        snprintf(name, sizeof name, "random text %u", round);
        check_like_ndjson(name, body, lines * 20 - next_random(&random) % 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_is_answered),
        cmocka_unit_test(test_json_is_refused),
        cmocka_unit_test(test_explained_moves_can_be_played),
        cmocka_unit_test(test_explained_answer_has_the_agreed_form),
        cmocka_unit_test(test_moves_are_ranked),
        cmocka_unit_test(test_moves_are_refused),
        cmocka_unit_test(test_text_is_answered),
        cmocka_unit_test(test_text_is_refused),
        cmocka_unit_test(test_not_readable_goes_before_no_such_case),
        cmocka_unit_test(test_a_nul_is_no_white_space),
        cmocka_unit_test(test_cut_text_gives_the_same),
        cmocka_unit_test(test_every_byte_at_every_place),
        cmocka_unit_test(test_texts_changed_at_random),
    };
    return cmocka_run_group_tests_name("yut codec", tests, set_up_arena, NULL);
}
