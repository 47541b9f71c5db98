/* The head of a request: every fault that the connection must not survive, and what the query says. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/head.h"

/* A field whose value may hold anything; length 0: that of the string. */
struct field {
    const char *name;
    const char *value;
    size_t name_length, value_length;
};

static void add(struct head *head, const struct field *field)
{
    const size_t value_length = field->value != NULL ? strlen(field->value) : 0;
    head_field(head, field->name, field->name_length > 0 ? field->name_length : strlen(field->name), field->value,
               field->value_length > 0 ? field->value_length : value_length);
}

static struct head begin(const char *target, const char *version)
{
    struct head head = {0};
    head.bad_target = !head_is_sound_target(target);
    head_begin(&head, "POST", "/yut", version);
    return head;
}

enum { FIELDS_MAX = 5, GOOD = PROBLEM_TYPES };

struct row {
    const char *name;
    const char *version; /* NULL: HTTP/1.1 */
    struct field fields[FIELDS_MAX];
    int type; /* of the problem, or GOOD */
};

static void check_head(const char *name, const struct head *head, int type)
{
    struct problem problem;
    const bool ok = head_check(head, &problem);
    check_number(name, "may be served", ok, type == GOOD);
    if (ok)
        return;
    check_type(name, problem.type, (enum problem_type)type);
    check(name, problem.detail[0] != '\0' && problem.pointer == NULL && problem.line == 0);
}

static void check_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct head head = begin("/yut", rows[i].version != NULL ? rows[i].version : "HTTP/1.1");
        for (size_t field = 0; field < FIELDS_MAX && rows[i].fields[field].name != NULL; field++)
            add(&head, &rows[i].fields[field]);
        check_head(rows[i].name, &head, rows[i].type);
    }
}

#define FIELD(the_name, the_value)                                                                                     \
    {                                                                                                                  \
        .name = (the_name), .value = (the_value)                                                                       \
    }
#define HOST FIELD("Host", "localhost")
#define BAD PROBLEM_BAD_REQUEST_HEAD

static void test_host(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"none", NULL, {{0}}, BAD},
        {"none in HTTP/1.0", "HTTP/1.0", {{0}}, GOOD},
        {"one in HTTP/1.0", "HTTP/1.0", {HOST}, GOOD},
        {"two in HTTP/1.0", "HTTP/1.0", {HOST, HOST}, BAD},
        {"bad in HTTP/1.0", "HTTP/1.0", {FIELD("Host", "a b")}, BAD},
        {"two", NULL, {HOST, HOST}, BAD},
        {"two, written in other ways", NULL, {HOST, FIELD("hOST", "example.com")}, BAD},
        {"empty", NULL, {FIELD("Host", "")}, GOOD},
        {"null", NULL, {FIELD("Host", NULL)}, GOOD},
        {"lower case", NULL, {FIELD("host", "localhost")}, GOOD},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_host_values(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        bool ok;
    } cases[] = {
        {"example.com", true},
        {"example.com:8080", true},
        {"example.com:", true},
        {"EXAMPLE.com", true},
        {"127.0.0.1:80", true},
        {"[::1]", true},
        {"[::1]:8080", true},
        {"[2001:db8::ff00:42:8329]", true},
        {"[::ffff:127.0.0.1]:1", true},
        {"a-b_c~d.e", true},
        {"%C3%A9.example", true},
        {"a b", false},
        {"a\tb", false},
        {"a/b", false},
        {"a?b", false},
        {"a#b", false},
        {"http://a", false},
        {"user@a", false},
        {"a:b", false},
        {"a:80:80", false},
        {"a:80x", false},
        {"a:-1", false},
        {"::1", false},
        {"[::1", false},
        {"::1]", false},
        {"[::1]x", false},
        {"[::g]", false},
        {"[[::1]]", false},
        {"[::1]:8080x", false},
        {"a\"b", false},
        {"a\\b", false},
        {"<a>", false},
        {"\xC3\xA9.example", false},
        {"a\x7F", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = begin("/yut", "HTTP/1.1");
        const struct field host = FIELD("Host", cases[i].value);
        add(&head, &host);
        check_head(cases[i].value, &head, cases[i].ok ? GOOD : BAD);
    }
}

