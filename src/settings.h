/* What the command line and the environment say: one table for flags, their twins and the help. */
#ifndef YUTOMOK_SETTINGS_H
#define YUTOMOK_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#define YUTOMOK_VERSION "0.1.0"

enum { SETTINGS_TEXT_BYTES = 256 };

struct settings {
    char host[SETTINGS_TEXT_BYTES]; /* a name or an address to listen on */
    unsigned port;                  /* 0: any free one */
    unsigned threads;
    size_t max_body;          /* bytes */
    size_t max_batch;         /* bytes */
    size_t max_answer;        /* bytes */
    unsigned request_timeout; /* seconds */
    unsigned idle_timeout;    /* seconds */
    unsigned max_connections;
    unsigned log; /* an enum settings_log */
    bool no_sandbox;
    char cors_origin[SETTINGS_TEXT_BYTES]; /* empty: none */
    unsigned drain_delay;                  /* seconds */
    unsigned drain_timeout;                /* seconds */
};

enum settings_log { LOG_OFF, LOG_ERROR, LOG_ACCESS };

enum settings_action { SETTINGS_SERVE, SETTINGS_HEALTHCHECK, SETTINGS_DONE, SETTINGS_WRONG };

/*
 * Reads the defaults, then PORT, then the YUTOMOK_ variables, then the flags; what comes later counts. --help and
 * --version are answered on stdout (SETTINGS_DONE); what is wrong is told in one line on stderr (SETTINGS_WRONG).
 */
enum settings_action settings_read(int argc, char **argv, struct settings *settings);

#endif
