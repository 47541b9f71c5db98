/*
 * From a cJSON tree to bytes. Trees are made in this thread's arena: begin a document there first (json_arena_reset).
 * Making a tree needs no checks on the way: what the arena had no room for is missing from it, and json_write then
 * refuses the whole.
 */
#ifndef YUTOMOK_JSON_WRITER_H
#define YUTOMOK_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

struct cJSON;

struct cJSON *json_object(void);
struct cJSON *json_array(void);

/* A number node; cJSON takes a double and prints it with a search for the shortest form, this one prints an integer. */
struct cJSON *json_integer(int64_t integer);

/* The number units / 10^decimals, exactly, without trailing zeros; units >= 0, decimals at most 18. */
struct cJSON *json_decimal(int64_t units, unsigned decimals);

/* Adds a member; `name` must live as long as the tree. */
void json_add(struct cJSON *object, const char *name, struct cJSON *value);
void json_add_integer(struct cJSON *object, const char *name, int64_t integer);
void json_add_string(struct cJSON *object, const char *name, const char *string);

/* Adds a member that is part of another tree. */
void json_add_reference(struct cJSON *object, const char *name, const struct cJSON *value);

/* Adds an element. */
void json_append(struct cJSON *array, struct cJSON *value);

/*
 * Appends an object with this one member, without a tree: what a batch of dice is answered with, a million a second.
 * `name` needs no escapes. False when memory is out.
 */
bool json_write_integer(const char *name, int64_t integer, struct buffer *out);

/* Appends the text of a tree, without spaces or a line end. False when memory is out, here or in the arena. */
bool json_write(const struct cJSON *root, struct buffer *out);

#endif
