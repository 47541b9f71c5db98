#include "http/server.h"

#include <inttypes.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "http/connection.h"
#include "http/kept_responses.h"
#include "http/metrics.h"
#include "http/problem_document.h"

enum {
    CONNECTION_MEMORY = 32 << 10, /* the head and the stretches that a body arrives in */
    THREAD_STACK = 2 << 20,       /* yut_rank_moves takes 1 MiB of it */
    REQUEST_ID_BYTES = 129,
    SPARE_BYTES_MIN = 1 << 20, /* a smaller block is to be had from malloc at no cost */
    SPARE_BYTES_MAX = 16 << 20
};

struct server {
    struct MHD_Daemon *daemon;
    struct MHD_Response *out_of_memory; /* made beforehand: it must not need memory */
    struct exchange_rules rules;
    struct connections *connections;
    pthread_mutex_t spare_mutex;
    struct buffer spare; /* where the answer to a batch was, for the next one */
    unsigned max_connections;
    atomic_bool draining;
    log_request_function *log_request;
    atomic_uint_least64_t named; /* requests that have been given a name for the log */
    uint64_t request_id_seed;
};

/* A connection, and what is known of a request on it before its head is complete. */
struct client {
    struct connection *connection;
    uint64_t began_at; /* nanoseconds */
    const char *target_end;
    bool bad_target;
    bool is_in_flight; /* a request has begun and not ended */
};

/* An exchange as libmicrohttpd carries it from call to call. */
struct carried {
    struct exchange exchange;
    struct client *client;
    size_t answer_bytes;
    char request_id[REQUEST_ID_BYTES]; /* only when requests are logged */
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static bool is_draining(const struct server *server)
{
    return atomic_load_explicit(&server->draining, memory_order_relaxed);
}

static void open_client(struct server *server, struct MHD_Connection *connection, void **context)
{
    const int socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const bool surplus = metrics_value(server->rules.metrics, METRIC_CONNECTIONS) > server->max_connections;
    struct client *const client = calloc(1, sizeof *client);
    if (client != NULL)
        client->connection = connection_open(server->connections, socket, surplus);
    *context = client;
}

/* A request whose head never ends is only heard of again when its connection closes. */
static void set_in_flight(struct server *server, struct client *client, bool is_in_flight)
{
    if (client == NULL || client->is_in_flight == is_in_flight)
        return;
    client->is_in_flight = is_in_flight;
    metrics_add(server->rules.metrics, METRIC_IN_FLIGHT, is_in_flight ? 1 : -1);
}

static void notify_connection(void *cls, struct MHD_Connection *connection, void **context,
                              enum MHD_ConnectionNotificationCode code)
{
    struct server *const server = cls;
    struct client *const client = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        metrics_add(server->rules.metrics, METRIC_CONNECTIONS, 1);
        open_client(server, connection, context);
    } else {
        set_in_flight(server, client, false);
        connection_close(server->connections, client != NULL ? client->connection : NULL);
        free(client);
        metrics_add(server->rules.metrics, METRIC_CONNECTIONS, -1);
    }
}

/* NULL when there was no memory for it. */
static struct client *client_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/*
 * A walk through the fields of a head where they lie in libmicrohttpd's buffer. Version 0.9.75 does not report what
 * stands behind a NUL in a field, and takes a field without a name for the end of the head: what is then hidden shows
 * as a gap that is wider than a CRLF. (A bare LF is read as a line end, but not trusted.)
 */
struct walk {
    struct head *head;
    const char *end; /* of what has been reported so far */
    bool has_gap;
};

/* Is this where a walk goes on, behind so many CRLF? */
static bool follows(const struct walk *walk, const char *at, ptrdiff_t line_ends)
{
    return at - walk->end == line_ends * 2;
}

static enum MHD_Result take_field(void *cls, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                  const char *value, size_t value_length)
{
    struct walk *const walk = cls;
    (void)kind;
    head_field(walk->head, name, name_length, value, value_length);
    walk->has_gap |= value == NULL || !follows(walk, name, 1);
    walk->end = value != NULL ? value + value_length : name + name_length;
    return MHD_YES;
}

