#include "http/server.h"

#include <microhttpd.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTION_MEMORY = 32 << 10, /* the head and the stretches that a body arrives in */
    THREAD_STACK = 2 << 20        /* yut_rank_moves takes 0.7 MiB of it */
};

struct server {
    struct MHD_Daemon *daemon;
    struct MHD_Response *out_of_memory; /* made beforehand: it must not need memory */
    struct exchange_rules rules;
    atomic_bool draining;
    atomic_uint in_flight; /* exchanges that exist */
};

/* An exchange as libmicrohttpd carries it from call to call. */
struct carried {
    struct exchange exchange;
    bool begun;
};

static enum MHD_Result take_field(void *cls, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                  const char *value, size_t value_length)
{
    (void)kind;
    head_field(cls, name, name_length, value, value_length);
    return MHD_YES;
}

static enum MHD_Result take_parameter(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    head_parameter(cls, name, value);
    return MHD_YES;
}

/* The first that is heard of a request: its target, not yet decoded. What is returned is the handler's con_cls. */
static void *begin_request(void *cls, const char *target, struct MHD_Connection *connection)
{
    struct server *const server = cls;
    (void)connection;
    struct carried *const carried = calloc(1, sizeof *carried);
    if (carried == NULL)
        return NULL;
    head_target(&carried->exchange.head, target);
    atomic_fetch_add_explicit(&server->in_flight, 1, memory_order_relaxed);
    return carried;
}

/* The request is over, answered or not. */
static void end_request(void *cls, struct MHD_Connection *connection, void **con_cls,
                        enum MHD_RequestTerminationCode reason)
{
    struct server *const server = cls;
    struct carried *const carried = *con_cls;
    (void)connection;
    (void)reason;
    if (carried == NULL)
        return;
    exchange_free(&carried->exchange);
    free(carried);
    *con_cls = NULL;
    atomic_fetch_sub_explicit(&server->in_flight, 1, memory_order_relaxed);
}

/* Adds what the exchange has to say in header fields. */
static bool add_fields(struct MHD_Response *response, const struct exchange *exchange)
{
    const struct {
        bool wanted;
        const char *name;
        const char *value;
    } fields[] = {
        {exchange->media_type != NULL, MHD_HTTP_HEADER_CONTENT_TYPE, exchange->media_type},
        {exchange->allow[0] != '\0', MHD_HTTP_HEADER_ALLOW, exchange->allow},
        {exchange->etag[0] != '\0', MHD_HTTP_HEADER_ETAG, exchange->etag},
        {exchange->etag[0] != '\0', MHD_HTTP_HEADER_CACHE_CONTROL, "public, max-age=3600"},
        {exchange->retry_after, MHD_HTTP_HEADER_RETRY_AFTER, "1"},
        {exchange->close, MHD_HTTP_HEADER_CONNECTION, "close"},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fields[i].wanted && MHD_add_response_header(response, fields[i].name, fields[i].value) == MHD_NO)
            return false;
    return true;
}

/* The answer as a response, which then owns its bytes; NULL when memory is out. */
static struct MHD_Response *make_response(struct exchange *exchange)
{
    struct buffer *const answer = &exchange->answer;
    struct MHD_Response *const response =
        answer->data != NULL ? MHD_create_response_from_buffer(answer->length, answer->data, MHD_RESPMEM_MUST_FREE)
                             : MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return NULL;
    *answer = (struct buffer){0};
    if (add_fields(response, exchange))
        return response;
    MHD_destroy_response(response);
    return NULL;
}

static enum MHD_Result send_answer(struct server *server, struct MHD_Connection *connection, struct carried *carried)
{
    struct exchange *const exchange = &carried->exchange;
    struct MHD_Response *const response = exchange_finish(exchange) ? make_response(exchange) : NULL;
    if (response == NULL)
        return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, server->out_of_memory);
    const enum MHD_Result result = MHD_queue_response(connection, exchange->status, response);
    MHD_destroy_response(response);
    return result;
}

/*
 * libmicrohttpd calls this once for the head, then for every stretch of the body, then once more. Answering on the
 * first call closes the connection behind the answer, so that is only done where it must be closed.
 */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *data_size, void **con_cls)
{
    struct server *const server = cls;
    struct carried *const carried = *con_cls;
    if (carried == NULL)
        return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, server->out_of_memory);
    struct exchange *const exchange = &carried->exchange;
    if (!carried->begun) {
        carried->begun = true;
        head_begin(&exchange->head, method, url, version);
        MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_field, &exchange->head);
        MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, take_parameter, &exchange->head);
        const bool draining = atomic_load_explicit(&server->draining, memory_order_relaxed);
        return exchange_begin(exchange, &server->rules, draining) ? MHD_YES : send_answer(server, connection, carried);
    }
    if (*data_size == 0)
        return send_answer(server, connection, carried);
    const size_t size = *data_size;
    *data_size = 0;
    return exchange_receive(exchange, data, size) ? MHD_YES : MHD_NO;
}

static struct MHD_Daemon *start_daemon(struct server *server, const struct server_options *options)
{
    const struct MHD_OptionItem pool[] = {
        /* A pool of one is not a pool to libmicrohttpd. */
        {options->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)options->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, handle, server,
                            MHD_OPTION_LISTEN_SOCKET, (MHD_socket)options->listener, MHD_OPTION_URI_LOG_CALLBACK,
                            begin_request, server, MHD_OPTION_NOTIFY_COMPLETED, end_request, server,
                            MHD_OPTION_CONNECTION_LIMIT, options->max_connections, MHD_OPTION_CONNECTION_TIMEOUT,
                            options->idle_timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
                            MHD_OPTION_THREAD_STACK_SIZE, (size_t)THREAD_STACK, MHD_OPTION_STRICT_FOR_CLIENT, 0,
                            MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
}

struct server *server_start(const struct server_options *options)
{
    static char out_of_memory[] = "{\"type\":\"urn:yutomok:overloaded\",\"title\":\"The server has too much to do\","
                                  "\"status\":503,\"detail\":\"Out of memory\"}";
    struct server *const server = calloc(1, sizeof *server);
    if (server == NULL)
        return NULL;
    server->rules = options->rules;
    server->out_of_memory =
        MHD_create_response_from_buffer(sizeof out_of_memory - 1, out_of_memory, MHD_RESPMEM_PERSISTENT);
    if (server->out_of_memory != NULL &&
        MHD_add_response_header(server->out_of_memory, MHD_HTTP_HEADER_CONTENT_TYPE, media_type_name(MEDIA_PROBLEM)) &&
        MHD_add_response_header(server->out_of_memory, MHD_HTTP_HEADER_RETRY_AFTER, "1"))
        server->daemon = start_daemon(server, options);
    if (server->daemon != NULL)
        return server;
    if (server->out_of_memory != NULL)
        MHD_destroy_response(server->out_of_memory);
    free(server);
    return NULL;
}

void server_drain(struct server *server)
{
    atomic_store(&server->draining, true);
}

void server_stop(struct server *server, unsigned timeout)
{
    static const struct timespec pause = {.tv_nsec = 10000000};
    server_drain(server);
    const MHD_socket listener = MHD_quiesce_daemon(server->daemon);
    for (unsigned waited = 0; waited < timeout * 100 && atomic_load(&server->in_flight) > 0; waited++)
        nanosleep(&pause, NULL);
    MHD_stop_daemon(server->daemon);
    if (listener != MHD_INVALID_SOCKET)
        close(listener);
    MHD_destroy_response(server->out_of_memory);
    free(server);
}
