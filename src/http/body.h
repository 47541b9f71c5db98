/*
 * The body of an exchange as it arrives: one JSON document is collected; a batch is answered while it comes in, NDJSON
 * line by line and text up to the last whole token, so that no more of it is held than what has not ended yet.
 */
#ifndef YUTOMOK_HTTP_BODY_H
#define YUTOMOK_HTTP_BODY_H

#include <stddef.h>

struct exchange;

/* The next stretch of a body that has not been refused. May refuse it. */
void body_receive(struct exchange *exchange, const char *data, size_t size);

/* There is no more. Afterwards the exchange has its answer, or is refused. */
void body_end(struct exchange *exchange);

#endif