static void test_body_length(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"none", NULL, {HOST}, GOOD},
        {"0", NULL, {HOST, FIELD("Content-Length", "0")}, GOOD},
        {"zeros in front", NULL, {HOST, FIELD("Content-Length", "0010")}, GOOD},
        {"twice the same", NULL, {HOST, FIELD("Content-Length", "5"), FIELD("Content-Length", "5")}, BAD},
        {"twice", NULL, {HOST, FIELD("Content-Length", "5"), FIELD("content-length", "6")}, BAD},
        {"a list", NULL, {HOST, FIELD("Content-Length", "5,5")}, BAD},
        {"empty", NULL, {HOST, FIELD("Content-Length", "")}, BAD},
        {"null", NULL, {HOST, FIELD("Content-Length", NULL)}, BAD},
        {"negative", NULL, {HOST, FIELD("Content-Length", "-1")}, BAD},
        {"a sign", NULL, {HOST, FIELD("Content-Length", "+5")}, BAD},
        {"a decimal", NULL, {HOST, FIELD("Content-Length", "5.0")}, BAD},
        {"hexadecimal", NULL, {HOST, FIELD("Content-Length", "0x5")}, BAD},
        {"a word", NULL, {HOST, FIELD("Content-Length", "five")}, BAD},
        {"a space within", NULL, {HOST, FIELD("Content-Length", "1 0")}, BAD},
        {"large", NULL, {HOST, FIELD("Content-Length", "9999999999999999999")}, GOOD},
        {"beyond 64 bits", NULL, {HOST, FIELD("Content-Length", "18446744073709551616")}, BAD},
        {"far beyond 64 bits", NULL, {HOST, FIELD("Content-Length", "99999999999999999999999")}, BAD},
        {"a good one behind a bad one", NULL, {HOST, FIELD("Content-Length", "x"), FIELD("Content-Length", "5")}, BAD},
        {"in HTTP/1.0", "HTTP/1.0", {FIELD("Content-Length", "5")}, GOOD},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_transfer_encoding(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"chunked", NULL, {HOST, FIELD("Transfer-Encoding", "chunked")}, GOOD},
        {"Chunked", NULL, {HOST, FIELD("transfer-encoding", "Chunked")}, GOOD},
        {"gzip", NULL, {HOST, FIELD("Transfer-Encoding", "gzip")}, BAD},
        {"identity", NULL, {HOST, FIELD("Transfer-Encoding", "identity")}, BAD},
        {"a list", NULL, {HOST, FIELD("Transfer-Encoding", "gzip, chunked")}, BAD},
        {"chunked twice in a list", NULL, {HOST, FIELD("Transfer-Encoding", "chunked, chunked")}, BAD},
        {"chunked twice",
         NULL,
         {HOST, FIELD("Transfer-Encoding", "chunked"), FIELD("Transfer-Encoding", "chunked")},
         BAD},
        {"empty", NULL, {HOST, FIELD("Transfer-Encoding", "")}, BAD},
        {"null", NULL, {HOST, FIELD("Transfer-Encoding", NULL)}, BAD},
        {"a parameter", NULL, {HOST, FIELD("Transfer-Encoding", "chunked;a=b")}, BAD},
        {"an unseen character",
         NULL,
         {HOST, FIELD("Transfer-Encoding", "\x0B"
                                           "chunked")},
         BAD},
        {"xchunked", NULL, {HOST, FIELD("Transfer-Encoding", "xchunked")}, BAD},
        {"with Content-Length", NULL, {HOST, FIELD("Transfer-Encoding", "chunked"), FIELD("Content-Length", "5")}, BAD},
        {"behind Content-Length",
         NULL,
         {HOST, FIELD("Content-Length", "0"), FIELD("Transfer-Encoding", "chunked")},
         BAD},
        {"in HTTP/1.0", "HTTP/1.0", {FIELD("Transfer-Encoding", "chunked")}, BAD},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_other_fields(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"two types", NULL, {HOST, FIELD("Content-Type", "text/plain"), FIELD("Content-Type", "text/plain")}, BAD},
        {"100-continue", NULL, {HOST, FIELD("Expect", "100-continue")}, GOOD},
        {"100-CONTINUE", NULL, {HOST, FIELD("expect", "100-CONTINUE")}, GOOD},
        {"another expectation", NULL, {HOST, FIELD("Expect", "200-ok")}, PROBLEM_EXPECTATION_FAILED},
        {"one of two", NULL, {HOST, FIELD("Expect", "100-continue"), FIELD("Expect", "x")}, PROBLEM_EXPECTATION_FAILED},
        {"bad comes before expectation", NULL, {FIELD("Expect", "x")}, BAD},
        {"any other field", NULL, {HOST, FIELD("X-Anything", "\"any (thing)\", \xC3\xA9")}, GOOD},
        {"no value", NULL, {HOST, FIELD("X-Anything", NULL)}, GOOD},
        {"any other field twice", NULL, {HOST, FIELD("X-A", "a"), FIELD("X-A", "b")}, GOOD},
    };
    check_rows(rows, COUNT_OF(rows));
}

