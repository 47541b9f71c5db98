#include "http/metrics.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/process.h"
#include "http/route.h"

/* Every status that an answer can have; the rest is counted as the last. */
static const unsigned statuses[] = {200, 204, 304, 400, 404, 405, 406, 408, 413, 415, 417, 422, 431, 503, 0};

/* Upper bounds of the latency buckets, as Prometheus prints them. */
static const struct {
    uint64_t nanoseconds;
    const char *label;
} buckets[] = {
    {100000, "0.0001"},  {250000, "0.00025"},  {500000, "0.0005"},  {1000000, "0.001"},  {2500000, "0.0025"},
    {5000000, "0.005"},  {10000000, "0.01"},   {25000000, "0.025"}, {50000000, "0.05"},  {100000000, "0.1"},
    {250000000, "0.25"}, {500000000, "0.5"},   {1000000000, "1"},   {2500000000, "2.5"}, {5000000000, "5"},
    {10000000000, "10"}, {UINT64_MAX, "+Inf"},
};

static const enum media_type case_types[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT};

enum {
    STATUSES = sizeof statuses / sizeof statuses[0],
    BUCKETS = sizeof buckets / sizeof buckets[0],
    CASE_TYPES = sizeof case_types / sizeof case_types[0]
};

struct route_metrics {
    atomic_uint_least64_t requests[STATUSES];
    atomic_uint_least64_t durations[BUCKETS]; /* not yet summed up */
    atomic_uint_least64_t duration_sum;       /* nanoseconds */
    atomic_uint_least64_t cases[CASE_TYPES];
};

/*
 * Threads that count in one place slow each other down, so each counts in a part of its own, as long as there are
 * enough; what is asked for is the sum.
 */
enum { PARTS = 16, ROUTES_MAX = 31 };

struct part {
    atomic_int_least64_t values[METRICS];
    struct route_metrics of_route[ROUTES_MAX + 1]; /* the last for no route */
};

struct metrics {
    const struct route_table *routes;
    const char *version;
    struct process *process;
    struct part parts[PARTS];
};

/* The part that the calling thread counts in. */
static struct part *own_part(struct metrics *metrics)
{
    static atomic_uint threads;
    static _Thread_local unsigned number; /* from 1; 0: none yet */
    if (number == 0)
        number = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1;
    return &metrics->parts[number % PARTS];
}

static void add(atomic_uint_least64_t *counter, uint64_t amount)
{
    atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

/* The sum over all parts of a counter, given where it is in the first. */
static uint64_t value_of(const atomic_uint_least64_t *counter)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < PARTS; p++)
        sum += atomic_load_explicit(counter + p * (sizeof(struct part) / sizeof *counter), memory_order_relaxed);
    return sum;
}

struct metrics *metrics_create(const struct route_table *routes, const char *version)
{
    struct metrics *const metrics = routes->count <= ROUTES_MAX ? calloc(1, sizeof *metrics) : NULL;
    if (metrics == NULL)
        return NULL;
    metrics->routes = routes;
    metrics->version = version;
    metrics->process = process_open();
    return metrics;
}

void metrics_destroy(struct metrics *metrics)
{
    if (metrics == NULL)
        return;
    process_close(metrics->process);
    free(metrics);
}

void metrics_add(struct metrics *metrics, enum metric metric, int64_t amount)
{
    atomic_fetch_add_explicit(&own_part(metrics)->values[metric], amount, memory_order_relaxed);
}

int64_t metrics_value(const struct metrics *metrics, enum metric metric)
{
    int64_t sum = 0;
    for (size_t p = 0; p < PARTS; p++)
        sum += atomic_load_explicit(&metrics->parts[p].values[metric], memory_order_relaxed);
    return sum;
}

static size_t route_index(const struct metrics *metrics, const struct route *route)
{
    return route != NULL ? (size_t)(route - metrics->routes->routes) : ROUTES_MAX;
}

