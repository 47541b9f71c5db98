/* The whole way from a head to a status and a body, without sockets. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routes.h"

#define ONE_JSON "[1,2,3,4,1,2,3,4,1,2]"
#define ONE_TEXT "1 2 3 4 1 2 3 4 1 2"
#define TEXT "Content-Type: text/plain\n"
#define NDJSON "Content-Type: application/x-ndjson\n"

#define CALL(the_method, the_target, the_fields, the_body)                                                             \
    {                                                                                                                  \
        .method = (the_method), .target = (the_target), .fields = (the_fields), .body = (the_body)                     \
    }
#define DECLARED_CALL(the_method, the_target, the_fields, the_body)                                                    \
    {                                                                                                                  \
        .method = (the_method), .target = (the_target), .fields = (the_fields), .body = (the_body),                    \
        .declares_length = true                                                                                        \
    }

/* The limits that the program starts with. */
static struct exchange_rules default_rules(void)
{
    return (struct exchange_rules){
        .routes = yutomok_routes, .max_body = 64 << 10, .max_batch = 64 << 20, .max_answer = 256 << 20};
}

/* A row of a table: a call, its status, and the type of its problem or a body (both NULL: not looked at). */
struct row {
    const char *name;
    struct call call;
    unsigned status;
    const char *problem;
    const char *body;
};

static void check_problem(const char *name, struct reply *reply, const char *type)
{
    char begin[96];
    snprintf(begin, sizeof begin, "{\"type\":\"urn:yutomok:%s\",", type);
    if (strncmp(text_of(&reply->body), begin, strlen(begin)) != 0)
        fail_msg("%s: the body is %s, not %s", name, reply->body.data, type);
    char status[32];
    snprintf(status, sizeof status, "\"status\":%u,", reply->status);
    check(name, strstr(reply->body.data, status) != NULL);
    check_text(name, "the media type", reply->media_type, "application/problem+json");
}

static void check_row(const struct exchange_rules *rules, const struct row *row, int stretch)
{
    struct reply reply = reply_to(rules, &row->call, stretch);
    check(row->name, !reply.cut);
    if (reply.status != row->status)
        fail_msg("%s: status %u, not %u: %s", row->name, reply.status, row->status, text_of(&reply.body));
    if (row->problem != NULL)
        check_problem(row->name, &reply, row->problem);
    if (row->body != NULL)
        check_text(row->name, "the body", text_of(&reply.body), row->body);
    reply_free(&reply);
}

static void check_rows(const struct row *rows, size_t count)
{
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < count; i++)
        check_row(&rules, &rows[i], STRETCH_WHOLE);
}

/* When several apply: 404, 405, 415, 406, 413, 400 for the query, then the body. */
static void test_order_of_refusals(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"404 first",
         CALL("BREW", "/nothing?x=1", "Content-Type: image/png\nAccept: image/png\nContent-Length: 65537\n", "x"), 404,
         "not-found", NULL},
        {"405 next",
         CALL("PUT", "/yut?x=1", "Content-Type: image/png\nAccept: image/png\nContent-Length: 65537\n", "x"), 405,
         "method-not-allowed", NULL},
        {"415 next",
         CALL("POST", "/yut?x=1", "Content-Type: image/png\nAccept: image/png\nContent-Length: 65537\n", "x"), 415,
         "unsupported-media-type", NULL},
        {"406 next", CALL("POST", "/yut?x=1", "Accept: image/png\nContent-Length: 65537\n", "x"), 406, "not-acceptable",
         NULL},
        {"413 next", CALL("POST", "/yut?x=1", "Content-Length: 65537", "x"), 413, "body-too-large", NULL},
        {"400 for the query next", CALL("POST", "/yut?x=1", NULL, "x"), 400, "bad-query", NULL},
        {"400 for the body next", CALL("POST", "/yut", NULL, "[9"), 400, "malformed-json", NULL},
        {"422 last", CALL("POST", "/yut", NULL, "[9]"), 422, "wrong-dice-count", NULL},
        {"200", CALL("POST", "/yut", NULL, ONE_JSON), 200, NULL, "{\"max_score\":190}"},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_paths_and_methods(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"trailing slash", CALL("POST", "/yut/", NULL, ONE_JSON), 404, "not-found", NULL},
        {"case of a path", CALL("POST", "/YUT", NULL, ONE_JSON), 404, "not-found", NULL},
        {"OPTIONS of nothing", CALL("OPTIONS", "/nothing", NULL, NULL), 404, "not-found", NULL},
        {"case of a method", CALL("post", "/yut", NULL, ONE_JSON), 405, "method-not-allowed", NULL},
        {"GET of a POST path", CALL("GET", "/yut", NULL, NULL), 405, "method-not-allowed", NULL},
        {"HEAD of a POST path", CALL("HEAD", "/omok", NULL, NULL), 405, "method-not-allowed", NULL},
        {"POST of a GET path", CALL("POST", "/healthz", NULL, "{}"), 405, "method-not-allowed", NULL},
        {"GET", CALL("GET", "/healthz", NULL, NULL), 200, NULL, NULL},
        {"HEAD", CALL("HEAD", "/healthz", NULL, NULL), 200, NULL, NULL},
        {"GET that accepts nothing it has", CALL("GET", "/healthz", "Accept: text/html", NULL), 406, "not-acceptable",
         NULL},
        {"GET with a query", CALL("GET", "/healthz?explain=true", NULL, NULL), 400, "bad-query", NULL},
        {"GET that is acceptable by a wildcard", CALL("GET", "/openapi.yaml", "Accept: application/*;q=0.1", NULL), 200,
         NULL, NULL},
    };
    check_rows(rows, COUNT_OF(rows));
}

