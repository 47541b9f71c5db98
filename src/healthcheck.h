/* What --healthcheck does: for containers that have no other HTTP client. */
#ifndef YUTOMOK_HEALTHCHECK_H
#define YUTOMOK_HEALTHCHECK_H

#include <stdbool.h>

#include "settings.h"

/*
 * Asks the server that runs with these settings for /healthz. True when it answers 200 within a few seconds; otherwise
 * one line on stderr says what happened.
 */
bool healthcheck(const struct settings *settings);

#endif