void metrics_count_request(struct metrics *metrics, const struct route *route, unsigned status, uint64_t nanoseconds)
{
    struct route_metrics *const of_route = &own_part(metrics)->of_route[route_index(metrics, route)];
    size_t s = 0, b = 0;
    while (s < STATUSES - 1 && statuses[s] != status)
        s++;
    while (nanoseconds > buckets[b].nanoseconds)
        b++;
    add(&of_route->requests[s], 1);
    add(&of_route->durations[b], 1);
    add(&of_route->duration_sum, nanoseconds);
}

void metrics_count_cases(struct metrics *metrics, const struct route *route, enum media_type type, uint64_t count)
{
    for (size_t i = 0; i < CASE_TYPES; i++)
        if (case_types[i] == type)
            add(&own_part(metrics)->of_route[route_index(metrics, route)].cases[i], count);
}

/* Appends one line; what fails shows in out->failed. */
static void __attribute__((format(printf, 2, 3))) print(struct buffer *out, const char *format, ...)
{
    enum { LINE_BYTES_MAX = 256 };
    char *const at = buffer_reserve(out, LINE_BYTES_MAX);
    if (at == NULL)
        return;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(at, LINE_BYTES_MAX, format, arguments);
    va_end(arguments);
    out->length += length < LINE_BYTES_MAX ? (size_t)length : LINE_BYTES_MAX - 1;
}