#define BROWSER "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\n"

static void test_page(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct call call;
        unsigned status;
        bool is_page, is_gzip;
        const char *media_type;
    } cases[] = {
        {"plain", CALL("GET", "/", NULL, NULL), 200, true, false, "text/html; charset=utf-8"},
        {"compressed", CALL("GET", "/", "Accept-Encoding: gzip", NULL), 200, true, true, "text/html; charset=utf-8"},
        {"HEAD", CALL("HEAD", "/", "Accept-Encoding: gzip", NULL), 200, true, true, "text/html; charset=utf-8"},
        {"a browser", CALL("GET", "/", BROWSER "Accept-Encoding: gzip, br", NULL), 200, true, true,
         "text/html; charset=utf-8"},
        {"anything", CALL("GET", "/", "Accept: */*", NULL), 200, true, false, "text/html; charset=utf-8"},
        {"text", CALL("GET", "/", "Accept: text/*;q=0.1", NULL), 200, true, false, "text/html; charset=utf-8"},
        {"style", CALL("GET", "/page.css", "Accept: text/css,*/*;q=0.1\nAccept-Encoding: gzip", NULL), 200, true, true,
         "text/css; charset=utf-8"},
        {"script", CALL("GET", "/page.js", "Accept: */*", NULL), 200, true, false, "text/javascript; charset=utf-8"},
        {"JSON", CALL("GET", "/", "Accept: application/json", NULL), 406, false, false, "application/problem+json"},
        {"a query", CALL("GET", "/?x=1", NULL, NULL), 400, false, false, "application/problem+json"},
        {"POST", CALL("POST", "/", NULL, ONE_JSON), 405, false, false, "application/problem+json"},
        {"not of the page", CALL("GET", "/openapi.yaml", "Accept-Encoding: gzip", NULL), 200, false, false,
         "application/yaml"},
        {"not of the page, either", CALL("POST", "/yut", "Accept-Encoding: gzip", ONE_JSON), 200, false, false,
         "application/json"},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reply reply = reply_to(&rules, &cases[i].call, STRETCH_WHOLE);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        check_number(cases[i].name, "is of the page", reply.is_page, cases[i].is_page);
        check_number(cases[i].name, "is compressed", reply.is_gzip, cases[i].is_gzip);
        check_text(cases[i].name, "the media type", reply.media_type, cases[i].media_type);
        const bool begins_as_gzip = strncmp(text_of(&reply.body), "\x1F\x8B", 2) == 0;
        check_number(cases[i].name, "begins as gzip does", begins_as_gzip, cases[i].is_gzip);
        reply_free(&reply);
    }
}

/* Each form has a tag of its own, and is not sent to who has it. */
static void test_tags_of_the_page(void **state)
{
    (void)state;
    const struct exchange_rules rules = default_rules();
    static const char *const encodings[] = {"Accept-Encoding: identity", "Accept-Encoding: gzip"};
    char tags[2][24];
    for (size_t i = 0; i < 2; i++) {
        struct reply reply = reply_to(&rules, &(struct call)CALL("GET", "/", encodings[i], NULL), STRETCH_WHOLE);
        memcpy(tags[i], reply.etag, sizeof tags[i]);
        reply_free(&reply);
    }
    check("tags", tags[0][0] == '"' && tags[1][0] == '"' && strcmp(tags[0], tags[1]) != 0);
    for (size_t i = 0; i < 4; i++) {
        char fields[128];
        snprintf(fields, sizeof fields, "%s\nIf-None-Match: %s", encodings[i % 2], tags[i / 2]);
        struct reply reply = reply_to(&rules, &(struct call)CALL("GET", "/", fields, NULL), STRETCH_WHOLE);
        check_number(fields, "status", reply.status, i % 2 == i / 2 ? 304 : 200);
        check_number(fields, "is of the page", reply.is_page, true);
        reply_free(&reply);
    }
}