/* RFC 9110, section 5.6.2 */
static void test_names_are_tokens(void **state)
{
    (void)state;
    static const struct row bad[] = {
        {"empty", NULL, {HOST, {"", "x", 0, 0}}, BAD},
        {"a space behind", NULL, {HOST, FIELD("Content-Length ", "5")}, BAD},
        {"a space in front", NULL, {HOST, FIELD(" Content-Length", "5")}, BAD},
        {"a space within", NULL, {HOST, FIELD("Content Length", "5")}, BAD},
        {"a tab", NULL, {HOST, FIELD("Content-Length\t", "5")}, BAD},
        {"a NUL within", NULL, {HOST, {"Content-Length\0x", "5", 16, 0}}, BAD},
        {"a NUL behind", NULL, {HOST, {"Content-Length\0", "5", 15, 0}}, BAD},
    };
    check_rows(bad, COUNT_OF(bad));
    static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (int byte = 1; byte < 256; byte++) {
        const char text[] = {'X', (char)byte, 'Y', '\0'};
        struct head head = begin("/yut", "HTTP/1.1");
        const struct field host = HOST, field = FIELD(text, "x");
        add(&head, &host);
        add(&head, &field);
        char name[32];
        snprintf(name, sizeof name, "a name with byte 0x%02X", (unsigned)byte);
        check_head(name, &head, strchr(token, byte) != NULL ? GOOD : BAD);
    }
}

/* A value that ends early for this program, but not for a proxy in front of it (RFC 9110, section 5.5). */
static void test_values_hold_no_nul(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"Content-Length",
         NULL,
         {HOST,
          {"Content-Length",
           "5\0"
           "0",
           0, 3}},
         BAD},
        {"Transfer-Encoding", NULL, {HOST, {"Transfer-Encoding", "chunked\0, gzip", 0, 14}}, BAD},
        {"Host", NULL, {{"Host", "a\0b", 0, 3}}, BAD},
        {"any other", NULL, {HOST, {"X-A", "a\0b", 0, 3}}, BAD},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_targets(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        bool ok;
    } cases[] = {
        {"/", true},
        {"/yut", true},
        {"/yut?explain=true", true},
        {"*", true},
        {"http://localhost/yut", true},
        {"http://localhost", true},
        {"HTTPS://localhost/yut", true},
        {"ftp://localhost/yut", false},
        {"yut", false},
        {"/%41%7e%C3%A9", true},
        {"/%20", true},
        {"/%2500", true},
        {"/%0000", false},
        {"", false},
        {"/a b", false},
        {"/a\tb", false},
        {"/a\x01", false},
        {"/a\x7F", false},
        {"/yut%00", false},
        {"/%00", false},
        {"/yut?explain=true%00", false},
        {"/yut%", false},
        {"/yut%4", false},
        {"/yut%4g", false},
        {"/yut%g4", false},
        {"/yut%%41", false},
        {"/yut%0g", false},
        {"/%01", true},
        {"/%10", true},
        {"/yut?%zz", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = begin(cases[i].target, "HTTP/1.1");
        const struct field host = HOST;
        add(&head, &host);
        check_head(cases[i].target, &head, cases[i].ok ? GOOD : BAD);
    }
}

