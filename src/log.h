/* The program's log: one JSON object a line on stderr. Only main writes to it. */
#ifndef YUTOMOK_LOG_H
#define YUTOMOK_LOG_H

struct cJSON;

/*
 * Begins a line in this thread's arena: an object with the members time (UTC, RFC 3339, milliseconds) and event.
 * NULL when memory is out; log_end takes that.
 */
struct cJSON *log_begin(const char *event);

/* Writes the line, in one piece. */
void log_end(const struct cJSON *line);

#endif
