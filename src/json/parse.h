/* From bytes to a cJSON tree in this thread's arena. */
#ifndef YUTOMOK_JSON_PARSE_H
#define YUTOMOK_JSON_PARSE_H

#include <stddef.h>

#include "problem.h"

struct cJSON;

/*
 * Begins a document in the arena and reads one JSON text (RFC 8259; one leading byte-order mark is skipped). The tree
 * is the arena's: good until the next document, and not to be freed.
 *
 * Numbers keep their value as far as an int goes: an integer of int's range is exact, however it is written; anything
 * else stays not an integer, or out of range.
 *
 * NULL with `problem` filled: malformed-json, json-too-deep; body-too-large when the tree outgrows the arena;
 * overloaded when there is no memory for an arena.
 */
const struct cJSON *json_parse(const char *text, size_t length, struct problem *problem);

#endif