/* RFC 9112, section 3.2.2 */
static void test_paths_of_absolute_forms(void **state)
{
    (void)state;
    static const struct {
        const char *target, *path;
    } cases[] = {
        {"/yut", "/yut"},
        {"*", "*"},
        {"http://localhost/yut", "/yut"},
        {"HTTPS://localhost:8080/yut/moves", "/yut/moves"},
        {"http://localhost", "/"},
        {"/http://localhost/yut", "/http://localhost/yut"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = {0};
        head_begin(&head, "POST", cases[i].target, "HTTP/1.1");
        check_text(cases[i].target, "the path", head.path, cases[i].path);
    }
}

/* All fields together may have 16 KiB, names, values and what stands between them. */
static void test_size_of_the_fields(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t value_length;
        unsigned count;
        int type;
    } cases[] = {
        {"one long", 16000, 1, GOOD},
        {"one too long", 16400, 1, PROBLEM_HEADER_TOO_LARGE},
        {"many", 10, 500, GOOD},
        {"too many", 10, 2000, PROBLEM_HEADER_TOO_LARGE},
        {"too many, empty", 0, 4000, PROBLEM_HEADER_TOO_LARGE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *const value = calloc(1, cases[i].value_length + 1);
        assert_non_null(value);
        memset(value, 'a', cases[i].value_length);
        struct head head = begin("/yut", "HTTP/1.1");
        const struct field host = HOST, field = FIELD("X-A", value);
        add(&head, &host);
        for (unsigned j = 0; j < cases[i].count; j++)
            add(&head, &field);
        check_head(cases[i].name, &head, cases[i].type);
        free(value);
    }
}

/* What a good head says. */
static void test_what_is_taken_in(void **state)
{
    (void)state;
    static const struct field fields[] = {
        HOST,
        FIELD("CONTENT-LENGTH", "1234567890123"),
        FIELD("content-type", "text/plain"),
        FIELD("expect", "100-Continue"),
        FIELD("accept", "application/json"),
        FIELD("If-None-Match", "\"abc\""),
    };
    struct head head = begin("/yut", "HTTP/1.1");
    assert_false(head.expects_continue);
    assert_null(head.content_type);
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        add(&head, &fields[i]);
    assert_int_equal(head.method, METHOD_POST);
    assert_string_equal(head.path, "/yut");
    assert_true(head.is_http_1_1);
    assert_true(head.content_length == UINT64_C(1234567890123));
    assert_string_equal(head.content_type, "text/plain");
    assert_true(head.expects_continue);
    assert_false(head.has_content_coding);
    static const enum media_type offers[] = {MEDIA_TEXT, MEDIA_JSON};
    assert_int_equal(accept_choose(&head.accept, offers, 2, MEDIA_TEXT | MEDIA_JSON), MEDIA_JSON);
    assert_int_equal(accept_choose(&head.accept, offers, 2, MEDIA_TEXT), MEDIA_NONE);
}

static void test_content_codings(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        bool coded;
    } cases[] = {{"identity", false}, {"Identity", false}, {"gzip", true}, {"br", true}, {"identity, gzip", true}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = begin("/yut", "HTTP/1.1");
        const struct field field = FIELD("Content-Encoding", cases[i].value);
        add(&head, &field);
        check_number(cases[i].value, "is a coding", head.has_content_coding, cases[i].coded);
    }
}