static void test_options_and_allow(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct call call;
        unsigned status;
        const char *allow;
    } cases[] = {
        {"OPTIONS of a POST path", CALL("OPTIONS", "/yut", NULL, NULL), 204, "POST, OPTIONS"},
        {"OPTIONS of a GET path", CALL("OPTIONS", "/healthz", NULL, NULL), 204, "GET, HEAD, OPTIONS"},
        {"OPTIONS of all", CALL("OPTIONS", "*", NULL, NULL), 204, "GET, HEAD, POST, OPTIONS"},
        {"OPTIONS with an Accept", CALL("OPTIONS", "/yut", "Accept: image/png", NULL), 204, "POST, OPTIONS"},
        {"405 of a POST path", CALL("DELETE", "/omok", NULL, NULL), 405, "POST, OPTIONS"},
        {"405 of a GET path", CALL("POST", "/readyz", NULL, NULL), 405, "GET, HEAD, OPTIONS"},
        {"404", CALL("GET", "/nothing", NULL, NULL), 404, ""},
        {"200", CALL("GET", "/healthz", NULL, NULL), 200, ""},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reply reply = reply_to(&rules, &cases[i].call, STRETCH_WHOLE);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        check_text(cases[i].name, "Allow", reply.allow, cases[i].allow);
        if (reply.status == 204) {
            check_text(cases[i].name, "the media type", reply.media_type, "");
            check_number(cases[i].name, "body length", (long long)reply.body.length, 0);
        }
        reply_free(&reply);
    }
}

static void test_media_types(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"no type", CALL("POST", "/yut", NULL, ONE_JSON), 200, NULL, "{\"max_score\":190}"},
        {"form type", CALL("POST", "/yut", "Content-Type: application/x-www-form-urlencoded", ONE_JSON), 200, NULL,
         "{\"max_score\":190}"},
        {"JSON with a parameter", CALL("POST", "/yut", "Content-Type: application/json; charset=utf-8", ONE_JSON), 200,
         NULL, "{\"max_score\":190}"},
        {"text", CALL("POST", "/yut", TEXT, ONE_TEXT), 200, NULL, "190\n"},
        {"text, anything", CALL("POST", "/yut", TEXT "Accept: */*", ONE_TEXT), 200, NULL, "190\n"},
        {"text to JSON", CALL("POST", "/yut", TEXT "Accept: application/json", ONE_TEXT), 200, NULL,
         "{\"max_score\":190}"},
        {"text to NDJSON", CALL("POST", "/yut", TEXT "Accept: application/x-ndjson", ONE_TEXT " " ONE_TEXT), 200, NULL,
         "{\"max_score\":190}\n{\"max_score\":190}\n"},
        {"many of text to JSON", CALL("POST", "/yut", TEXT "Accept: application/json", ONE_TEXT " " ONE_TEXT), 422,
         "one-case-only", NULL},
        {"JSON to text", CALL("POST", "/yut", "Accept: text/plain", ONE_JSON), 200, NULL, "190\n"},
        {"JSON to NDJSON", CALL("POST", "/yut", "Accept: application/x-ndjson", ONE_JSON), 200, NULL,
         "{\"max_score\":190}\n"},
        {"JSON, all but JSON", CALL("POST", "/yut", "Accept: application/json;q=0, text/*;q=0.1", ONE_JSON), 200, NULL,
         "190\n"},
        {"a problem whatever Accept says", CALL("POST", "/yut", TEXT "Accept: text/plain", "x"), 400, "malformed-text",
         NULL},
        {"problem type as the answer", CALL("POST", "/yut", "Accept: application/problem+json", ONE_JSON), 200, NULL,
         "{\"max_score\":190}"},
        {"problem type as a request", CALL("POST", "/yut", "Content-Type: application/problem+json", ONE_JSON), 415,
         "unsupported-media-type", NULL},
        {"YAML as a request", CALL("POST", "/yut", "Content-Type: application/yaml", ONE_JSON), 415,
         "unsupported-media-type", NULL},
        {"compressed", CALL("POST", "/yut", "Content-Encoding: gzip", ONE_JSON), 415, "unsupported-media-type", NULL},
        {"not compressed", CALL("POST", "/yut", "Content-Encoding: identity", ONE_JSON), 200, NULL, NULL},
        {"a batch wants no single object", CALL("POST", "/yut", NDJSON "Accept: application/json", ONE_JSON), 406,
         "not-acceptable", NULL},
        {"moves have no text", CALL("POST", "/yut/moves", TEXT, ONE_TEXT), 415, "unsupported-media-type", NULL},
        {"moves to text", CALL("POST", "/yut/moves", "Accept: text/plain", "{\"dice\":[3]}"), 406, "not-acceptable",
         NULL},
    };
    check_rows(rows, COUNT_OF(rows));
}

#define PICTURE "Accept: image/svg+xml\n"

