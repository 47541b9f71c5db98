/*
 * Memory that runs out in the middle of a request, at each place where it can: the first, second, ... allocation fails,
 * alone or with all that follow. What comes of it is the right answer, a complete 503, or exchange_finish's word that
 * there is not even room for that; never half an answer, another problem, or a block that is not freed.
 *
 * The linker's --wrap leads every call of the allocator in this program and its objects (not in shared libraries)
 * through here, which works under sanitizers, too.
 */
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/metrics.h"
#include "json/arena.h"
#include "omok/codec.h"
#include "routes.h"
#include "yut/codec.h"

/* The names are the linker's. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
int __real_pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int __real_pthread_setspecific(pthread_key_t key, const void *value);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int __wrap_pthread_setspecific(pthread_key_t key, const void *value);

enum failing { FAIL_ONE, FAIL_ALL_FROM };

/* One thread at a time allocates, and it is joined before another looks. */
static struct {
    bool armed;
    enum failing failing;
    unsigned fail_at; /* the first allocation to fail, from 1 */
    unsigned count;   /* allocations since it was armed */
    unsigned failed;
    long live; /* blocks that have not been freed */
} allocator;

static void arm(enum failing failing, unsigned fail_at)
{
    allocator.failing = failing;
    allocator.fail_at = fail_at;
    allocator.count = 0;
    allocator.failed = 0;
    allocator.armed = true;
}

static void disarm(void)
{
    allocator.armed = false;
}

static bool fails(void)
{
    if (!allocator.armed)
        return false;
    allocator.count++;
    const bool now =
        allocator.failing == FAIL_ONE ? allocator.count == allocator.fail_at : allocator.count >= allocator.fail_at;
    allocator.failed += now;
    return now;
}

static void *counted(void *block)
{
    allocator.live += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    void *const moved = __real_realloc(block, size);
    return block == NULL ? counted(moved) : moved;
}

void __wrap_free(void *block)
{
    allocator.live -= block != NULL;
    __real_free(block);
}

int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    return fails() ? -1 : __real_pthread_key_create(key, destructor);
}

/* It allocates, too, once a process has many keys. */
int __wrap_pthread_setspecific(pthread_key_t key, const void *value)
{
    return fails() ? -1 : __real_pthread_setspecific(key, value);
}

#define JSON "application/json"
#define NDJSON "application/x-ndjson"
#define TEXT "text/plain"
#define SVG "image/svg+xml"

/* A request. */
struct ask {
    const char *method;
    const char *path;
    bool explain;
    const char *query[4]; /* names and values of other parameters, or NULL */
    const char *reads;    /* Content-Type, or NULL */
    const char *writes;   /* Accept, or NULL */
    const char *body;
    enum server_condition condition;
    bool declares_length;
    int stretch; /* how the body is cut */
};

static void add_field(struct head *head, const char *name, const char *value)
{
    if (value != NULL)
        head_field(head, name, strlen(name), value, strlen(value));
}

static void take_head(struct head *head, const struct ask *ask, const char *length)
{
    head->bad_target = !head_is_sound_target(ask->path);
    head_begin(head, ask->method, ask->path, "HTTP/1.1");
    add_field(head, "Host", "localhost:8080");
    add_field(head, "Content-Type", ask->reads);
    add_field(head, "Accept", ask->writes);
    add_field(head, "Content-Length", ask->declares_length ? length : NULL);
    if (ask->explain)
        head_parameter(head, "explain", "true");
    for (size_t i = 0; i < COUNT_OF(ask->query) && ask->query[i] != NULL; i += 2)
        head_parameter(head, ask->query[i], ask->query[i + 1]);
}

/* Each stretch comes in a block of its own size, which is not one of those that fail. */
static void feed(struct exchange *exchange, const char *body, size_t length, int stretch)
{
    for (size_t at = 0; at < length;) {
        const size_t size = stretch == STRETCH_WHOLE || (size_t)stretch > length - at ? length - at : (size_t)stretch;
        char *const copy = __real_malloc(size);
        if (copy == NULL)
            abort();
        memcpy(copy, body + at, size);
        exchange_receive(exchange, copy, size);
        __real_free(copy);
        at += size;
    }
}

/* Makes the answer to `ask` in `exchange`; false when there is none. The caller frees the exchange in any case. */
static bool perform(const struct exchange_rules *rules, const struct ask *ask, struct exchange *exchange)
{
    char length[32];
    const size_t size = strlen(ask->body);
    snprintf(length, sizeof length, "%zu", size);
    *exchange = (struct exchange){0};
    take_head(&exchange->head, ask, length);
    if (exchange_begin(exchange, rules, ask->condition))
        feed(exchange, ask->body, size, ask->stretch);
    return exchange_finish(exchange);
}