static void print_head(struct buffer *out, const char *name, const char *type, const char *help)
{
    print(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

/* The counters of the row with this index, or of no route behind the last row; in the first part (see value_of). */
static const struct route_metrics *counters(const struct metrics *metrics, size_t index)
{
    return &metrics->parts[0].of_route[index < metrics->routes->count ? index : ROUTES_MAX];
}

static const char *route_label(const struct metrics *metrics, size_t index)
{
    return index < metrics->routes->count ? metrics->routes->routes[index].path : "other";
}

static void print_requests(const struct metrics *metrics, struct buffer *out)
{
    print_head(out, "yutomok_http_requests_total", "counter", "Requests answered.");
    for (size_t r = 0; r <= metrics->routes->count; r++)
        for (size_t s = 0; s < STATUSES; s++) {
            const uint64_t count = value_of(&counters(metrics, r)->requests[s]);
            if (count > 0)
                print(out, "yutomok_http_requests_total{route=\"%s\",status=\"%u\"} %" PRIu64 "\n",
                      route_label(metrics, r), statuses[s], count);
        }
}

static void print_durations(const struct metrics *metrics, struct buffer *out)
{
    print_head(out, "yutomok_http_request_duration_seconds", "histogram",
               "Time from the request line to the end of the answer.");
    for (size_t r = 0; r <= metrics->routes->count; r++) {
        const char *const label = route_label(metrics, r);
        uint64_t count = 0;
        for (size_t b = 0; b < BUCKETS; b++) {
            count += value_of(&counters(metrics, r)->durations[b]);
            print(out, "yutomok_http_request_duration_seconds_bucket{route=\"%s\",le=\"%s\"} %" PRIu64 "\n", label,
                  buckets[b].label, count);
        }
        print(out, "yutomok_http_request_duration_seconds_sum{route=\"%s\"} %.9f\n", label,
              (double)value_of(&counters(metrics, r)->duration_sum) / 1e9);
        print(out, "yutomok_http_request_duration_seconds_count{route=\"%s\"} %" PRIu64 "\n", label, count);
    }
}

/* The game of a route that reads cases is the first part of its path; how long that is, 0 for other routes. */
static size_t game_length(const struct route *route)
{
    return route->reads != 0 ? strcspn(route->path + 1, "/") : 0;
}

static bool is_same_game(const struct route *one, const struct route *other)
{
    const size_t length = game_length(one);
    return length == game_length(other) && strncmp(one->path, other->path, 1 + length) == 0;
}

static bool is_first_of_game(const struct route *routes, size_t index)
{
    for (size_t r = 0; r < index; r++)
        if (is_same_game(&routes[r], &routes[index]))
            return false;
    return game_length(&routes[index]) > 0;
}

static uint64_t cases_of_game(const struct metrics *metrics, const struct route *route, size_t type)
{
    uint64_t count = 0;
    for (size_t r = 0; r < metrics->routes->count; r++)
        if (is_same_game(&metrics->routes->routes[r], route))
            count += value_of(&counters(metrics, r)->cases[type]);
    return count;
}

static void print_cases(const struct metrics *metrics, struct buffer *out)
{
    print_head(out, "yutomok_cases_total", "counter", "Cases answered, by the media type they came in.");
    const struct route *const routes = metrics->routes->routes;
    for (size_t r = 0; r < metrics->routes->count; r++)
        for (size_t t = 0; t < CASE_TYPES && is_first_of_game(routes, r); t++)
            print(out, "yutomok_cases_total{game=\"%.*s\",media_type=\"%s\"} %" PRIu64 "\n",
                  (int)game_length(&routes[r]), routes[r].path + 1, media_type_short_name(case_types[t]),
                  cases_of_game(metrics, &routes[r], t));
}

static void print_value(const struct metrics *metrics, struct buffer *out, enum metric metric, const char *name,
                        const char *type, const char *help)
{
    print_head(out, name, type, help);
    print(out, "%s %" PRId64 "\n", name, metrics_value(metrics, metric));
}

static void print_values(const struct metrics *metrics, struct buffer *out)
{
    print_head(out, "yutomok_batch_lines_total", "counter", "Lines of NDJSON batches.");
    print(out, "yutomok_batch_lines_total{result=\"answered\"} %" PRId64 "\n",
          metrics_value(metrics, METRIC_LINES_ANSWERED));
    print(out, "yutomok_batch_lines_total{result=\"refused\"} %" PRId64 "\n",
          metrics_value(metrics, METRIC_LINES_REFUSED));
    print_value(metrics, out, METRIC_IN_FLIGHT, "yutomok_http_requests_in_flight", "gauge",
                "Requests that have begun and not ended.");
    print_value(metrics, out, METRIC_CONNECTIONS, "yutomok_connections", "gauge", "Open connections.");
    print_value(metrics, out, METRIC_CONNECTIONS_REFUSED, "yutomok_connections_refused_total", "counter",
                "Requests refused because there were too many connections.");
    print_value(metrics, out, METRIC_REQUESTS_TIMED_OUT, "yutomok_requests_timed_out_total", "counter",
                "Connections cut because a request or the reading of its answer took too long.");
    print_head(out, "yutomok_build_info", "gauge", "The version that runs.");
    print(out, "yutomok_build_info{version=\"%s\"} 1\n", metrics->version);
}

static void print_process(const struct metrics *metrics, struct buffer *out)
{
    struct process_figures figures;
    if (metrics->process == NULL || !process_read(metrics->process, &figures))
        return;
    print_head(out, "process_cpu_seconds_total", "counter", "User and system CPU time.");
    print(out, "process_cpu_seconds_total %.3f\n", figures.cpu_seconds);
    print_head(out, "process_resident_memory_bytes", "gauge", "Resident memory.");
    print(out, "process_resident_memory_bytes %" PRIu64 "\n", figures.resident_bytes);
    print_head(out, "process_virtual_memory_bytes", "gauge", "Virtual memory.");
    print(out, "process_virtual_memory_bytes %" PRIu64 "\n", figures.virtual_bytes);
    print_head(out, "process_open_fds", "gauge", "Open file descriptors.");
    print(out, "process_open_fds %u\n", figures.open_descriptors);
    print_head(out, "process_max_fds", "gauge", "Limit of open file descriptors.");
    print(out, "process_max_fds %" PRIu64 "\n", figures.max_descriptors);
    print_head(out, "process_start_time_seconds", "gauge", "Start of the process since the epoch.");
    print(out, "process_start_time_seconds %.3f\n", figures.start_time);
}

bool metrics_write(const struct metrics *metrics, struct buffer *out)
{
    print_requests(metrics, out);
    print_durations(metrics, out);
    print_cases(metrics, out);
    print_values(metrics, out);
    print_process(metrics, out);
    return !out->failed;
}
