/*
 * What the server has done, counted where it happens with relaxed atomic additions, and written in Prometheus' text
 * format 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
#ifndef YUTOMOK_HTTP_METRICS_H
#define YUTOMOK_HTTP_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "http/media_type.h"

struct metrics;
struct route;
struct route_table;

/* Numbers that stand alone. */
enum metric {
    METRIC_REQUESTS_BEGUN, /* for server_stop, not printed */
    METRIC_IN_FLIGHT,      /* requests that have begun and not ended */
    METRIC_CONNECTIONS,
    METRIC_CONNECTIONS_REFUSED,
    METRIC_REQUESTS_TIMED_OUT,
    METRIC_LINES_ANSWERED, /* of NDJSON batches */
    METRIC_LINES_REFUSED,
    METRICS
};

/*
 * Counters for the routes of this table, which outlives them; requests that have no route are counted together. Opens
 * what /proc says of the process, so that no file need be opened later. NULL when memory is out.
 */
struct metrics *metrics_create(const struct route_table *routes, const char *version);

/* Takes NULL. */
void metrics_destroy(struct metrics *metrics);

void metrics_add(struct metrics *metrics, enum metric metric, int64_t amount);
int64_t metrics_value(const struct metrics *metrics, enum metric metric);

/* A request has been answered, so long after it began; `route` is NULL when it had none. */
void metrics_count_request(struct metrics *metrics, const struct route *route, unsigned status, uint64_t nanoseconds);

/* Cases have been answered that came to this route in this media type. */
void metrics_count_cases(struct metrics *metrics, const struct route *route, enum media_type type, uint64_t count);

/* Appends the whole text. False when memory is out. */
bool metrics_write(const struct metrics *metrics, struct buffer *out);

#endif