static enum MHD_Result take_parameter(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    head_parameter(cls, name, value);
    return MHD_YES;
}

/*
 * The first that is heard of a request: its target, not yet decoded. Nothing is allocated here: if the rest of the head
 * does not come, nothing more is heard of the request.
 */
static void *begin_request(void *cls, const char *target, struct MHD_Connection *connection)
{
    struct server *const server = cls;
    struct client *const client = client_of(connection);
    metrics_add(server->rules.metrics, METRIC_REQUESTS_BEGUN, 1);
    if (client == NULL)
        return NULL;
    connection_begin_request(client->connection);
    set_in_flight(server, client, true);
    client->bad_target = !head_is_sound_target(target);
    client->target_end = target + strlen(target);
    client->began_at = now();
    return NULL;
}

/* Takes over what a client calls its request, if that is sound, or makes a name that no other request has. */
static void name_request(struct server *server, struct MHD_Connection *connection, struct carried *carried)
{
    const char *const given = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Request-Id");
    const size_t length = given != NULL ? strlen(given) : 0;
    bool sound = length > 0 && length < REQUEST_ID_BYTES;
    for (size_t i = 0; sound && i < length; i++)
        sound = given[i] > ' ' && given[i] < 0x7F;
    if (sound) {
        memcpy(carried->request_id, given, length + 1);
        return;
    }
    const uint64_t number = atomic_fetch_add_explicit(&server->named, 1, memory_order_relaxed);
    snprintf(carried->request_id, REQUEST_ID_BYTES, "%016" PRIx64,
             server->request_id_seed ^ (number * UINT64_C(0x9E3779B97F4A7C15)));
}

/* What is to be remembered of a request that has got an answer. */
static void record(const struct server *server, const struct carried *carried)
{
    const struct exchange *const exchange = &carried->exchange;
    const uint64_t duration = now() - carried->client->began_at;
    struct metrics *const metrics = server->rules.metrics;
    metrics_count_request(metrics, exchange->route, exchange->status, duration);
    if (exchange->cases > 0 && exchange->status == MHD_HTTP_OK)
        metrics_count_cases(metrics, exchange->route, exchange->body_type, exchange->cases);
    if (exchange->body_type == MEDIA_NDJSON && exchange->status == MHD_HTTP_OK) {
        metrics_add(metrics, METRIC_LINES_ANSWERED, (int64_t)exchange->cases);
        metrics_add(metrics, METRIC_LINES_REFUSED, (int64_t)exchange->bad_lines);
    }
    if (server->log_request != NULL)
        server->log_request(&(struct request_record){
            .method = method_name(exchange->head.method),
            .route = exchange->route != NULL ? exchange->route->path : NULL,
            .status = exchange->status,
            .bytes = carried->answer_bytes,
            .nanoseconds = duration,
            .request_id = carried->request_id,
        });
}

/* New memory for a large answer costs as much as the answer: every page of it is fetched from the kernel. */
static void take_spare(struct server *server, struct buffer *answer)
{
    pthread_mutex_lock(&server->spare_mutex);
    *answer = server->spare;
    server->spare = (struct buffer){0};
    pthread_mutex_unlock(&server->spare_mutex);
}

/* One is enough: where batches come side by side, their memory goes back to the system. */
static void leave_spare(struct server *server, struct buffer *answer)
{
    if (answer->failed || answer->capacity < SPARE_BYTES_MIN || answer->capacity > SPARE_BYTES_MAX)
        return;
    answer->length = 0;
    pthread_mutex_lock(&server->spare_mutex);
    const struct buffer other = server->spare;
    server->spare = *answer;
    pthread_mutex_unlock(&server->spare_mutex);
    *answer = other;
}

/* The request is over, answered or not: nobody reads its answer anymore. */
static void end_request(void *cls, struct MHD_Connection *connection, void **con_cls,
                        enum MHD_RequestTerminationCode reason)
{
    struct server *const server = cls;
    struct carried *const carried = *con_cls;
    (void)connection;
    (void)reason;
    if (carried == NULL)
        return;
    connection_end_answer(carried->client->connection);
    if (carried->exchange.status != 0)
        record(server, carried);
    set_in_flight(server, carried->client, false);
    leave_spare(server, &carried->exchange.answer);
    exchange_free(&carried->exchange);
    free(carried);
    *con_cls = NULL;
}

