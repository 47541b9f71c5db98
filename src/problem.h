/*
 * What can be wrong with a request, and where. Every part of the program says it in these terms; how a client is told
 * (status, title, problem document) is http/problem_document.h's business.
 */
#ifndef YUTOMOK_PROBLEM_H
#define YUTOMOK_PROBLEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum problem_type {
    /* not readable */
    PROBLEM_MALFORMED_JSON,
    PROBLEM_MALFORMED_TEXT,
    PROBLEM_JSON_TOO_DEEP,
    PROBLEM_BAD_QUERY,
    PROBLEM_BAD_REQUEST_HEAD,
    /* readable, but no such case */
    PROBLEM_NOT_AN_ARRAY,
    PROBLEM_NOT_AN_INTEGER,
    PROBLEM_NOT_AN_OBJECT,
    PROBLEM_WRONG_DICE_COUNT,
    PROBLEM_DIE_OUT_OF_RANGE,
    PROBLEM_WRONG_ROW_COUNT,
    PROBLEM_WRONG_COLUMN_COUNT,
    PROBLEM_CELL_OUT_OF_RANGE,
    PROBLEM_WRONG_PIECE_COUNT,
    PROBLEM_PIECES_OVERLAP,
    PROBLEM_TURNS_OUT_OF_RANGE,
    PROBLEM_MISSING_MEMBER,
    PROBLEM_UNKNOWN_MEMBER,
    PROBLEM_DUPLICATE_MEMBER,
    PROBLEM_WRONG_CASE_COUNT,
    PROBLEM_ONE_CASE_ONLY,
    PROBLEM_TWO_WINNERS,
    /* not for this server, resource or moment */
    PROBLEM_NOT_FOUND,
    PROBLEM_METHOD_NOT_ALLOWED,
    PROBLEM_NOT_ACCEPTABLE,
    PROBLEM_REQUEST_TIMEOUT,
    PROBLEM_BODY_TOO_LARGE,
    PROBLEM_UNSUPPORTED_MEDIA_TYPE,
    PROBLEM_EXPECTATION_FAILED,
    PROBLEM_HEADER_TOO_LARGE,
    PROBLEM_DRAINING,
    PROBLEM_OVERLOADED,
    PROBLEM_TYPES
};

struct cJSON;

/*
 * One fault. Strings that `pointer` and `lines` refer to live in the JSON arena of the thread: they are good until the
 * next document is begun there (json/arena.h).
 */
struct problem {
    enum problem_type type;
    size_t line;               /* from 1; 0 where it does not apply */
    size_t column;             /* in bytes, from 1; 0 where it does not apply */
    const char *pointer;       /* JSON Pointer in URI fragment form; NULL where it does not apply */
    const struct cJSON *lines; /* two-winners: the lines of both colours; else NULL */
    char detail[128];          /* one sentence; never holds text of the client's */
};

/* Fills `problem` with this type and detail, and nothing else. Always false, so that a reader can `return` it. */
bool problem_set(struct problem *problem, enum problem_type type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same from the arguments of a function that takes a format itself. */
bool problem_set_from(struct problem *problem, enum problem_type type, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));

/*
 * What a detail says behind an integer that a client has given: " or more" behind INT_MAX and " or less" behind
 * INT_MIN, as readers stop there, else "".
 */
const char *problem_or_beyond(int integer);

/* `ok` again; when it is false, `problem` is overloaded: memory is out. */
bool problem_unless(bool ok, struct problem *problem);

#endif