static void test_entity_tags(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        bool has;
    } cases[] = {
        {NULL, false},
        {"", false},
        {"*", true},
        {"\"0123\"", true},
        {"W/\"0123\"", true},
        {"\"a\", \"0123\"", true},
        {"\"0123\",\"a\"", true},
        {"\"012\"", false},
        {"0123", false},
        {"\"a\", W/\"b\"", false},
        {"\"*\"", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = begin("/openapi.yaml", "HTTP/1.1");
        const struct field field = FIELD("if-none-match", cases[i].value);
        if (cases[i].value != NULL)
            add(&head, &field);
        check_number(cases[i].value != NULL ? cases[i].value : "none", "has the tag", head_has_etag(&head, "\"0123\""),
                     cases[i].has);
    }
}

static void test_preflights(void **state)
{
    (void)state;
    static const struct {
        const char *method, *field;
        bool is_preflight;
    } cases[] = {
        {"OPTIONS", "Access-Control-Request-Method", true},   {"OPTIONS", "access-control-request-method", true},
        {"OPTIONS", "Access-Control-Request-Headers", false}, {"OPTIONS", "Origin", false},
        {"POST", "Access-Control-Request-Method", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = {0};
        head_begin(&head, cases[i].method, "/yut", "HTTP/1.1");
        const struct field field = FIELD(cases[i].field, "POST");
        add(&head, &field);
        check_number(cases[i].field, "is a preflight", head.is_preflight, cases[i].is_preflight);
    }
}

static void test_queries(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *parameters[2][2]; /* names and values */
        bool bad, explain;
        unsigned given;
    } cases[] = {
        {"none", {{NULL}}, false, false, 0},
        {"true", {{"explain", "true"}}, false, true, PARAMETER_EXPLAIN},
        {"false", {{"explain", "false"}}, false, false, PARAMETER_EXPLAIN},
        {"True", {{"explain", "True"}}, true, false, 0},
        {"1", {{"explain", "1"}}, true, false, 0},
        {"empty", {{"explain", ""}}, true, false, 0},
        {"no value", {{"explain", NULL}}, true, false, 0},
        {"a space", {{"explain", "true "}}, true, false, 0},
        {"another name", {{"verbose", "true"}}, true, false, 0},
        {"another case", {{"EXPLAIN", "true"}}, true, false, 0},
        {"no name", {{"", "true"}}, true, false, 0},
        {"twice", {{"explain", "true"}, {"explain", "true"}}, true, true, PARAMETER_EXPLAIN},
        {"twice, not the same", {{"explain", "true"}, {"explain", "false"}}, true, true, PARAMETER_EXPLAIN},
        {"and another", {{"explain", "true"}, {"x", "y"}}, true, true, PARAMETER_EXPLAIN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct head head = begin("/yut", "HTTP/1.1");
        for (size_t j = 0; j < 2 && cases[i].parameters[j][0] != NULL; j++)
            head_parameter(&head, cases[i].parameters[j][0], cases[i].parameters[j][1]);
        check_number(cases[i].name, "bad", head.bad_query, cases[i].bad);
        if (cases[i].bad)
            continue;
        check_number(cases[i].name, "explain", head.query.explain, cases[i].explain);
        check_number(cases[i].name, "parameters", head.query.given, cases[i].given);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host),
        cmocka_unit_test(test_host_values),
        cmocka_unit_test(test_body_length),
        cmocka_unit_test(test_transfer_encoding),
        cmocka_unit_test(test_other_fields),
        cmocka_unit_test(test_names_are_tokens),
        cmocka_unit_test(test_values_hold_no_nul),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_paths_of_absolute_forms),
        cmocka_unit_test(test_size_of_the_fields),
        cmocka_unit_test(test_what_is_taken_in),
        cmocka_unit_test(test_content_codings),
        cmocka_unit_test(test_entity_tags),
        cmocka_unit_test(test_preflights),
        cmocka_unit_test(test_queries),
    };
    return cmocka_run_group_tests_name("head", tests, set_up_arena, NULL);
}
