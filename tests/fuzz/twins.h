/* A text and the same cases in NDJSON must get the same answers. */
#ifndef YUTOMOK_TESTS_FUZZ_TWINS_H
#define YUTOMOK_TESTS_FUZZ_TWINS_H

#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

/* Writes the JSON twin of the next case, whose numbers are given, as one line. */
typedef void write_case(const int *numbers, struct buffer *out);

/*
 * Asks `path` for the answers to this text as NDJSON. If it is accepted, all its numbers are read in the simplest way
 * (every digit of a token of `row_length` digits), cut into cases of `numbers_per_case`, and asked again as NDJSON.
 */
void require_twins(const char *path, const uint8_t *data, size_t size, size_t numbers_per_case, size_t row_length,
                   write_case *write);

#endif