static bool has_body(const struct exchange *exchange, const void *body, size_t length)
{
    return exchange->answer.length == length && (length == 0 || memcmp(exchange->answer.data, body, length) == 0);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same(const struct exchange *got, const struct exchange *expected)
{
    return got->status == expected->status && same_text(got->media_type, expected->media_type) &&
           strcmp(got->allow, expected->allow) == 0 && strcmp(got->etag, expected->etag) == 0 &&
           got->retry_after == expected->retry_after && got->close == expected->close &&
           has_body(got, expected->answer.data, expected->answer.length);
}

#define OVERLOADED                                                                                                     \
    "{\"type\":\"urn:yutomok:overloaded\",\"title\":\"The server has too much to do\",\"status\":503,"                 \
    "\"detail\":\"Out of memory\"}"

static bool is_overloaded(const struct exchange *got)
{
    return got->status == 503 && got->retry_after && same_text(got->media_type, media_type_name(MEDIA_PROBLEM)) &&
           has_body(got, OVERLOADED, sizeof OVERLOADED - 1);
}

/* A request whose memory runs out somewhere, on a thread of its own, as a thread makes its arena only once. */
struct trial {
    const struct exchange_rules *rules;
    const struct ask *ask;
    const struct exchange *expected;
    bool is_warm; /* the thread has served before */
    enum failing failing;
    unsigned fail_at;
    char fault[1024]; /* what is wrong; empty: nothing. A test can fail on the main thread only. */
};

static struct {
    unsigned points; /* trials in which an allocation failed */
    unsigned right;
    unsigned refused;
    unsigned unanswered;
} outcomes;

static void note_fault(struct trial *trial, const char *when, const struct exchange *got)
{
    if (trial->fault[0] == '\0')
        snprintf(trial->fault, sizeof trial->fault, "%s: status %u, %.*s", when, got->status,
                 (int)(got->answer.length < 400 ? got->answer.length : 400),
                 got->answer.length > 0 ? got->answer.data : "");
}

static void judge(struct trial *trial, bool answered, const struct exchange *got)
{
    const bool has_failed = allocator.failed > 0;
    outcomes.points += has_failed;
    if (answered && is_same(got, trial->expected))
        outcomes.right += has_failed;
    else if (has_failed && answered && is_overloaded(got))
        outcomes.refused++;
    else if (has_failed && !answered)
        outcomes.unanswered++;
    else
        note_fault(trial, answered ? "without memory" : "not answered", got);
}

/* A request that lacks nothing gets its answer, whatever its thread has been through. */
static void perform_well(struct trial *trial, const char *when)
{
    struct exchange exchange;
    if (!perform(trial->rules, trial->ask, &exchange) || !is_same(&exchange, trial->expected))
        note_fault(trial, when, &exchange);
    exchange_free(&exchange);
}

static void *run_trial(void *argument)
{
    struct trial *const trial = argument;
    if (trial->is_warm)
        perform_well(trial, "before");
    struct exchange exchange;
    arm(trial->failing, trial->fail_at);
    const bool answered = perform(trial->rules, trial->ask, &exchange);
    disarm();
    judge(trial, answered, &exchange);
    exchange_free(&exchange);
    perform_well(trial, "after");
    return NULL;
}

static void run_on_new_thread(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, function, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void fail_trial(const struct trial *trial, const char *fault)
{
    const struct ask *const ask = trial->ask;
    fail_msg("%s %s%s, %s %s, %s to %s, stretches of %d, %s thread, %s %u: %s\nbody: %.300s", ask->method, ask->path,
             ask->explain ? ", explained" : "", ask->query[0] != NULL ? ask->query[0] : "no",
             ask->query[0] != NULL ? ask->query[1] : "parameter", ask->reads != NULL ? ask->reads : "nothing",
             ask->writes != NULL ? ask->writes : "anything", ask->stretch, trial->is_warm ? "old" : "new",
             trial->failing == FAIL_ONE ? "without allocation" : "without allocations from", trial->fail_at, fault,
             ask->body);
}

/* Fails every allocation of a request in turn, until there is none left to fail. */
static void fail_each(struct trial *trial)
{
    enum { ENOUGH = 1000 };
    for (trial->fail_at = 1; trial->fail_at < ENOUGH; trial->fail_at++) {
        const long live = allocator.live;
        run_on_new_thread(run_trial, trial);
        if (trial->fault[0] != '\0')
            fail_trial(trial, trial->fault);
        if (allocator.live != live)
            fail_trial(trial, "memory is lost");
        if (allocator.failed == 0)
            return;
    }
    fail_trial(trial, "no end");
}

static void check_ask(const struct exchange_rules *rules, const struct ask *ask)
{
    static const struct {
        bool is_warm;
        enum failing failing;
    } trials[] = {{false, FAIL_ONE}, {true, FAIL_ONE}, {false, FAIL_ALL_FROM}};

    struct exchange expected;
    assert_true(perform(rules, ask, &expected));
    for (size_t i = 0; i < COUNT_OF(trials); i++) {
        struct trial trial = {.rules = rules, .ask = ask, .expected = &expected};
        trial.is_warm = trials[i].is_warm;
        trial.failing = trials[i].failing;
        fail_each(&trial);
    }
    exchange_free(&expected);
}

/* With the length in the head and without, whole and cut. */
static void check_cuts(const struct exchange_rules *rules, struct ask ask)
{
    static const struct {
        bool declares_length;
        int stretch;
    } cuts[] = {{true, STRETCH_WHOLE}, {false, STRETCH_WHOLE}, {true, 1}, {false, 57}};

    for (size_t i = 0; i < COUNT_OF(cuts); i++) {
        ask.declares_length = cuts[i].declares_length;
        ask.stretch = cuts[i].stretch;
        check_ask(rules, &ask);
    }
}

/* One body in every way it can be asked about. */
static void check_body(const struct exchange_rules *rules, struct ask ask)
{
    static const char *const accepts[] = {JSON, NDJSON, TEXT, SVG};
    for (int explain = 0; explain < 2; explain++) {
        ask.explain = explain != 0;
        ask.writes = NULL;
        check_cuts(rules, ask);
        for (size_t i = 0; i < COUNT_OF(accepts); i++) {
            ask.writes = accepts[i];
            check_ask(rules, &ask);
        }
    }
}

enum { MAX_BODY = 2048 };

/* Limits that most bodies here keep; that none keeps; and that no batch's answer keeps. */
static struct exchange_rules wide_rules(void)
{
    return (struct exchange_rules){
        .routes = yutomok_routes, .max_body = MAX_BODY, .max_batch = 1 << 20, .max_answer = 1 << 20};
}

static struct exchange_rules narrow_rules(void)
{
    return (struct exchange_rules){.routes = yutomok_routes, .max_answer = 1 << 20};
}

static struct exchange_rules tight_rules(void)
{
    return (struct exchange_rules){.routes = yutomok_routes, .max_body = MAX_BODY, .max_batch = 1 << 20};
}

static void check_bodies(const char *path, const char *reads, const char *const *bodies, size_t count)
{
    const struct exchange_rules wide = wide_rules(), narrow = narrow_rules(), tight = tight_rules();
    struct ask ask = {.method = "POST", .path = path, .reads = reads};
    for (size_t i = 0; i < count; i++) {
        ask.body = bodies[i];
        check_body(&wide, ask);
        check_ask(&tight, &ask);
    }
    check_cuts(&narrow, ask);
    ask.writes = "image/png";
    check_cuts(&wide, ask);
}

#define TWICE(text) text text
#define FOUR_TIMES(text) TWICE(text) TWICE(text)
#define MANY_TIMES(text) FOUR_TIMES(FOUR_TIMES(text))
#define TOO_LONG_SPACE MANY_TIMES(MANY_TIMES("         "))

#define DICE "[1,2,3,4,1,2,3,4,1,2]"
#define LONG_NUMBERS "[1.00000000000000000000,2,3,4,1,2,3,4,1,20000000000000000000e-19]"
#define LONG_NAME FOUR_TIMES(MANY_TIMES("\\u20ac/~"))

/* Stretches of a token, or of a line, that a first allocation does not hold. */
#define TOKEN_OF_300 MANY_TIMES("0000000000000000") "00000000000000000000000000000000000000000000"
#define LINE_OF_280 MANY_TIMES("                ") DICE "  "

static void test_yut_json(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        DICE,
        "{\"dice\":" DICE "}",
        LONG_NUMBERS,
        "",
        "[1,2",
        "[1]",
        "[1,2,3,4,1,2,3,4,1,6]",
        "{}",
        "{\"dice\":" DICE ",\"dice\":" DICE "}",
        "{\"" LONG_NAME "\":1}",
        MANY_TIMES(FOUR_TIMES("[")) "[",
        TOO_LONG_SPACE DICE,
    };
    check_bodies("/yut", JSON, bodies, COUNT_OF(bodies));
}

static void test_yut_ndjson(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        DICE "\n\n{\"dice\":" DICE "}\r\n" LONG_NUMBERS,
        MANY_TIMES(FOUR_TIMES(DICE "\n")),
        "[1,2\n" DICE "\n[1]\n{\"" LONG_NAME "\":1}",
        FOUR_TIMES("[1,2\n[1]\n"),
        TOO_LONG_SPACE "\n" DICE,
        LINE_OF_280 "\n" DICE,
        "\n",
    };
    check_bodies("/yut", NDJSON, bodies, COUNT_OF(bodies));
}