static void test_pictures(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"JSON", CALL("POST", "/yut", PICTURE, ONE_JSON), 200, NULL, NULL},
        {"JSON, an image of any kind", CALL("POST", "/yut", "Accept: image/*", ONE_JSON), 200, NULL, NULL},
        {"JSON, anything", CALL("POST", "/yut", "Accept: */*", ONE_JSON), 200, NULL, "{\"max_score\":190}"},
        {"JSON, a picture or JSON", CALL("POST", "/yut", "Accept: image/svg+xml, application/json", ONE_JSON), 200,
         NULL, "{\"max_score\":190}"},
        {"text", CALL("POST", "/yut", TEXT PICTURE, ONE_TEXT), 200, NULL, NULL},
        {"text, anything", CALL("POST", "/yut", TEXT "Accept: */*", ONE_TEXT), 200, NULL, "190\n"},
        {"text of two cases", CALL("POST", "/yut", TEXT PICTURE, ONE_TEXT "\n" ONE_TEXT), 422, "one-case-only", NULL},
        {"NDJSON", CALL("POST", "/yut", NDJSON PICTURE, ONE_JSON), 406, "not-acceptable", NULL},
        {"explained", CALL("POST", "/yut?explain=true", PICTURE, ONE_JSON), 400, "bad-query", NULL},
        {"not explained", CALL("POST", "/yut?explain=false", PICTURE, ONE_JSON), 400, "bad-query", NULL},
        {"wrong JSON", CALL("POST", "/omok", PICTURE, "[9]"), 422, "wrong-row-count", NULL},
        {"wrong text", CALL("POST", "/yut", TEXT PICTURE, "9"), 422, "die-out-of-range", NULL},
        {"as a request", CALL("POST", "/yut", "Content-Type: image/svg+xml", "<svg/>"), 415, "unsupported-media-type",
         NULL},
        {"of moves", CALL("POST", "/yut/moves", PICTURE, "{\"dice\":[3]}"), 406, "not-acceptable", NULL},
        {"of the board", CALL("GET", "/yut/board", PICTURE, NULL), 406, "not-acceptable", NULL},
    };
    check_rows(rows, COUNT_OF(rows));
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct reply reply = reply_to(&rules, &rows[i].call, STRETCH_WHOLE);
        if (rows[i].status == 200 && rows[i].body == NULL) {
            check_text(rows[i].name, "the media type", reply.media_type, "image/svg+xml");
            check(rows[i].name, strstr(text_of(&reply.body), "the best score is 190") != NULL);
        }
        reply_free(&reply);
    }
}

