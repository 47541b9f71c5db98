/* Unsigned numbers in decimal digits, as header fields and queries have them. */
#ifndef YUTOMOK_TEXT_DECIMAL_H
#define YUTOMOK_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* Reads one digit or more. False, and `ret_number` untouched, for anything else and for numbers of more than 64 bits.
 */
bool text_read_decimal(const char *text, uint64_t *ret_number);

#endif