#define DICE_LINE "1 2 3 4 1 2 3 4 1 2\n"

static void test_yut_text(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        DICE_LINE,
        MANY_TIMES(FOUR_TIMES(DICE_LINE)) FOUR_TIMES(DICE_LINE) "1 2  3 4 1 2 3 4 1 2",
        "1 2 3 4 1\n2 3 4 1 2 5\t5 5 5 5 1 1 1 1 1",
        DICE_LINE "1 2 3 4 5 6 1 2 3 4",
        "1 " TOKEN_OF_300 "2 3 4 1 2 3 4 1 2",
        DICE_LINE "1 2 3 x",
        DICE_LINE "1 2",
        " ",
    };
    check_bodies("/yut", TEXT, bodies, COUNT_OF(bodies));
}

#define NONE "0000000000000000000"
#define BLACK_FIVE "0000111110000000000"
#define WHITE_FIVE "2222201111101111110"
#define JSON_NONE ",\"" NONE "\""
#define SEVENTEEN_JSON FOUR_TIMES(FOUR_TIMES(JSON_NONE)) JSON_NONE
#define JSON_BOARD(first, second) "[\"" first "\",\"" second "\"" SEVENTEEN_JSON "]"
#define ARRAY_NONE ",[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]"
#define ARRAY_FIVE "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1]"

