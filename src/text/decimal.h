/* Unsigned numbers in decimal digits, as header fields and queries have them. */
#ifndef YUTOMOK_TEXT_DECIMAL_H
#define YUTOMOK_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* Reads one digit or more, and nothing else. False, and `ret_number` untouched, for anything else or a number too
 * large. */
bool text_read_decimal(const char *text, uint64_t *ret_number);

#endif
