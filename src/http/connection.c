#include "http/connection.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include "buffer.h"
#include "http/media_type.h"
#include "http/metrics.h"
#include "http/problem_document.h"

enum { WATCH_MILLISECONDS = 250 };

enum state {
    IDLE,      /* between two requests, or in the first bytes of one */
    RECEIVING, /* a request line has come, the request is not complete */
    ANSWERING,
    CUT
};

/* A state and how many there have been before it, so that a connection is not cut in a later state that looks the same.
 */
enum { STATE_BITS = 2, STATE_MASK = (1 << STATE_BITS) - 1 };

struct connection {
    struct connection *previous, *next;
    int socket;
    bool surplus;
    atomic_uint phase;
    atomic_uint_least64_t since; /* milliseconds: when the state began */
    atomic_size_t bytes;         /* received of the request, or length of the answer */

    /* The watching thread's notes on an idle connection, whose first bytes only the kernel knows of. */
    unsigned noted_phase;
    uint64_t noted_bytes;    /* received on the socket when it was first seen in this phase */
    uint64_t first_bytes_at; /* milliseconds: when that had changed; 0: it has not */
};

struct connections {
    pthread_mutex_t mutex; /* of the list and of stopping */
    pthread_cond_t wake;
    pthread_t watcher;
    bool stopping;
    struct connection *first;
    uint64_t patience;      /* milliseconds */
    struct buffer too_late; /* the answer to a request that is cut, but for its status line and date */
    struct metrics *metrics;
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* How many bytes the kernel has received for this socket, read or not. */
static uint64_t received_bytes(int socket)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    return getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 ? info.tcpi_bytes_received : 0;
}

/*
 * Since when a connection in this idle phase has been sending the beginning of a request; 0 when it has not. When the
 * phase is over before its bytes are read, the note is of the past, and the next idle phase begins another.
 */
static uint64_t first_bytes_at(struct connection *connection, unsigned phase)
{
    const uint64_t bytes = received_bytes(connection->socket);
    if (connection->noted_phase != phase) {
        connection->noted_phase = phase;
        connection->noted_bytes = bytes;
        connection->first_bytes_at = 0;
    }
    if (connection->first_bytes_at == 0 && bytes != connection->noted_bytes)
        connection->first_bytes_at = now();
    return connection->first_bytes_at;
}

/* When the request that is being received began, as far as that is known: with its first byte, else with its first
 * line. */
static uint64_t began_at(const struct connection *connection, unsigned phase)
{
    const bool noted =
        connection->first_bytes_at != 0 && (connection->noted_phase >> STATE_BITS) + 1 == phase >> STATE_BITS;
    return noted ? connection->first_bytes_at : atomic_load(&connection->since);
}

static uint64_t began_in_phase(struct connection *connection, unsigned phase)
{
    switch (phase & STATE_MASK) {
    case IDLE:
        return first_bytes_at(connection, phase);
    case RECEIVING:
        return began_at(connection, phase);
    default:
        return atomic_load(&connection->since);
    }
}

static bool is_late(const struct connections *connections, struct connection *connection, unsigned phase)
{
    /* Stored in the other order: new bytes come with their new beginning. */
    const bool is_idle = (phase & STATE_MASK) == IDLE;
    const uint64_t bytes = is_idle ? 0 : atomic_load_explicit(&connection->bytes, memory_order_acquire);
    const uint64_t since = began_in_phase(connection, phase);
    return since != 0 && now() > since + connections->patience + bytes * 1000 / CONNECTION_BYTES_PER_SECOND;
}

static void tell_too_late(const struct connections *connections, int socket)
{
    struct timespec time;
    struct tm utc;
    char head[80];
    clock_gettime(CLOCK_REALTIME, &time);
    gmtime_r(&time.tv_sec, &utc);
    /* IMF-fixdate (RFC 9110, section 5.6.7) */
    const size_t length =
        strftime(head, sizeof head, "HTTP/1.1 408 Request Timeout\r\nDate: %a, %d %b %Y %H:%M:%S GMT\r\n", &utc);
    struct iovec parts[] = {{head, length}, {connections->too_late.data, connections->too_late.length}};
    const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* Ends a connection from outside of the thread that serves it, which then sees the end of its input. */
static void cut(const struct connections *connections, struct connection *connection, unsigned phase)
{
    const unsigned state = phase & STATE_MASK;
    if (!atomic_compare_exchange_strong(&connection->phase, &phase, (phase & ~(unsigned)STATE_MASK) | CUT))
        return;
    /* Nobody else writes while a request is incomplete, but for a 100 Continue, which is gone long before. */
    if (state != ANSWERING)
        tell_too_late(connections, connection->socket);
    shutdown(connection->socket, SHUT_RDWR);
    metrics_add(connections->metrics, METRIC_REQUESTS_TIMED_OUT, 1);
}

static void *watch(void *cls)
{
    struct connections *const connections = cls;
    pthread_mutex_lock(&connections->mutex);
    while (!connections->stopping) {
        for (struct connection *each = connections->first; each != NULL; each = each->next) {
            const unsigned phase = atomic_load(&each->phase);
            if ((phase & STATE_MASK) != CUT && is_late(connections, each, phase))
                cut(connections, each, phase);
        }
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += WATCH_MILLISECONDS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&connections->wake, &connections->mutex, &until);
    }
    pthread_mutex_unlock(&connections->mutex);
    return NULL;
}

