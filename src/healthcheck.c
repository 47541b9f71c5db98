#include "healthcheck.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 3 };

/* Where to reach a server that listens on `host`: one that listens everywhere also listens here. */
static const char *reachable(const char *host)
{
    if (strcmp(host, "0.0.0.0") == 0)
        return "127.0.0.1";
    return strcmp(host, "::") == 0 ? "::1" : host;
}

static bool complain(const struct settings *settings, const char *what)
{
    fprintf(stderr, "yutomok: %s:%u: %s\n", settings->host, settings->port, what);
    return false;
}

static int connect_to(const struct addrinfo *address)
{
    const int connection = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (connection < 0)
        return -1;
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(connection, address->ai_addr, address->ai_addrlen) == 0)
        return connection;
    const int reason = errno;
    close(connection);
    errno = reason;
    return -1;
}

/* To the first address of a name that is listened on. */
static int connect_to_any(const struct addrinfo *addresses)
{
    int connection = -1;
    for (const struct addrinfo *each = addresses; each != NULL && connection < 0; each = each->ai_next)
        connection = connect_to(each);
    return connection;
}

/* Reads as much of an answer as holds its status line. */
static bool is_well(int connection)
{
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    static const char wanted[] = "HTTP/1.1 200 ";
    if (send(connection, request, sizeof request - 1, MSG_NOSIGNAL) != (ssize_t)(sizeof request - 1))
        return false;
    char answer[sizeof wanted - 1] = {0};
    for (size_t length = 0; length < sizeof answer;) {
        const ssize_t size = recv(connection, answer + length, sizeof answer - length, 0);
        if (size <= 0)
            return false;
        length += (size_t)size;
    }
    return memcmp(answer, wanted, sizeof answer) == 0;
}

bool healthcheck(const struct settings *settings)
{
    char port[16];
    snprintf(port, sizeof port, "%u", settings->port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses;
    const int failure = getaddrinfo(reachable(settings->host), port, &hints, &addresses);
    if (failure != 0)
        return complain(settings, gai_strerror(failure));
    const int connection = connect_to_any(addresses);
    freeaddrinfo(addresses);
    if (connection < 0)
        return complain(settings, strerror(errno));
    const bool well = is_well(connection);
    close(connection);
    return well || complain(settings, "no healthy answer");
}
