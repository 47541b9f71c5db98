/*
 * The open connections and how long they may take. libmicrohttpd's own timeout counts silence, which a client that
 * sends a byte now and then never reaches; here every request has a deadline, from its first byte to its last, and so
 * has the reading of its answer.
 *
 * The serving threads note what a connection does in a few atomic words; a watching thread looks at all of them a few
 * times a second and cuts those that are late.
 */
#ifndef YUTOMOK_HTTP_CONNECTION_H
#define YUTOMOK_HTTP_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>

struct connections;
struct connection;
struct metrics;

/*
 * A request (or the reading of an answer) may take `seconds`, and one more for every CONNECTION_BYTES_PER_SECOND that
 * have passed.
 */
enum { CONNECTION_BYTES_PER_SECOND = 256 << 10 };

/*
 * Starts the watching thread, which counts what it cuts, and lets pages of `cors_origin` read why, if it is not NULL.
 * NULL when memory or threads are out, or the origin is too long for a header field.
 */
struct connections *connections_start(unsigned seconds, const char *cors_origin, struct metrics *metrics);

/* Ends the watching thread and frees everything; no connection may be open. Takes NULL. */
void connections_stop(struct connections *connections);

/*
 * A connection has been accepted on this socket, which stays the caller's. `surplus` marks one too many, whose requests
 * are to be refused. NULL when memory is out.
 */
struct connection *connection_open(struct connections *connections, int socket, bool surplus);

/* NULL, which could not be watched, is one too many as well. */
bool connection_is_surplus(const struct connection *connection);

/* Forgets a connection; call it before its socket is closed. Takes NULL. */
void connection_close(struct connections *connections, struct connection *connection);

/* What a connection does next. All of them take NULL: a connection that could not be watched. */
void connection_begin_request(struct connection *connection);
void connection_received(struct connection *connection, size_t bytes);

/*
 * The request has an answer of so many bytes, and no more of it is read. False when it came too late: the connection is
 * cut.
 */
bool connection_begin_answer(struct connection *connection, size_t bytes);

/* The answer has been read; another request may come. */
void connection_end_answer(struct connection *connection);

#endif
