/* yutomok: answers dice yut and omok over HTTP. Exit status: 0 stopped as asked, 1 could not serve, 2 wrong flags. */
#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "healthcheck.h"
#include "http/metrics.h"
#include "http/server.h"
#include "json/arena.h"
#include "json/writer.h"
#include "log.h"
#include "routes.h"
#include "sandbox.h"
#include "settings.h"

static void complain(const struct settings *settings, const char *what)
{
    fprintf(stderr, "yutomok: can't listen on %s:%u: %s\n", settings->host, settings->port, what);
}

static int listen_on_address(const struct addrinfo *address)
{
    const int listener =
        socket(address->ai_family, address->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, address->ai_protocol);
    if (listener < 0)
        return -1;
    /* An answer that its client reads slowly waits here, by default in megabytes for each connection. */
    const int on = 1, send_buffer = 128 << 10;
    if (setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer) == 0 &&
        bind(listener, address->ai_addr, address->ai_addrlen) == 0 && listen(listener, SOMAXCONN) == 0)
        return listener;
    const int reason = errno;
    close(listener);
    errno = reason;
    return -1;
}

/* On the first address of a name that takes it. */
static int listen_on_any(const struct addrinfo *addresses)
{
    int listener = -1;
    for (const struct addrinfo *each = addresses; each != NULL && listener < 0; each = each->ai_next)
        listener = listen_on_address(each);
    return listener;
}

/* A socket that listens as the settings say, or -1 after telling why there is none. */
static int open_listener(const struct settings *settings)
{
    char port[16];
    snprintf(port, sizeof port, "%u", settings->port);
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses;
    const int failure = getaddrinfo(settings->host, port, &hints, &addresses);
    if (failure != 0) {
        complain(settings, gai_strerror(failure));
        return -1;
    }
    const int listener = listen_on_any(addresses);
    if (listener < 0)
        complain(settings, strerror(errno));
    freeaddrinfo(addresses);
    return listener;
}

static void log_request(const struct request_record *record)
{
    struct cJSON *const line = log_begin("request");
    json_add_string(line, "method", record->method);
    json_add_string(line, "route", record->route != NULL ? record->route : "other");
    json_add_integer(line, "status", record->status);
    json_add_integer(line, "bytes", (int64_t)record->bytes);
    json_add(line, "milliseconds", json_decimal((int64_t)(record->nanoseconds / 1000), 3));
    json_add_string(line, "request_id", record->request_id);
    log_end(line);
}

static void log_event(const struct settings *settings, const char *event)
{
    if (settings->log != LOG_OFF)
        log_end(log_begin(event));
}

static void log_warning(const struct settings *settings, const char *detail)
{
    if (settings->log == LOG_OFF)
        return;
    struct cJSON *const line = log_begin("warning");
    json_add_string(line, "detail", detail);
    log_end(line);
}

static void log_ready(const struct settings *settings, int listener)
{
    if (settings->log == LOG_OFF)
        return;
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    char host[NI_MAXHOST] = "", port[NI_MAXSERV] = "";
    if (getsockname(listener, (struct sockaddr *)&address, &length) == 0)
        getnameinfo((struct sockaddr *)&address, length, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV);
    struct cJSON *const line = log_begin("ready");
    json_add_string(line, "version", YUTOMOK_VERSION);
    json_add_string(line, "host", host);
    json_add_integer(line, "port", strtol(port, NULL, 10));
    json_add_integer(line, "threads", settings->threads);
    log_end(line);
}

/*
 * Makes room for a file descriptor for every connection, and some for the rest. Where the system has fewer, that many
 * connections less are taken, and it is said.
 */
static unsigned limit_connections(const struct settings *settings)
{
    /* Every thread has an epoll and an event descriptor. */
    const rlim_t others = SERVER_SPARE_CONNECTIONS + 16 + 2 * (rlim_t)settings->threads;
    const rlim_t wanted = (rlim_t)settings->max_connections + others;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return settings->max_connections;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= wanted)
        return settings->max_connections;
    const unsigned possible = limit.rlim_cur > others ? (unsigned)(limit.rlim_cur - others) : 1;
    char detail[128];
    snprintf(detail, sizeof detail, "Only %u of %u connections: the limit of open files is %lu (ulimit -n)", possible,
             settings->max_connections, (unsigned long)limit.rlim_cur);
    log_warning(settings, detail);
    return possible;
}

static struct server *start_server(const struct settings *settings, int listener, unsigned max_connections,
                                   struct metrics *metrics)
{
    const struct server_options options = {
        .listener = listener,
        .threads = settings->threads,
        .max_connections = max_connections,
        .idle_timeout = settings->idle_timeout,
        .request_timeout = settings->request_timeout,
        .log_request = settings->log == LOG_ACCESS ? log_request : NULL,
        .rules = {.routes = yutomok_routes,
                  .max_body = settings->max_body,
                  .max_batch = settings->max_batch,
                  .max_answer = settings->max_answer,
                  .metrics = metrics,
                  .cors_origin = settings->cors_origin[0] != '\0' ? settings->cors_origin : NULL},
    };
    return server_start(&options);
}

/*
 * By itself glibc would take freed answers for a sign that more of their size will come, and every thread would keep up
 * to 64 MiB of what they have left. Now a large answer is a mapping of its own, and gone when it is sent.
 */
static void give_memory_back(void)
{
    enum { KEPT_BYTES = 1 << 20 };
    mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
}

static int serve(const struct settings *settings)
{
    /* Blocked before any thread exists, so that only this one is told, in sigwait. */
    sigset_t stop_signals;
    sigemptyset(&stop_signals);
    sigaddset(&stop_signals, SIGTERM);
    sigaddset(&stop_signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &stop_signals, NULL);
    signal(SIGPIPE, SIG_IGN);

    const int listener = open_listener(settings);
    if (listener < 0)
        return EXIT_FAILURE;
    const unsigned max_connections = limit_connections(settings); /* before the limit is noted for the metrics */
    struct metrics *const metrics = metrics_create(&yutomok_routes, YUTOMOK_VERSION);
    struct server *const server = metrics != NULL ? start_server(settings, listener, max_connections, metrics) : NULL;
    if (server == NULL) {
        complain(settings, "the HTTP server did not start");
        metrics_destroy(metrics);
        close(listener);
        return EXIT_FAILURE;
    }
    if (!settings->no_sandbox && !sandbox_enter())
        log_warning(settings, "The kernel took no seccomp filter: serving without a sandbox");
    log_ready(settings, listener);

    int received;
    sigwait(&stop_signals, &received);
    log_event(settings, "drain");
    server_drain(server);
    /* A second signal ends the wait. */
    sigtimedwait(&stop_signals, NULL, &(struct timespec){.tv_sec = settings->drain_delay});
    server_stop(server, settings->drain_timeout);
    metrics_destroy(metrics);
    log_event(settings, "stop");
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct settings settings;
    switch (settings_read(argc, argv, &settings)) {
    case SETTINGS_DONE:
        return EXIT_SUCCESS;
    case SETTINGS_WRONG:
        return 2;
    case SETTINGS_HEALTHCHECK:
        return healthcheck(&settings) ? EXIT_SUCCESS : EXIT_FAILURE;
    default:
        break;
    }
    give_memory_back();
    if (!json_arena_init() || !server_init()) {
        fprintf(stderr, "yutomok: out of memory\n");
        return EXIT_FAILURE;
    }
    return serve(&settings);
}
