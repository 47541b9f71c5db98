/*
 * Typed readers over a cJSON tree. Each gives the C value or says in `problem` what is wrong, with the JSON Pointer
 * (RFC 6901, section 6: URI fragment form) of the value at fault. On failure they leave their outputs untouched.
 */
#ifndef YUTOMOK_JSON_READER_H
#define YUTOMOK_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

struct cJSON;

/* Where a value stands: a chain from it to the root, on the readers' stacks. NULL is the whole document. */
struct json_path {
    const struct json_path *parent;
    const char *name; /* a member's name, or NULL for an element of an array */
    size_t index;
};

/* Fills `problem` like problem_set, and its pointer from `path`. Always false. */
bool json_problem(struct problem *problem, enum problem_type type, const struct json_path *path, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* not-an-integer, if it is none; integers beyond int become INT_MIN or INT_MAX. */
bool json_read_integer(const struct cJSON *value, const struct json_path *path, int *ret_integer,
                       struct problem *problem);

/* not-an-array, if it is none. */
bool json_require_array(const struct cJSON *value, const struct json_path *path, struct problem *problem);

/* One member that an object may have, and what reads it into `target`. */
struct json_member {
    const char *name;
    bool required;
    bool (*read)(const struct cJSON *value, const struct json_path *path, void *target, struct problem *problem);
};

/*
 * Reads an object's members in document order: not-an-object, unknown-member, duplicate-member, what a member's reader
 * finds, and missing-member last. Names are compared exactly. At most 32 members.
 */
bool json_read_object(const struct cJSON *value, const struct json_path *path, const struct json_member *members,
                      size_t count, void *target, struct problem *problem);

#endif