static void test_explain(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"false", CALL("POST", "/yut?explain=false", NULL, ONE_JSON), 200, NULL, "{\"max_score\":190}"},
        {"empty query", CALL("POST", "/yut?", NULL, ONE_JSON), 200, NULL, "{\"max_score\":190}"},
        {"true", CALL("POST", "/yut?explain=true", NULL, ONE_JSON), 200, NULL, NULL},
        {"1", CALL("POST", "/yut?explain=1", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"True", CALL("POST", "/yut?explain=True", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"empty value", CALL("POST", "/yut?explain=", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"no value", CALL("POST", "/yut?explain", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"twice", CALL("POST", "/yut?explain=true&explain=true", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"another", CALL("POST", "/omok?explain=true&verbose=true", NULL, "[]"), 400, "bad-query", NULL},
        {"case of the name", CALL("POST", "/yut?Explain=true", NULL, ONE_JSON), 400, "bad-query", NULL},
        {"text", CALL("POST", "/yut?explain=true", TEXT, ONE_TEXT), 400, "bad-query", NULL},
        {"JSON to text", CALL("POST", "/yut?explain=true", "Accept: text/plain", ONE_JSON), 400, "bad-query", NULL},
        {"text to JSON", CALL("POST", "/yut?explain=true", TEXT "Accept: application/json", ONE_TEXT), 200, NULL, NULL},
        {"where there is nothing to explain", CALL("POST", "/yut/moves?explain=true", NULL, "{\"dice\":[3]}"), 400,
         "bad-query", NULL},
    };
    check_rows(rows, COUNT_OF(rows));
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct reply reply = reply_to(&rules, &rows[i].call, STRETCH_WHOLE);
        const bool wanted = rows[i].status == 200 && strstr(rows[i].call.target, "explain=true") != NULL;
        check_number(rows[i].name, "has moves", strstr(text_of(&reply.body), "\"moves\":[") != NULL, wanted);
        reply_free(&reply);
    }
}

#define WRONG_LINE(line, pointer)                                                                                      \
    "{\"type\":\"urn:yutomok:die-out-of-range\",\"title\":\"A die shows 1 to 5\",\"status\":422,\"detail\":\"dice[0] " \
    "is 9\",\"pointer\":\"" pointer "\",\"line\":" #line "}\n"

static void test_ndjson(void **state)
{
    (void)state;
    const struct row rows[] = {
        {"one", CALL("POST", "/yut", NDJSON, ONE_JSON "\n"), 200, NULL, "{\"max_score\":190}\n"},
        {"no last newline", CALL("POST", "/yut", NDJSON, ONE_JSON), 200, NULL, "{\"max_score\":190}\n"},
        {"two, CRLF", CALL("POST", "/yut", NDJSON, ONE_JSON "\r\n" ONE_JSON "\r\n"), 200, NULL,
         "{\"max_score\":190}\n{\"max_score\":190}\n"},
        {"blank lines", CALL("POST", "/yut", NDJSON, "\n \t\n" ONE_JSON "\n\r\n\n"), 200, NULL,
         "{\"max_score\":190}\n"},
        {"empty", CALL("POST", "/yut", NDJSON, ""), 200, NULL, ""},
        {"blank", CALL("POST", "/yut", NDJSON, "\n \n"), 200, NULL, ""},
        {"bad lines",
         CALL("POST", "/yut", NDJSON, "[9,2,3,4,1,2,3,4,1,2]\n\n" ONE_JSON "\n{\"dice\":[9,2,3,4,1,2,3,4,1,2]}"), 200,
         NULL, WRONG_LINE(1, "#/0") "{\"max_score\":190}\n" WRONG_LINE(4, "#/dice/0")},
        {"byte-order mark", CALL("POST", "/yut", NDJSON, "\xEF\xBB\xBF" ONE_JSON "\n"), 200, NULL,
         "{\"max_score\":190}\n"},
    };
    check_rows(rows, COUNT_OF(rows));
}

static void test_a_malformed_line_has_its_place(void **state)
{
    (void)state;
    const struct exchange_rules rules = default_rules();
    const struct call call = CALL("POST", "/yut", NDJSON, "\n\n[1,2\n" ONE_JSON);
    struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
    const char *const body = text_of(&reply.body);
    check_number("a malformed line", "status", reply.status, 200);
    if (strstr(body, "malformed-json") == NULL ||
        strstr(body, "\"line\":3,\"column\":5}\n{\"max_score\":190}\n") == NULL)
        fail_msg("a malformed line: %s", body);
    reply_free(&reply);
}

static void check_same_reply(const char *name, struct reply *reply, struct reply *whole)
{
    check_number(name, "status", reply->status, whole->status);
    check_text(name, "the body", text_of(&reply->body), text_of(&whole->body));
    check_text(name, "the media type", reply->media_type, whole->media_type);
    check_number(name, "close", reply->close, whole->close);
}

/* Whatever way a body is cut on the network, and whether its length was declared or not, the answer is the same. */
static void check_stretches(const char *name, const struct exchange_rules *rules, const struct call *call)
{
    static const int stretches[] = {STRETCH_WHOLE, 1, 2, 3, 7, 64, 1000, STRETCH_RANDOM};
    struct reply whole = reply_to(rules, call, STRETCH_WHOLE);
    for (size_t i = 0; i < 2 * COUNT_OF(stretches); i++) {
        struct call again = *call;
        again.declares_length = i % 2 == 0;
        char where[128];
        snprintf(where, sizeof where, "%s, in stretches of %d%s", name, stretches[i / 2],
                 again.declares_length ? ", declared" : "");
        struct reply reply = reply_to(rules, &again, stretches[i / 2]);
        check_same_reply(where, &reply, &whole);
        reply_free(&reply);
    }
    reply_free(&whole);
}

static void test_stretches(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct call call;
    } cases[] = {
        {"JSON", CALL("POST", "/yut", NULL, "\xEF\xBB\xBF{\"dice\":" ONE_JSON "}\n")},
        {"malformed JSON", CALL("POST", "/yut", NULL, "{\"dice\":\n[1,2,\"\xC3\xA9\",01]}")},
        {"wrong JSON", CALL("POST", "/yut?explain=true", NULL, "{\"dice\":[1,2,3,4,5,6,7,8,9,10]}")},
        {"empty JSON", CALL("POST", "/yut", NULL, "")},
        {"text", CALL("POST", "/yut", TEXT, "\xEF\xBB\xBF 1 2\r\n3 4 1 2 3 4 1 2\r\n\r\n" ONE_TEXT "\n" ONE_TEXT)},
        {"text to NDJSON", CALL("POST", "/yut", TEXT "Accept: application/x-ndjson", ONE_TEXT "\n" ONE_TEXT)},
        {"malformed text", CALL("POST", "/yut", TEXT, ONE_TEXT "\n 1 2 3 4x 5 1 2 3 4 5")},
        {"wrong text", CALL("POST", "/yut", TEXT, ONE_TEXT "\n 1 2 3 44 5 1 2 3 4 5\n")},
        {"text to a picture", CALL("POST", "/yut", TEXT PICTURE, ONE_TEXT "\n")},
        {"JSON to a picture", CALL("POST", "/yut", PICTURE, ONE_JSON)},
        {"two cases, one wanted", CALL("POST", "/yut", TEXT "Accept: application/json", ONE_TEXT "\n" ONE_TEXT)},
        {"text without a case", CALL("POST", "/omok", TEXT, "\xEF\xBB\xBF\r\n\r\n")},
        {"NDJSON", CALL("POST", "/yut", NDJSON, ONE_JSON "\r\n\n[1,2]\nx\n{\"dice\":" ONE_JSON ",\"a\":1}\n" ONE_JSON)},
        {"NDJSON, explained", CALL("POST", "/yut?explain=true", NDJSON, ONE_JSON "\n" ONE_JSON "\n")},
        {"refused by its head", CALL("POST", "/yut", "Content-Type: image/png", "0123456789")},
        {"a body where none is read", CALL("GET", "/healthz", NULL, "0123456789")},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_stretches(cases[i].name, &rules, &cases[i].call);
}

static void add_repeated(struct buffer *buffer, const char *unit, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_text(buffer, unit);
}

static void test_stretches_of_omok(void **state)
{
    (void)state;
    const struct exchange_rules rules = default_rules();
    static const char *const leads[] = {"", "1\n", "2\n", "3\n", "0 "};
    for (size_t i = 0; i < COUNT_OF(leads); i++) {
        struct buffer body = {0};
        add_text(&body, leads[i]);
        add_repeated(&body, "0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0\r\n", 19);
        add_repeated(&body, "0000001111122222200\n", 19);
        const struct call call = {.method = "POST", .target = "/omok", .fields = TEXT, .body = text_of(&body)};
        char name[64];
        snprintf(name, sizeof name, "omok, case %zu", i);
        check_stretches(name, &rules, &call);
        buffer_free(&body);
    }
}

/* A token may be as long as the body: a number with many zeros in front, or a word. */
static void test_stretches_of_long_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *name, *begin, *unit;
        size_t count;
        const char *end;
    } cases[] = {
        {"a die of 4000 digits", "", "0", 4000, "1 2 3 4 1 2 3 4 1 2"},
        {"a die of 5000 digits", "", "0", 5000, "1 2 3 4 1 2 3 4 1 2"},
        {"a die of 20000 digits in the second case", ONE_TEXT "\n1 ", "0", 20000, "2 3 4 1 2 3 4 1 2"},
        {"a word of 5000 digits and a letter", "1 ", "1", 5000, "x 2"},
        {"a word of 5000 letters", "1 ", "x", 5000, " 2"},
        {"a die of 5000 digits, out of range", "1 ", "9", 5000, " 3 4 1 2 3 4 1 2"},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer body = {0};
        add_text(&body, cases[i].begin);
        add_repeated(&body, cases[i].unit, cases[i].count);
        add_text(&body, cases[i].end);
        const struct call call = {.method = "POST", .target = "/yut", .fields = TEXT, .body = text_of(&body)};
        check_stretches(cases[i].name, &rules, &call);
        buffer_free(&body);
    }
}