static void test_omok_json(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        JSON_BOARD(BLACK_FIVE, NONE),
        "{\"board\":" JSON_BOARD(NONE, NONE) "}",
        "{\"board\":[" ARRAY_FIVE ARRAY_NONE ARRAY_NONE FOUR_TIMES(FOUR_TIMES(ARRAY_NONE)) "]}",
        JSON_BOARD(BLACK_FIVE, WHITE_FIVE),
        JSON_BOARD(BLACK_FIVE, "0000000000000000003"),
        JSON_BOARD(BLACK_FIVE, "000000000000000000x"),
        "[\"0\"]",
        "{\"board\":[[[[[[]]]]]],\"x\":",
    };
    check_bodies("/omok", JSON, bodies, COUNT_OF(bodies));
}

static void test_omok_ndjson(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        TWICE(JSON_BOARD(BLACK_FIVE, NONE) "\n"),
        JSON_BOARD(NONE, "0000000000000000003") "\n" JSON_BOARD(BLACK_FIVE, WHITE_FIVE) "\n",
        TWICE(JSON_BOARD(BLACK_FIVE, WHITE_FIVE) "\n{}\n"),
    };
    check_bodies("/omok", NDJSON, bodies, COUNT_OF(bodies));
}

#define SPACED_NONE_BUT_ONE " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
#define SPACED_NONE "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
#define SPACED_FIVE "0 0 0 2 2 2 2 2 0 0 0 0 0 0 0 0 0 0 0\n"
#define TEXT_BOARD(first, second, none) first second none FOUR_TIMES(FOUR_TIMES(none))

static void test_omok_text(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        TEXT_BOARD(SPACED_NONE, SPACED_FIVE, SPACED_NONE),
        FOUR_TIMES(TEXT_BOARD(NONE "\n", BLACK_FIVE "\n", NONE "\n")),
        "1\n" TEXT_BOARD(SPACED_NONE, SPACED_FIVE, SPACED_NONE),
        TEXT_BOARD(WHITE_FIVE "\n", BLACK_FIVE "\n", NONE "\n"),
        TWICE(TEXT_BOARD("2" SPACED_NONE_BUT_ONE, SPACED_FIVE, SPACED_NONE)) SPACED_NONE,
        TEXT_BOARD(SPACED_NONE, SPACED_FIVE, SPACED_NONE) TEXT_BOARD(NONE "\n", BLACK_FIVE "\n", NONE "\n"),
        TWICE(TEXT_BOARD(SPACED_NONE, SPACED_FIVE, SPACED_NONE)) "0 1 x",
        TEXT_BOARD(NONE "\n", "0 0 7\n", NONE "\n"),
        SPACED_NONE,
        "0",
    };
    check_bodies("/omok", TEXT, bodies, COUNT_OF(bodies));
}

