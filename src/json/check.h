/*
 * Is this text JSON, exactly as RFC 8259 has it? One pass, no allocation, no recursion. It stands in front of cJSON,
 * which lets trailing bytes, `01`, `1.` and raw control characters through.
 *
 * Beyond the grammar it refuses what cJSON can't hold: \u0000, and \u escapes of a surrogate without its partner.
 */
#ifndef YUTOMOK_JSON_CHECK_H
#define YUTOMOK_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

enum {
    JSON_DEPTH_MAX = 64,        /* nested arrays and objects */
    JSON_PLAIN_NUMBER_MAX = 15, /* characters: any such number keeps its value in a double ... */
    JSON_PLAIN_EXPONENT_MAX = 2 /* ... if its exponent has no more digits than this */
};

/*
 * True when text[0] to text[length - 1] is one JSON value with nothing but white space around it;
 * `ret_has_long_numbers` then says whether any number goes beyond the two limits above. When false, `problem` says what
 * is wrong, with line and column: malformed-json or json-too-deep.
 */
bool json_check(const char *text, size_t length, bool *ret_has_long_numbers, struct problem *problem);

/*
 * How many bytes the number at the start of a text has that json_check has accepted; ret_is_long says whether it goes
 * beyond the limits.
 */
size_t json_number_length(const char *text, size_t length, bool *ret_is_long);

#endif
