/* What the unit tests share: cmocka, checks that name the failing case, and ways to feed handlers and exchanges. */
#ifndef YUTOMOK_TESTS_UNIT_SUPPORT_H
#define YUTOMOK_TESTS_UNIT_SUPPORT_H

/* clang-format off */
/* cmocka wants these before itself, in this order. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include <stdbool.h>

#include "buffer.h"
#include "http/exchange.h"
#include "http/request.h"
#include "problem.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Fails the test with the name of the case and what did not hold. */
#define check(name, condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s: not true: %s", name, #condition);                                                            \
    } while (0)

/* Fail the test with the name of the case, and what was expected and got. */
void check_number(const char *name, const char *what, long long got, long long expected);
void check_text(const char *name, const char *what, const char *got, const char *expected);
void check_type(const char *name, enum problem_type got, enum problem_type expected);

/* The name of a type as the contract has it, without "urn:yutomok:". */
const char *type_name(enum problem_type type);

/* For a test program's main: the arenas are set up once. */
int set_up_arena(void **state);

/* A string builder over struct buffer; text_of ends it with a NUL that does not count. */
void add_text(struct buffer *buffer, const char *text);
void add_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *text_of(struct buffer *buffer);

/* A pseudo-random number; the same sequence on every run. */
uint32_t next_random(uint64_t *state);

/* What a handler made of a body. Everything in it is its own: outcome_free. */
struct outcome {
    bool ok;
    struct buffer out;
    /* when not ok */
    enum problem_type type;
    size_t line;
    size_t column;
    bool has_pointer;
    char pointer[512];
    struct buffer document; /* the whole problem document */
};

struct piece {
    const char *text;
    size_t length;
};

/* Gives `pieces` to a handler, each in a block of its own size, so that a sanitizer sees whoever reads beyond it. */
struct outcome outcome_of_pieces(handler_function *handle, const struct request *model, const struct piece *pieces,
                                 size_t count);
struct outcome outcome_of(handler_function *handle, const struct request *model, const char *body, size_t length);
void outcome_free(struct outcome *outcome);

/* Checks that a text gives the same outcome as a whole, cut at every place between tokens, and token by token. */
void check_splits(const char *name, handler_function *handle, const struct request *model, const char *text,
                  size_t length);

/* A request as it is fed to an exchange. */
struct call {
    const char *method;
    const char *target;   /* with the query */
    const char *version;  /* NULL: HTTP/1.1 */
    const char *fields;   /* "Name: value" lines, or NULL; a Host field comes by itself */
    const char *body;     /* NULL: none */
    size_t body_length;   /* 0: that of the string */
    bool declares_length; /* adds Content-Length */
    enum server_condition condition;
};

/* How a body is cut: in stretches of this many bytes, or of random lengths. */
enum { STRETCH_WHOLE = 0, STRETCH_RANDOM = -1 };

/* What came of a call; reply_free. */
struct reply {
    bool begun; /* the body was wanted */
    bool cut;   /* the connection was to be cut on the way */
    bool close;
    bool retry_after;
    bool is_page;
    bool is_gzip;
    char etag[24];
    unsigned status;
    char media_type[64]; /* empty: no body */
    char allow[64];
    struct buffer body;
};

struct reply reply_to(const struct exchange_rules *rules, const struct call *call, int stretch);
void reply_free(struct reply *reply);

#endif