#define POSITION "{\"pieces\":[0,3,5,31],\"dice\":[3],\"turns\":7}"

static void test_moves(void **state)
{
    (void)state;
    static const char *const documents[] = {
        POSITION,          "{\"dice\":[1,2,3]}", "{\"pieces\":[3,3,0,0],\"dice\":[1]}", "{\"dice\":[1,2],\"turns\":1}",
        "{\"pieces\":[33",
    };
    static const char *const lines[] = {
        POSITION "\n" POSITION "\n",
        POSITION "\n{\"pieces\":[33\n{\"dice\":[1,2],\"turns\":1}\n\n" POSITION,
    };
    check_bodies("/yut/moves", JSON, documents, COUNT_OF(documents));
    check_bodies("/yut/moves", NULL, documents, 1);
    check_bodies("/yut/moves", NDJSON, lines, COUNT_OF(lines));
}

#define OMOK_CLAIM(board, answer) "{\"board\":" board ",\"answer\":" answer "}"
#define SIX "0000111111000000000"

static void test_claims(void **state)
{
    (void)state;
    static const char *const yut[] = {
        "{\"dice\":" DICE ",\"answer\":190}",
        "{\"dice\":[1,1,1,1,1,1,1,1,1,1],\"answer\":110}",
        "{\"dice\":" DICE ",\"answer\":null}",
        "{\"dice\":[1],\"answer\":1}",
        "{\"dice\":",
    };
    static const char *const omok[] = {
        OMOK_CLAIM(JSON_BOARD(BLACK_FIVE, NONE), "{\"winner\":1,\"row\":1,\"col\":5}"),
        OMOK_CLAIM(JSON_BOARD(SIX, NONE), "{\"winner\":1,\"row\":1,\"col\":5}"),
        OMOK_CLAIM(JSON_BOARD(SIX, NONE), "{\"winner\":1,\"row\":1}"),
        OMOK_CLAIM(JSON_BOARD(SIX, NONE), "{\"winner\":1,\"col\":1}"),
        OMOK_CLAIM(JSON_BOARD(BLACK_FIVE, WHITE_FIVE), "{\"winner\":0}"),
        OMOK_CLAIM(JSON_BOARD(NONE, NONE), "{\"winner\":0,\"row\":null,\"col\":true}"),
    };
    static const char *const lines[] = {
        "{\"dice\":" DICE ",\"answer\":190}\n{\"answer\":1}\n\n{\"dice\":" DICE ",\"answer\":191}\n",
    };
    check_bodies("/yut/check", JSON, yut, COUNT_OF(yut));
    check_bodies("/yut/check", NDJSON, lines, COUNT_OF(lines));
    check_bodies("/omok/check", JSON, omok, COUNT_OF(omok));
}

static void test_cases_and_catalogue(void **state)
{
    (void)state;
    static const struct ask asks[] = {
        {.path = "/mistakes"},
        {.path = "/yut/cases", .query = {"mistake", "greedy", "count", "1"}},
        {.path = "/yut/cases", .query = {"mistake", "greedy", "count", "3"}, .writes = NDJSON},
        {.path = "/yut/cases", .query = {"mistake", "blue-never", "count", "20"}, .writes = TEXT},
        {.path = "/yut/cases", .query = {"mistake", "blue-never", "part", "out"}, .writes = TEXT},
        {.path = "/yut/cases", .query = {"count", "0"}},
        {.path = "/yut/cases", .query = {"count", "101"}},
        {.path = "/yut/cases", .query = {"mistake", "nope"}},
        {.path = "/omok/cases"},
        {.path = "/omok/cases", .query = {"count", "1"}, .writes = NDJSON},
        {.path = "/omok/cases", .query = {"count", "20"}, .writes = NDJSON},
        {.path = "/omok/cases", .query = {"count", "100"}, .writes = TEXT},
        {.path = "/omok/cases", .query = {"count", "100", "part", "out"}, .writes = TEXT},
        {.path = "/omok/cases", .query = {"part", "neither"}, .writes = TEXT},
    };
    const struct exchange_rules rules = wide_rules();
    for (size_t i = 0; i < COUNT_OF(asks); i++) {
        struct ask ask = asks[i];
        ask.method = "GET";
        ask.body = "";
        check_ask(&rules, &ask);
    }
}