/* The page runs the scripts and styles that come from here, asks this server only, and is framed by nobody. */
static const char page_policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Adds what the exchange has to say in header fields. */
static bool add_fields(struct MHD_Response *response, const struct exchange *exchange)
{
    const char *const origin = exchange->rules->cors_origin;
    const bool preflight = origin != NULL && exchange->head.is_preflight && exchange->status == 204;
    const bool tagged = exchange->etag[0] != '\0';
    const bool is_picture = exchange->status == 200 && exchange->request.writes == MEDIA_SVG;
    const char *const picture_policy = is_picture ? "default-src 'none'" : NULL;
    const char *const policy = exchange->is_page ? page_policy : picture_policy;
    const struct {
        bool wanted;
        const char *name;
        const char *value;
    } fields[] = {
        {exchange->media_type != NULL, MHD_HTTP_HEADER_CONTENT_TYPE, exchange->media_type},
        {exchange->media_type != NULL, "X-Content-Type-Options", "nosniff"},
        {policy != NULL, "Content-Security-Policy", policy},
        {exchange->allow[0] != '\0', MHD_HTTP_HEADER_ALLOW, exchange->allow},
        {tagged, MHD_HTTP_HEADER_ETAG, exchange->etag},
        {tagged, MHD_HTTP_HEADER_CACHE_CONTROL, exchange->is_page ? "no-cache" : "public, max-age=3600"},
        {exchange->vary != NULL, MHD_HTTP_HEADER_VARY, exchange->vary},
        {exchange->is_gzip, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip"},
        {exchange->retry_after, MHD_HTTP_HEADER_RETRY_AFTER, "1"},
        {exchange->close, MHD_HTTP_HEADER_CONNECTION, "close"},
        {origin != NULL, MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN, origin},
        {origin != NULL, "Access-Control-Expose-Headers", "Allow, ETag, Retry-After"},
        {preflight, "Access-Control-Allow-Methods", exchange->allow},
        {preflight, "Access-Control-Allow-Headers", "Accept, Content-Type, If-None-Match"},
        {preflight, "Access-Control-Max-Age", "86400"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fields[i].wanted && MHD_add_response_header(response, fields[i].name, fields[i].value) == MHD_NO)
            return false;
    return true;
}

/* The answer as a response, with bytes of its own or for no longer than the exchange lives; NULL when memory is out. */
static struct MHD_Response *make_response(const struct exchange *exchange, bool copy)
{
    const struct buffer *const answer = &exchange->answer;
    struct MHD_Response *const response = MHD_create_response_from_buffer(
        answer->length, answer->data, copy ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return NULL;
    if (add_fields(response, exchange))
        return response;
    MHD_destroy_response(response);
    return NULL;
}

/* Whether all answers with this body are the same, header fields and all, whoever asked for them and how. */
static bool is_told_by_its_body(const struct exchange *exchange)
{
    return exchange->status == MHD_HTTP_OK && exchange->request.writes == MEDIA_JSON && !exchange->close &&
           exchange->answer.data != NULL && exchange->etag[0] == '\0' && exchange->vary == NULL;
}

static enum MHD_Result send_answer(struct server *server, struct MHD_Connection *connection, struct carried *carried)
{
    struct exchange *const exchange = &carried->exchange;
    const bool finished = exchange_finish(exchange);
    exchange->close |= is_draining(server);
    const bool has_body = exchange->head.method != METHOD_HEAD && exchange->status != MHD_HTTP_NOT_MODIFIED;
    carried->answer_bytes = has_body ? exchange->answer.length : 0;
    if (!connection_begin_answer(carried->client->connection, exchange->answer.length)) {
        exchange->status = MHD_HTTP_REQUEST_TIMEOUT; /* which the client has been told */
        return MHD_NO;
    }
    const bool is_plain = finished && is_told_by_its_body(exchange);
    struct MHD_Response *const kept = is_plain ? kept_responses_find(&exchange->answer) : NULL;
    if (kept != NULL)
        return MHD_queue_response(connection, exchange->status, kept);
    struct MHD_Response *const response = finished ? make_response(exchange, is_plain) : NULL;
    if (response == NULL) {
        exchange->status = MHD_HTTP_SERVICE_UNAVAILABLE;
        return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, server->out_of_memory);
    }
    const enum MHD_Result result = MHD_queue_response(connection, exchange->status, response);
    if (!is_plain || !kept_responses_take(&exchange->answer, response))
        MHD_destroy_response(response);
    return result;
}

static enum server_condition condition(const struct server *server, const struct connection *connection)
{
    if (is_draining(server))
        return SERVER_DRAINING;
    if (!connection_is_surplus(connection))
        return SERVER_READY;
    metrics_add(server->rules.metrics, METRIC_CONNECTIONS_REFUSED, 1);
    return SERVER_OVERLOADED;
}

/* An exchange with the head of a request; NULL when there is no memory for it. */
static struct carried *take_head(struct server *server, struct MHD_Connection *connection, const char *url,
                                 const char *method, const char *version)
{
    struct client *const client = client_of(connection);
    struct carried *const carried = client != NULL ? malloc(sizeof *carried) : NULL;
    if (carried == NULL)
        return NULL;
    *carried = (struct carried){.client = client};
    struct head *const head = &carried->exchange.head;
    head_begin(head, method, url, version);
    head->bad_target = client->bad_target;
    /* Both lie in one buffer, and a NUL in the target hides what is between them. */
    if (version > client->target_end && version < client->target_end + CONNECTION_MEMORY)
        head->bad_target |= version != client->target_end + 1;
    struct walk walk = {.head = head, .end = version + strlen(version)};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_field, &walk);
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, take_parameter, head);
    /* A head that holds more than was reported is answered, but what follows it is not taken for another request. */
    const size_t bytes = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)->header_size;
    carried->exchange.close = walk.has_gap || !follows(&walk, method + bytes, 2);
    if (server->log_request != NULL)
        name_request(server, connection, carried);
    return carried;
}