/* `size` bytes that end with a good case, with white space before it. */
static struct buffer padded(const char *end, char space, size_t size)
{
    struct buffer body = {0};
    char *const at = buffer_reserve(&body, size);
    assert_non_null(at);
    memset(at, space, size);
    memcpy(at + size - strlen(end), end, strlen(end));
    body.length = size;
    return body;
}

static void test_body_limits(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fields, *end;
        size_t size;
        unsigned status;
    } cases[] = {
        {"JSON of max_body", NULL, ONE_JSON, 1000, 200},
        {"JSON of max_body and 1", NULL, ONE_JSON, 1001, 413},
        {"form type of max_body and 1", "Content-Type: application/x-www-form-urlencoded", ONE_JSON, 1001, 413},
        {"text of max_body and 1", TEXT, ONE_TEXT, 1001, 200},
        {"text of max_batch", TEXT, ONE_TEXT, 5000, 200},
        {"text of max_batch and 1", TEXT, ONE_TEXT, 5001, 413},
        {"NDJSON of max_batch", NDJSON, "\n" ONE_JSON, 5000, 200},
        {"NDJSON of max_batch and 1", NDJSON, "\n" ONE_JSON, 5001, 413},
        {"far too long", TEXT, ONE_TEXT, 100000, 413},
    };
    const struct exchange_rules rules = {
        .routes = yutomok_routes, .max_body = 1000, .max_batch = 5000, .max_answer = 256 << 20};
    static const int stretches[] = {STRETCH_WHOLE, STRETCH_RANDOM, 1};
    for (size_t i = 0; i < COUNT_OF(cases) * COUNT_OF(stretches) * 2; i++) {
        const size_t one = i / COUNT_OF(stretches) / 2;
        const bool declared = i % 2 == 0;
        char name[96];
        snprintf(name, sizeof name, "%s, %s", cases[one].name, declared ? "declared" : "not declared");
        struct buffer body = padded(cases[one].end, cases[one].fields != NULL ? '\n' : ' ', cases[one].size);
        const struct call call = {.method = "POST",
                                  .target = "/yut",
                                  .fields = cases[one].fields,
                                  .body = body.data,
                                  .body_length = body.length,
                                  .declares_length = declared};
        struct reply reply = reply_to(&rules, &call, stretches[i / 2 % COUNT_OF(stretches)]);
        check(name, reply.begun && !reply.cut);
        check_number(name, "status", reply.status, cases[one].status);
        if (reply.status == 413)
            check_problem(name, &reply, "body-too-large");
        reply_free(&reply);
        buffer_free(&body);
    }
}