static bool write_too_late(const char *cors_origin, struct buffer *out)
{
    struct problem problem;
    struct buffer document = {0};
    problem_set(&problem, PROBLEM_REQUEST_TIMEOUT, "The request was not complete in time");
    bool ok = problem_write(&problem, &document);
    char fields[1024];
    const int length = snprintf(fields, sizeof fields,
                                "Content-Type: %s\r\nContent-Length: %zu\r\nX-Content-Type-Options: nosniff\r\n%s%s%s"
                                "Connection: close\r\n\r\n",
                                media_type_name(MEDIA_PROBLEM), document.length,
                                cors_origin != NULL ? "Access-Control-Allow-Origin: " : "",
                                cors_origin != NULL ? cors_origin : "", cors_origin != NULL ? "\r\n" : "");
    ok = ok && (size_t)length < sizeof fields && buffer_append(out, fields, (size_t)length) &&
         buffer_append(out, document.data, document.length);
    buffer_free(&document);
    return ok;
}

struct connections *connections_start(unsigned seconds, const char *cors_origin, struct metrics *metrics)
{
    struct connections *const connections = calloc(1, sizeof *connections);
    if (connections == NULL)
        return NULL;
    connections->patience = (uint64_t)seconds * 1000;
    connections->metrics = metrics;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&connections->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&connections->mutex, NULL);
    if (write_too_late(cors_origin, &connections->too_late) &&
        pthread_create(&connections->watcher, NULL, watch, connections) == 0)
        return connections;
    buffer_free(&connections->too_late);
    free(connections);
    return NULL;
}

void connections_stop(struct connections *connections)
{
    if (connections == NULL)
        return;
    pthread_mutex_lock(&connections->mutex);
    connections->stopping = true;
    pthread_cond_signal(&connections->wake);
    pthread_mutex_unlock(&connections->mutex);
    pthread_join(connections->watcher, NULL);
    pthread_cond_destroy(&connections->wake);
    pthread_mutex_destroy(&connections->mutex);
    buffer_free(&connections->too_late);
    free(connections);
}

struct connection *connection_open(struct connections *connections, int socket, bool surplus)
{
    struct connection *const connection = calloc(1, sizeof *connection);
    if (connection == NULL)
        return NULL;
    connection->socket = socket;
    connection->surplus = surplus;
    pthread_mutex_lock(&connections->mutex);
    connection->next = connections->first;
    if (connection->next != NULL)
        connection->next->previous = connection;
    connections->first = connection;
    pthread_mutex_unlock(&connections->mutex);
    return connection;
}

bool connection_is_surplus(const struct connection *connection)
{
    return connection == NULL || connection->surplus;
}

void connection_close(struct connections *connections, struct connection *connection)
{
    if (connection == NULL)
        return;
    pthread_mutex_lock(&connections->mutex);
    if (connection->previous != NULL)
        connection->previous->next = connection->next;
    else
        connections->first = connection->next;
    if (connection->next != NULL)
        connection->next->previous = connection->previous;
    pthread_mutex_unlock(&connections->mutex);
    free(connection);
}

/* Only the watching thread may be changing the state at the same time, and only to CUT. */
static bool enter(struct connection *connection, enum state from, enum state to, size_t bytes)
{
    unsigned phase = atomic_load_explicit(&connection->phase, memory_order_relaxed);
    if ((phase & STATE_MASK) != from)
        return false;
    atomic_store_explicit(&connection->since, now(), memory_order_relaxed);
    atomic_store_explicit(&connection->bytes, bytes, memory_order_release);
    const unsigned next = ((phase >> STATE_BITS) + 1) << STATE_BITS | to;
    return atomic_compare_exchange_strong(&connection->phase, &phase, next);
}

void connection_begin_request(struct connection *connection)
{
    if (connection != NULL)
        enter(connection, IDLE, RECEIVING, 0);
}

void connection_received(struct connection *connection, size_t bytes)
{
    if (connection != NULL)
        atomic_fetch_add_explicit(&connection->bytes, bytes, memory_order_relaxed);
}

bool connection_begin_answer(struct connection *connection, size_t bytes)
{
    return connection == NULL || enter(connection, RECEIVING, ANSWERING, bytes);
}

void connection_end_answer(struct connection *connection)
{
    if (connection != NULL)
        enter(connection, ANSWERING, IDLE, 0);
}