static bool is_batch(const struct exchange *exchange)
{
    return exchange->body_type == MEDIA_NDJSON || exchange->body_type == MEDIA_TEXT;
}

/*
 * libmicrohttpd calls this once for the head, then for every stretch of the body, then once more. Answering on the
 * first call closes the connection behind the answer, so that is only done where it must be closed.
 */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *data_size, void **con_cls)
{
    struct server *const server = cls;
    struct carried *carried = *con_cls;
    if (carried == NULL) {
        carried = take_head(server, connection, url, method, version);
        if (carried == NULL)
            return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, server->out_of_memory);
        *con_cls = carried;
        if (!exchange_begin(&carried->exchange, &server->rules, condition(server, carried->client->connection)))
            return send_answer(server, connection, carried);
        if (is_batch(&carried->exchange))
            take_spare(server, &carried->exchange.answer);
        return MHD_YES;
    }
    struct exchange *const exchange = &carried->exchange;
    if (*data_size == 0)
        return send_answer(server, connection, carried);
    const size_t size = *data_size;
    *data_size = 0;
    connection_received(carried->client->connection, size);
    return exchange_receive(exchange, data, size) ? MHD_YES : MHD_NO;
}

static struct MHD_Daemon *start_daemon(struct server *server, const struct server_options *options)
{
    const struct MHD_OptionItem items[] = {
        /* clang-format off */
        {MHD_OPTION_LISTEN_SOCKET,           options->listener,                                    NULL},
        {MHD_OPTION_CONNECTION_LIMIT,        options->max_connections + SERVER_SPARE_CONNECTIONS,  NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT,      options->idle_timeout,                                NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY,                                    NULL},
        {MHD_OPTION_THREAD_STACK_SIZE,       THREAD_STACK,                                         NULL},
        {MHD_OPTION_STRICT_FOR_CLIENT,       0,                                                    NULL},
        {MHD_OPTION_NOTIFY_CONNECTION,       (intptr_t)notify_connection,                          server},
        {MHD_OPTION_URI_LOG_CALLBACK,        (intptr_t)begin_request,                              server},
        {MHD_OPTION_NOTIFY_COMPLETED,        (intptr_t)end_request,                                server},
        /* Last, as a pool of one is not a pool to libmicrohttpd. */
        {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, options->threads,    NULL},
        {MHD_OPTION_END,                     0,                                                    NULL},
        /* clang-format on */
    };
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, handle, server,
                            MHD_OPTION_ARRAY, items, MHD_OPTION_END);
}