static void test_without_a_body(void **state)
{
    (void)state;
    static const char *const methods[] = {"GET", "HEAD", "OPTIONS", "POST"};
    static const char *const paths[] = {"/yut/board", "/openapi.yaml", "/healthz", "/readyz", "/nothing", "*"};
    const struct exchange_rules rules = wide_rules();
    for (size_t i = 0; i < COUNT_OF(paths) * COUNT_OF(methods); i++)
        for (int condition = SERVER_READY; condition <= SERVER_OVERLOADED; condition++) {
            struct ask ask = {.method = methods[i % COUNT_OF(methods)], .path = paths[i / COUNT_OF(methods)]};
            ask.condition = (enum server_condition)condition;
            ask.body = "";
            check_ask(&rules, &ask);
            ask.writes = "image/png";
            check_ask(&rules, &ask);
        }
}

/* An answer that fills the smallest buffer, so that there is no room left for a line's end. */
static bool fill_buffer(const struct request *request, struct buffer *out, struct problem *problem)
{
    enum { SMALLEST_BUFFER = 256 };
    (void)request;
    char *const at = buffer_reserve(out, SMALLEST_BUFFER);
    if (at == NULL)
        return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
    memset(at, 'x', SMALLEST_BUFFER);
    out->length += SMALLEST_BUFFER;
    return true;
}

static void test_no_memory_for_the_end_of_a_line(void **state)
{
    (void)state;
    static const unsigned types = MEDIA_JSON | MEDIA_NDJSON;
    static const struct route route = {METHOD_POST, "/", types, types, 0, fill_buffer};
    const struct exchange_rules rules = {
        .routes = {&route, 1}, .max_body = MAX_BODY, .max_batch = MAX_BODY, .max_answer = MAX_BODY};
    static const char *const reads[] = {JSON, NDJSON};
    for (size_t i = 0; i < COUNT_OF(reads); i++)
        check_cuts(&rules,
                   (struct ask){.method = "POST", .path = "/", .reads = reads[i], .writes = NDJSON, .body = "1\n2\n"});
}

static bool write_ranking(struct buffer *out, struct problem *problem)
{
    return yut_write_ranking(&(struct yut_ranking){0}, out, problem);
}

