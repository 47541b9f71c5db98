/*
 * What yutomok is measured against: libmicrohttpd with the same options, which reads the body and sends a constant
 * answer. With --parse the body is also parsed by cJSON, on an arena like yutomok's.
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "json/arena.h"

static char answer[] = "{\"max_score\":190}";
static bool parses;

/* A body as it is collected; enough for a board. */
struct body {
    size_t length;
    char bytes[4096];
};

static enum MHD_Result send_constant(struct MHD_Connection *connection)
{
    struct MHD_Response *const response =
        MHD_create_response_from_buffer(sizeof answer - 1, answer, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json");
    const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **con_cls)
{
    (void)cls, (void)url, (void)method, (void)version;
    struct body *body = *con_cls;
    if (body == NULL) {
        body = malloc(sizeof *body);
        *con_cls = body;
        if (body == NULL)
            return MHD_NO;
        body->length = 0;
        return MHD_YES;
    }
    if (*size > 0) {
        if (*size > sizeof body->bytes - body->length)
            return MHD_NO;
        memcpy(body->bytes + body->length, data, *size);
        body->length += *size;
        *size = 0;
        return MHD_YES;
    }
    if (parses && (!json_arena_reset() || cJSON_ParseWithLength(body->bytes, body->length) == NULL))
        return MHD_NO;
    return send_constant(connection);
}

static void end(void *cls, struct MHD_Connection *connection, void **con_cls, enum MHD_RequestTerminationCode reason)
{
    (void)cls, (void)connection, (void)reason;
    free(*con_cls);
}

int main(int argc, char **argv)
{
    parses = argc > 1 && strcmp(argv[1], "--parse") == 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (!json_arena_init())
        return EXIT_FAILURE;
    const struct MHD_OptionItem pool[] = {
        {cores > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)cores, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_Daemon *const daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, handle, NULL, MHD_OPTION_SOCK_ADDR,
        (const struct sockaddr *)&address, MHD_OPTION_NOTIFY_COMPLETED, end, NULL, MHD_OPTION_CONNECTION_LIMIT, 4096U,
        MHD_OPTION_CONNECTION_TIMEOUT, 30U, MHD_OPTION_ARRAY, pool, MHD_OPTION_END);
    if (daemon == NULL)
        return EXIT_FAILURE;
    printf("{\"port\":%u}\n", (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    pause();
    return EXIT_SUCCESS;
}