/* One line of a batch may be as long as one document, and the lines around a longer one are answered. */
static void test_line_limit(void **state)
{
    (void)state;
    const struct exchange_rules rules = {
        .routes = yutomok_routes, .max_body = 100, .max_batch = 5000, .max_answer = 256 << 20};
    struct buffer body = {0};
    for (size_t size = 100; size <= 101; size++) {
        struct buffer line = padded(ONE_JSON, ' ', size);
        add_text(&body, text_of(&line));
        add_text(&body, "\n");
        buffer_free(&line);
    }
    add_text(&body, ONE_JSON);
    const struct call call = {.method = "POST", .target = "/yut", .fields = NDJSON, .body = text_of(&body)};
    struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
    check_number("long line", "status", reply.status, 200);
    const char *const answer = text_of(&reply.body);
    static const char first[] = "{\"max_score\":190}\n{\"type\":\"urn:yutomok:body-too-large\",";
    static const char last[] = ",\"line\":2}\n{\"max_score\":190}\n";
    if (strncmp(answer, first, strlen(first)) != 0 || strstr(answer, last) == NULL)
        fail_msg("long line: %s", answer);
    reply_free(&reply);
    check_stretches("long line", &rules, &call);
    buffer_free(&body);
}

static void test_expect(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct call call;
        bool begun, close;
        unsigned status;
    } cases[] = {
        {"a good request", DECLARED_CALL("POST", "/yut", "Expect: 100-continue", ONE_JSON), true, false, 200},
        {"in capitals", DECLARED_CALL("POST", "/yut", "Expect: 100-Continue", ONE_JSON), true, false, 200},
        {"too long", CALL("POST", "/yut", "Expect: 100-continue\nContent-Length: 65537", NULL), false, true, 413},
        {"not found", CALL("POST", "/nothing", "Expect: 100-continue", NULL), false, true, 404},
        {"a bad query", CALL("POST", "/yut?x", "Expect: 100-continue", NULL), false, true, 400},
        {"too long, not waiting", CALL("POST", "/yut", "Content-Length: 65537", NULL), true, false, 413},
        {"another expectation", DECLARED_CALL("POST", "/yut", "Expect: a miracle", ONE_JSON), false, true, 417},
        {"far too long, not waiting", CALL("POST", "/yut", "Content-Length: 99999999999", NULL), false, true, 413},
        {"far too long, and not found", CALL("POST", "/nothing", "Content-Length: 99999999999", NULL), false, true,
         404},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reply reply = reply_to(&rules, &cases[i].call, STRETCH_WHOLE);
        check_number(cases[i].name, "the body may come", reply.begun, cases[i].begun);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        check_number(cases[i].name, "close", reply.close, cases[i].close);
        reply_free(&reply);
    }
}

/* A client that declares nothing and sends on and on is cut, whether its body is read or not. */
static void test_endless_bodies_are_cut(void **state)
{
    (void)state;
    static const struct {
        const char *name, *method, *target, *fields;
    } cases[] = {
        {"JSON", "POST", "/yut", NULL},
        {"text", "POST", "/yut", TEXT},
        {"refused", "POST", "/nothing", NULL},
        {"GET", "GET", "/healthz", NULL},
    };
    const struct exchange_rules rules = {
        .routes = yutomok_routes, .max_body = 1000, .max_batch = 5000, .max_answer = 256 << 20};
    const size_t size = (size_t)EXCHANGE_DRAIN_BYTES + 6000;
    struct buffer body = padded(ONE_JSON, ' ', size);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct call call = {.method = cases[i].method,
                                  .target = cases[i].target,
                                  .fields = cases[i].fields,
                                  .body = body.data,
                                  .body_length = size};
        struct reply reply = reply_to(&rules, &call, 1 << 20);
        check(cases[i].name, reply.begun && reply.cut);
        reply_free(&reply);
    }
    buffer_free(&body);
}

static void test_bad_heads_are_answered_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *name, *target, *fields;
        unsigned status;
    } cases[] = {
        {"two Host fields", "/yut", "Host: b", 400},
        {"a target with %00", "/yut%00", NULL, 400},
        {"before 404", "/nothing", "Host: b", 400},
        {"both lengths", "/yut", "Content-Length: 1\nTransfer-Encoding: chunked", 400},
        {"expectation", "/nothing", "Expect: 200-ok", 417},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct call call = {.method = "POST", .target = cases[i].target, .fields = cases[i].fields};
        struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
        check(cases[i].name, !reply.begun && reply.close);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        check_problem(cases[i].name, &reply, cases[i].status == 417 ? "expectation-failed" : "bad-request-head");
        reply_free(&reply);
    }
}