/* The answer when there is no memory for any other. */
static struct MHD_Response *make_out_of_memory(const struct exchange_rules *rules)
{
    struct exchange exchange = {
        .rules = rules, .media_type = media_type_name(MEDIA_PROBLEM), .retry_after = true, .close = true};
    problem_set(&exchange.problem, PROBLEM_OVERLOADED, "Out of memory");
    struct MHD_Response *const response =
        problem_write(&exchange.problem, &exchange.answer) ? make_response(&exchange, true) : NULL;
    exchange_free(&exchange);
    return response;
}

static void destroy(struct server *server)
{
    if (server->out_of_memory != NULL)
        MHD_destroy_response(server->out_of_memory);
    connections_stop(server->connections);
    buffer_free(&server->spare);
    pthread_mutex_destroy(&server->spare_mutex);
    free(server);
}

bool server_init(void)
{
    return kept_responses_init(MHD_destroy_response);
}

struct server *server_start(const struct server_options *options)
{
    struct server *const server = calloc(1, sizeof *server);
    if (server == NULL)
        return NULL;
    pthread_mutex_init(&server->spare_mutex, NULL);
    server->rules = options->rules;
    server->max_connections = options->max_connections;
    server->out_of_memory = make_out_of_memory(&server->rules);
    server->connections =
        connections_start(options->request_timeout, options->rules.cors_origin, options->rules.metrics);
    server->log_request = options->log_request;
    if (getrandom(&server->request_id_seed, sizeof server->request_id_seed, GRND_NONBLOCK) < 0)
        server->request_id_seed = now();
    if (server->out_of_memory != NULL && server->connections != NULL)
        server->daemon = start_daemon(server, options);
    if (server->daemon != NULL)
        return server;
    destroy(server);
    return NULL;
}

void server_drain(struct server *server)
{
    atomic_store(&server->draining, true);
}

/*
 * Waits until nothing has been in flight, and no request has begun, for a moment: a client that has just been sent an
 * answer without "close" may have its next request on the way.
 */
static void wait_for_silence(struct server *server, unsigned timeout)
{
    enum { STEP_MILLISECONDS = 10, SILENT_STEPS = 10 };
    static const struct timespec step = {.tv_nsec = STEP_MILLISECONDS * 1000000L};
    const struct metrics *const metrics = server->rules.metrics;
    int64_t begun = metrics_value(metrics, METRIC_REQUESTS_BEGUN);
    unsigned silent = 0;
    for (unsigned waited = 0; waited < timeout * 1000 && silent < SILENT_STEPS; waited += STEP_MILLISECONDS) {
        nanosleep(&step, NULL);
        const int64_t begun_now = metrics_value(metrics, METRIC_REQUESTS_BEGUN);
        silent = begun_now == begun && metrics_value(metrics, METRIC_IN_FLIGHT) == 0 ? silent + 1 : 0;
        begun = begun_now;
    }
}

void server_stop(struct server *server, unsigned timeout)
{
    server_drain(server);
    const MHD_socket listener = MHD_quiesce_daemon(server->daemon);
    if (listener != MHD_INVALID_SOCKET)
        shutdown(listener, SHUT_RD); /* refuses new clients at once, instead of letting them wait for the end */
    wait_for_silence(server, timeout);
    MHD_stop_daemon(server->daemon);
    if (listener != MHD_INVALID_SOCKET)
        close(listener);
    destroy(server);
}
