/*
 * Responses to keep for another request. A minimal answer is one of a few (a best score has 105 values), and to find
 * its response costs less than to make one with its header fields. Each thread has its own, as a response counts its
 * users under a lock that two threads would pass to and fro.
 */
#ifndef YUTOMOK_HTTP_KEPT_RESPONSES_H
#define YUTOMOK_HTTP_KEPT_RESPONSES_H

#include <stdbool.h>

#include "buffer.h"

struct MHD_Response;

/*
 * Call it once, before any thread is started, with what ends a response that is kept no longer. False when the system
 * has no room for it.
 */
bool kept_responses_init(void (*destroy)(struct MHD_Response *response));

/* The response that this thread keeps for this body, and goes on keeping; NULL when there is none. */
struct MHD_Response *kept_responses_find(const struct buffer *body);

/*
 * Keeps the response that has this body, until the thread ends or another one takes its place. Nothing but the body may
 * decide what the response is. False, and the response stays the caller's, when the body is too long or memory is out.
 */
bool kept_responses_take(const struct buffer *body, struct MHD_Response *response);

#endif