static bool write_yut_check(struct buffer *out, struct problem *problem)
{
    return yut_write_check(&(struct yut_claim){.dice = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, out, problem);
}

static bool write_omok_check(struct buffer *out, struct problem *problem)
{
    return omok_write_check(&(struct omok_claim){0}, out, problem);
}

struct attempt {
    bool (*write)(struct buffer *out, struct problem *problem);
    bool refused;
};

static void *write_without_memory(void *argument)
{
    struct attempt *const attempt = argument;
    struct buffer out = {0};
    struct problem problem = {0};
    arm(FAIL_ONE, 1);
    const bool written = attempt->write(&out, &problem);
    disarm();
    attempt->refused = !written && problem.type == PROBLEM_OVERLOADED && out.length == 0;
    buffer_free(&out);
    return NULL;
}

/* A request has an arena when its answer is written; a caller that has read none has not. */
static void test_writing_without_an_arena(void **state)
{
    (void)state;
    struct attempt attempts[] = {{.write = write_ranking}, {.write = write_yut_check}, {.write = write_omok_check}};
    for (size_t i = 0; i < COUNT_OF(attempts); i++) {
        run_on_new_thread(write_without_memory, &attempts[i]);
        assert_true(attempts[i].refused);
    }
}

/*
 * Without what the system knows of the process, which metrics can do without: it is never the same twice, and it is
 * what the second allocation is for.
 */
static void test_metrics(void **state)
{
    (void)state;
    struct exchange_rules rules = wide_rules();
    const long live = allocator.live;
    arm(FAIL_ONE, 1);
    assert_null(metrics_create(&yutomok_routes, "1"));
    arm(FAIL_ONE, 2);
    rules.metrics = metrics_create(&yutomok_routes, "1");
    disarm();
    assert_non_null(rules.metrics);
    assert_int_equal(allocator.failed, 1);
    check_ask(&rules, &(struct ask){.method = "GET", .path = "/metrics", .body = ""});
    metrics_destroy(rules.metrics);
    assert_int_equal(allocator.live, live);
}

/* A document that nearly fills the arena, or does: a string, and empty arrays behind it, which take a node each and no
 * more. */
struct filling {
    const char *name;
    struct ask ask;
    const char *before;
    const char *behind;
    const char *fits; /* the answer when there is room for it begins so; and it ends so: */
    const char *end;
};

enum { NODE_BYTES = 64, STEP = 16, LEVELS = 160, MORE_THAN_FITS = JSON_ARENA_BYTES / NODE_BYTES };

static void build_filled(const struct filling *filling, size_t arrays, size_t filler, struct buffer *body)
{
    body->length = 0;
    add_text(body, filling->before);
    add_text(body, "[\"");
    for (size_t i = 0; i < filler; i++)
        add_text(body, "x");
    add_text(body, "\"");
    for (size_t i = 0; i < arrays; i++)
        add_text(body, ",[]");
    add_text(body, "]");
    add_text(body, filling->behind);
    text_of(body);
}

#define TOO_LARGE                                                                                                      \
    "{\"type\":\"urn:yutomok:body-too-large\",\"title\":\"The body is too large\",\"status\":413,"                     \
    "\"detail\":\"The document needs more memory than one may use\""

static struct exchange_rules roomy_rules(void)
{
    return (struct exchange_rules){
        .routes = yutomok_routes, .max_body = 8 << 20, .max_batch = 8 << 20, .max_answer = 8 << 20};
}

/* True when the document got the answer that it deserves, false when it was found too large; nothing else may be. */
static bool fits(const struct filling *filling, const char *body)
{
    const struct exchange_rules rules = roomy_rules();
    struct ask ask = filling->ask;
    struct exchange exchange;
    ask.body = body;
    assert_true(perform(&rules, &ask, &exchange));
    const char *const answer = text_of(&exchange.answer);
    const size_t end = strlen(filling->end);
    const bool has_fit = strncmp(answer, filling->fits, strlen(filling->fits)) == 0;
    if (!has_fit && strncmp(answer, TOO_LARGE, sizeof TOO_LARGE - 1) != 0)
        fail_msg("%s: status %u, %.500s", filling->name, exchange.status, answer);
    check(filling->name, exchange.answer.length >= end);
    if (has_fit || same_text(ask.reads, NDJSON))
        check_text(filling->name, "the answer's end", answer + exchange.answer.length - end, filling->end);
    exchange_free(&exchange);
    return has_fit;
}

/* Passes from a document that fits well to one that does not at all, in steps as fine as the arena's. */
static void check_filling(const struct filling *filling)
{
    struct buffer body = {0};
    bool fitted = true, ever = false;
    for (size_t level = 0; level < LEVELS; level++) {
        build_filled(filling, MORE_THAN_FITS - LEVELS * STEP / NODE_BYTES, level * STEP, &body);
        const bool fits_now = fits(filling, body.data);
        if (fits_now && !fitted)
            fail_msg("%s: level %zu fits, a lower one did not", filling->name, level);
        fitted = fits_now;
        ever |= fits_now;
    }
    check(filling->name, ever);
    check(filling->name, !fitted);
    buffer_free(&body);
}

#define PROBLEM(name) "{\"type\":\"urn:yutomok:" name "\""

static void test_full_arena(void **state)
{
    (void)state;
    static const struct filling fillings[] = {
        {"an array", {.path = "/yut"}, "", "", PROBLEM("wrong-dice-count"), ",\"pointer\":\"#\"}"},
        {"a member", {.path = "/yut"}, "{\"dice\":", "}", PROBLEM("wrong-dice-count"), ",\"pointer\":\"#/dice\"}"},
        {"no object", {.path = "/yut/moves"}, "", "", PROBLEM("not-an-object"), ",\"pointer\":\"#\"}"},
        {"a board", {.path = "/omok"}, "", "", PROBLEM("wrong-row-count"), ",\"pointer\":\"#\"}"},
        {"a long name",
         {.path = "/yut"},
         "{\"" MANY_TIMES("\\u20ac/~") "\":",
         "}",
         PROBLEM("unknown-member"),
         "%E2%82%AC~1~0%E2%82%AC~1~0\"}"},
        {"a line", {.path = "/yut"}, "", "", PROBLEM("wrong-dice-count"), ",\"line\":1}\n"},
        {"a line before another",
         {.path = "/yut"},
         "",
         "\n" DICE,
         PROBLEM("wrong-dice-count"),
         ",\"line\":1}\n{\"max_score\":190}\n"},
    };
    for (size_t i = 0; i < COUNT_OF(fillings); i++) {
        struct filling filling = fillings[i];
        filling.ask.method = "POST";
        filling.ask.reads = strstr(filling.name, "line") != NULL ? NDJSON : JSON;
        filling.ask.declares_length = i % 2 == 0;
        check_filling(&filling);
    }
}

/* A long number has the whole text copied into the arena, white space and all: its tree comes behind that. */
static void test_arena_full_of_text(void **state)
{
    (void)state;
    enum { AROUND = 1024 };
    const struct filling filling = {
        .name = "a copy", .ask = {.method = "POST", .path = "/yut"}, .fits = "{\"max_score\":190}", .end = "}"};
    char *const body = malloc(JSON_ARENA_BYTES + 2 * STEP);
    assert_non_null(body);
    unsigned fitting = 0, levels = 0;
    for (size_t length = JSON_ARENA_BYTES - AROUND; length < JSON_ARENA_BYTES + STEP; length += 2 * STEP, levels++) {
        memset(body, ' ', length);
        memcpy(body + length - sizeof LONG_NUMBERS + 1, LONG_NUMBERS, sizeof LONG_NUMBERS);
        fitting += fits(&filling, body);
    }
    assert_in_range(fitting, 1, levels - 1);
    free(body);
}

/* Memory runs out while the arena has just room for the problem, or for its pointer only, or not even that. */
static void test_full_arena_without_memory(void **state)
{
    (void)state;
    const struct exchange_rules rules = roomy_rules();
    const struct filling filling = {.before = "{\"dice\":", .behind = "}"};
    struct buffer body = {0};
    for (size_t level = 0; level < LEVELS; level += 20) {
        build_filled(&filling, MORE_THAN_FITS - LEVELS * STEP / NODE_BYTES, level * STEP, &body);
        const struct ask ask = {.method = "POST", .path = "/yut", .body = body.data, .declares_length = true};
        check_ask(&rules, &ask);
    }
    buffer_free(&body);
}

static void test_no_key(void **state)
{
    (void)state;
    arm(FAIL_ONE, 1);
    const bool ok = json_arena_init();
    disarm();
    assert_false(ok);
}

static void use_arena_unprepared(void *argument)
{
    bool *const ok = argument;
    *ok = json_arena_allocate(1) == NULL && json_arena_overflowed();
}

static void *on_new_thread(void *argument)
{
    use_arena_unprepared(argument);
    return NULL;
}

/* A thread that has begun no document has no arena. */
static void test_no_arena(void **state)
{
    (void)state;
    bool ok = false;
    run_on_new_thread(on_new_thread, &ok);
    assert_true(ok);
}

static void test_buffer_beyond_all_memory(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    add_text(&buffer, "kept");
    assert_null(buffer_reserve(&buffer, SIZE_MAX / 2));
    assert_true(buffer.failed);
    assert_false(buffer_append(&buffer, "x", 1));
    assert_false(buffer_append(&buffer, "", 0));
    assert_int_equal(buffer.length, 4);
    assert_memory_equal(buffer.data, "kept", 4);
    buffer_free(&buffer);
}

static int tell_outcomes(void **state)
{
    (void)state;
    print_message("%u allocation points tried: %u answered all the same, %u refused, %u not answered\n",
                  outcomes.points, outcomes.right, outcomes.refused, outcomes.unanswered);
    return outcomes.points > 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_yut_json),
        cmocka_unit_test(test_yut_ndjson),
        cmocka_unit_test(test_yut_text),
        cmocka_unit_test(test_omok_json),
        cmocka_unit_test(test_omok_ndjson),
        cmocka_unit_test(test_omok_text),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_cases_and_catalogue),
        cmocka_unit_test(test_without_a_body),
        cmocka_unit_test(test_no_memory_for_the_end_of_a_line),
        cmocka_unit_test(test_writing_without_an_arena),
        cmocka_unit_test(test_metrics),
        cmocka_unit_test(test_full_arena),
        cmocka_unit_test(test_arena_full_of_text),
        cmocka_unit_test(test_full_arena_without_memory),
        cmocka_unit_test(test_no_key),
        cmocka_unit_test(test_no_arena),
        cmocka_unit_test(test_buffer_beyond_all_memory),
    };
    return cmocka_run_group_tests(tests, set_up_arena, tell_outcomes);
}