static void test_conditions_of_the_server(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct call call;
        bool begun;
        unsigned status;
        const char *problem; /* NULL: none */
    } cases[] = {
        {"ready", {.method = "GET", .target = "/readyz"}, true, 200, NULL},
        {"draining", {.method = "GET", .target = "/readyz", .condition = SERVER_DRAINING}, true, 503, "draining"},
        {"alive", {.method = "GET", .target = "/healthz", .condition = SERVER_DRAINING}, true, 200, NULL},
        {"a case while draining",
         {.method = "POST", .target = "/yut", .body = ONE_JSON, .condition = SERVER_DRAINING},
         true,
         200,
         NULL},
        {"a case too much",
         {.method = "POST", .target = "/yut", .body = ONE_JSON, .condition = SERVER_OVERLOADED},
         false,
         503,
         "overloaded"},
        {"not found, too much",
         {.method = "GET", .target = "/nothing", .condition = SERVER_OVERLOADED},
         false,
         503,
         "overloaded"},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reply reply = reply_to(&rules, &cases[i].call, STRETCH_WHOLE);
        check_number(cases[i].name, "the body may come", reply.begun, cases[i].begun);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        check_number(cases[i].name, "close", reply.close, cases[i].call.condition != SERVER_READY);
        check_number(cases[i].name, "Retry-After", reply.retry_after, cases[i].status == 503);
        if (cases[i].problem != NULL)
            check_problem(cases[i].name, &reply, cases[i].problem);
        reply_free(&reply);
    }
}

/* What is always the same has a tag, and is not sent again to a client that has it. */
static void test_not_modified(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fields;
        unsigned status;
    } cases[] = {
        {"no tag", NULL, 200},
        {"another tag", "If-None-Match: \"0123456789abcdef\"", 200},
        {"any tag", "If-None-Match: *", 304},
    };
    const struct exchange_rules rules = default_rules();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct call call = CALL("GET", "/yut/board", cases[i].fields, NULL);
        struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
        check_number(cases[i].name, "status", reply.status, cases[i].status);
        reply_free(&reply);
    }
}

/* Where no body is read, a far too long one is still cut off. */
static void test_a_body_that_nobody_reads(void **state)
{
    (void)state;
    const struct exchange_rules rules = default_rules();
    const struct call call = CALL("GET", "/healthz", "Content-Length: 99999999999", NULL);
    struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
    assert_false(reply.begun);
    assert_true(reply.close);
    check_number("a far too long body", "status", reply.status, 413);
    check_problem("a far too long body", &reply, "body-too-large");
    reply_free(&reply);
}

/* A problem whose pointer is too long for the arena is still a problem document. */
static void test_a_name_too_long_for_a_pointer(void **state)
{
    (void)state;
    const struct exchange_rules rules = {
        .routes = yutomok_routes, .max_body = 4 << 20, .max_batch = 8 << 20, .max_answer = 256 << 20};
    struct buffer name = {0};
    add_text(&name, "{\"");
    add_repeated(&name, "\xED\x95\x9C\xED\x95\x9C\xED\x95\x9C\xED\x95\x9C", 120000);
    add_text(&name, "\":1}");
    static const char *const fields[] = {NULL, NDJSON};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const struct call call = {.method = "POST", .target = "/yut", .fields = fields[i], .body = text_of(&name)};
        struct reply reply = reply_to(&rules, &call, STRETCH_WHOLE);
        check_number("a long name", "status", reply.status, i == 0 ? 413 : 200);
        if (strstr(text_of(&reply.body), "urn:yutomok:body-too-large") == NULL)
            fail_msg("a long name: %s", text_of(&reply.body));
        reply_free(&reply);
    }
    buffer_free(&name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_refusals),
        cmocka_unit_test(test_paths_and_methods),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_tags_of_the_page),
        cmocka_unit_test(test_options_and_allow),
        cmocka_unit_test(test_media_types),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_explain),
        cmocka_unit_test(test_ndjson),
        cmocka_unit_test(test_a_malformed_line_has_its_place),
        cmocka_unit_test(test_stretches),
        cmocka_unit_test(test_stretches_of_omok),
        cmocka_unit_test(test_stretches_of_long_tokens),
        cmocka_unit_test(test_body_limits),
        cmocka_unit_test(test_line_limit),
        cmocka_unit_test(test_expect),
        cmocka_unit_test(test_endless_bodies_are_cut),
        cmocka_unit_test(test_bad_heads_are_answered_at_once),
        cmocka_unit_test(test_conditions_of_the_server),
        cmocka_unit_test(test_not_modified),
        cmocka_unit_test(test_a_body_that_nobody_reads),
        cmocka_unit_test(test_a_name_too_long_for_a_pointer),
    };
    return cmocka_run_group_tests_name("exchange", tests, set_up_arena, NULL);
}
