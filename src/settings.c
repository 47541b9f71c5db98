#include "settings.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind {
    KIND_TEXT,
    KIND_NUMBER,
    KIND_BYTES,
    KIND_LOG,
    KIND_VALUES = KIND_LOG, /* the rest take no value ... */
    KIND_SWITCH,
    KIND_VARIABLES = KIND_SWITCH, /* ... and from here on have no variable */
    KIND_HEALTHCHECK,
    KIND_VERSION,
    KIND_HELP
};

struct option_row {
    const char *name; /* the flag without "--"; the variable is YUTOMOK_ and the name in capitals */
    enum kind kind;
    size_t offset; /* in struct settings: char[], unsigned or size_t by kind */
    unsigned long min, max;
    const char *argument;
    const char *help;
};

#define KIB 1024UL
#define MIB (1024UL * KIB)
#define GIB (1024UL * MIB)
#define AT(member) offsetof(struct settings, member)

static const struct option_row rows[] = {
    {"host", KIND_TEXT, AT(host), 0, 0, "HOST", "name or address to listen on (127.0.0.1)"},
    {"port", KIND_NUMBER, AT(port), 0, 65535, "PORT", "port to listen on, 0 for any free one (8080)"},
    {"threads", KIND_NUMBER, AT(threads), 1, 256, "N", "threads that serve (one per core)"},
    {"max-body", KIND_BYTES, AT(max_body), 1, GIB, "BYTES", "longest body of one JSON case (64K)"},
    {"max-batch", KIND_BYTES, AT(max_batch), 1, GIB, "BYTES", "longest body of many cases (64M)"},
    {"max-answer", KIND_BYTES, AT(max_answer), 1, 4 * GIB, "BYTES", "longest answer to such a body (256M)"},
    {"request-timeout", KIND_NUMBER, AT(request_timeout), 1, 86400, "SECONDS",
     "from a request's first byte to its last, and a second for every 256 KiB of it (10)"},
    {"idle-timeout", KIND_NUMBER, AT(idle_timeout), 1, 86400, "SECONDS", "silence that ends a connection (30)"},
    {"max-connections", KIND_NUMBER, AT(max_connections), 1, 1000000, "N", "open connections at once (4096)"},
    {"drain-delay", KIND_NUMBER, AT(drain_delay), 0, 3600, "SECONDS",
     "from SIGTERM until no connection is accepted; /readyz says 503 (0)"},
    {"drain-timeout", KIND_NUMBER, AT(drain_timeout), 0, 3600, "SECONDS",
     "for requests in flight to finish after that (10)"},
    {"cors-origin", KIND_TEXT, AT(cors_origin), 0, 0, "ORIGIN", "origin whose pages may read the answers, or * (none)"},
    {"log", KIND_LOG, AT(log), 0, 0, "error|access|off",
     "what is logged: start and stop; requests, too; nothing (error)"},
    {"no-sandbox", KIND_SWITCH, AT(no_sandbox), 0, 0, NULL, "leave out the seccomp filter"},
    {"healthcheck", KIND_HEALTHCHECK, 0, 0, 0, NULL,
     "ask the server on this host and port; exit 0 if it is well, 1 if not"},
    {"version", KIND_VERSION, 0, 0, 0, NULL, "print the version"},
    {"help", KIND_HELP, 0, 0, 0, NULL, "print this"},
};

enum { ROWS = sizeof rows / sizeof rows[0], VARIABLE_BYTES = 64 };

static void variable_name(const struct option_row *row, char name[VARIABLE_BYTES])
{
    snprintf(name, VARIABLE_BYTES, "YUTOMOK_%s", row->name);
    for (char *at = name; *at != '\0'; at++) {
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
        else if (*at == '-')
            *at = '_';
    }
}

static void print_help(void)
{
    printf("Usage: yutomok [FLAG ...]\n"
           "Answers dice yut and omok over HTTP: POST /yut, POST /omok, and /openapi.yaml for the rest.\n\n");
    for (size_t i = 0; i < ROWS; i++) {
        char flag[48];
        snprintf(flag, sizeof flag, "--%s%s%s", rows[i].name, rows[i].argument != NULL ? " " : "",
                 rows[i].argument != NULL ? rows[i].argument : "");
        printf("  %-27s %s\n", flag, rows[i].help);
    }
    printf("\nEach flag above has a twin in the environment (but for the last three), YUTOMOK_HOST for --host and so "
           "on; the flag\n"
           "counts. PORT is read like YUTOMOK_PORT. BYTES may end with K, M or G.\n");
}

/* The factor of a unit behind a number of bytes; 0 for none that is known. */
static unsigned long unit(const char *suffix)
{
    static const struct {
        const char *suffix;
        unsigned long factor;
    } units[] = {{"", 1}, {"K", KIB}, {"M", MIB}, {"G", GIB}, {"KiB", KIB}, {"MiB", MIB}, {"GiB", GIB}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].suffix, suffix) == 0)
            return units[i].factor;
    return 0;
}

static bool read_number(const struct option_row *row, const char *text, unsigned long *ret_number)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    const unsigned long factor = row->kind == KIND_BYTES ? unit(end) : *end == '\0';
    if (factor == 0 || number > row->max / factor)
        return false;
    number *= factor;
    if (number < row->min)
        return false;
    *ret_number = number;
    return true;
}

/* A name or a header field's value: nothing else may come to be in an answer's head. */
static bool is_visible(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

static bool apply_log(const char *source, const char *value, unsigned *ret_log)
{
    static const char *const names[] = {[LOG_OFF] = "off", [LOG_ERROR] = "error", [LOG_ACCESS] = "access"};
    for (unsigned log = LOG_OFF; log <= LOG_ACCESS; log++)
        if (strcmp(names[log], value) == 0) {
            *ret_log = log;
            return true;
        }
    fprintf(stderr, "yutomok: %s wants error, access or off, not \"%s\"\n", source, value);
    return false;
}

/* Takes one value over; `source` is how a message names where it came from. */
static bool apply(const struct option_row *row, const char *source, const char *value, struct settings *settings)
{
    char *const target = (char *)settings + row->offset;
    if (row->kind == KIND_TEXT) {
        const size_t length = strlen(value);
        if (length > 0 && length < SETTINGS_TEXT_BYTES && is_visible(value)) {
            memcpy(target, value, length + 1);
            return true;
        }
        fprintf(stderr, "yutomok: %s wants 1 to %d visible ASCII characters\n", source, SETTINGS_TEXT_BYTES - 1);
        return false;
    }
    if (row->kind == KIND_LOG)
        return apply_log(source, value, (unsigned *)(void *)target);
    if (row->kind == KIND_SWITCH) {
        /* The flag has no value; its variable has one that says whether. */
        const bool on = value == NULL || strcmp(value, "1") == 0 || strcmp(value, "true") == 0;
        const bool off = value != NULL && (strcmp(value, "0") == 0 || strcmp(value, "false") == 0);
        if (!on && !off) {
            fprintf(stderr, "yutomok: %s wants true or false, not \"%s\"\n", source, value);
            return false;
        }
        *(bool *)target = on;
        return true;
    }
    unsigned long number;
    if (!read_number(row, value, &number)) {
        fprintf(stderr, "yutomok: %s wants a number from %lu to %lu%s, not \"%s\"\n", source, row->min, row->max,
                row->kind == KIND_BYTES ? " (K, M and G may follow)" : "", value);
        return false;
    }
    if (row->kind == KIND_BYTES)
        *(size_t *)(void *)target = number;
    else
        *(unsigned *)(void *)target = (unsigned)number;
    return true;
}

static void set_defaults(struct settings *settings)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *settings = (struct settings){
        .host = "127.0.0.1",
        .port = 8080,
        .threads = cores < 1     ? 1
                   : cores > 256 ? 256
                                 : (unsigned)cores,
        .max_body = 64 * KIB,
        .max_batch = 64 * MIB,
        .max_answer = 256 * MIB,
        .request_timeout = 10,
        .idle_timeout = 30,
        .max_connections = 4096,
        .log = LOG_ERROR,
        .drain_delay = 0,
        .drain_timeout = 10,
    };
}

static const struct option_row *find_row(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static bool read_environment(struct settings *settings)
{
    const char *const port = getenv("PORT");
    if (port != NULL && !apply(find_row("port"), "PORT", port, settings))
        return false;
    for (size_t i = 0; i < ROWS; i++) {
        char name[VARIABLE_BYTES];
        variable_name(&rows[i], name);
        const char *const value = getenv(name);
        if (rows[i].kind <= KIND_VARIABLES && value != NULL && !apply(&rows[i], name, value, settings))
            return false;
    }
    return true;
}

/* Acts on one flag; SETTINGS_SERVE means that the next one may follow. */
static enum settings_action read_flag(const struct option_row *row, const char *value, struct settings *settings)
{
    char source[48];
    snprintf(source, sizeof source, "--%s", row->name);
    switch (row->kind) {
    case KIND_HEALTHCHECK:
        return SETTINGS_HEALTHCHECK;
    case KIND_VERSION:
        printf("yutomok " YUTOMOK_VERSION "\n");
        return SETTINGS_DONE;
    case KIND_HELP:
        print_help();
        return SETTINGS_DONE;
    default:
        return apply(row, source, value, settings) ? SETTINGS_SERVE : SETTINGS_WRONG;
    }
}

static enum settings_action read_flags(int argc, char **argv, struct settings *settings)
{
    struct option options[ROWS + 1] = {{0}};
    for (size_t i = 0; i < ROWS; i++)
        options[i] = (struct option){.name = rows[i].name,
                                     .has_arg = rows[i].kind > KIND_VALUES ? no_argument : required_argument};
    enum settings_action action = SETTINGS_SERVE;
    int index = 0, found;
    while ((found = getopt_long(argc, argv, "", options, &index)) != -1) {
        const enum settings_action one = found == 0 ? read_flag(&rows[index], optarg, settings) : SETTINGS_WRONG;
        if (one == SETTINGS_WRONG || one == SETTINGS_DONE)
            return one;
        if (one == SETTINGS_HEALTHCHECK)
            action = one;
    }
    if (optind < argc) {
        fprintf(stderr, "yutomok: \"%s\" is not a flag; --help lists them\n", argv[optind]);
        return SETTINGS_WRONG;
    }
    return action;
}

enum settings_action settings_read(int argc, char **argv, struct settings *settings)
{
    set_defaults(settings);
    if (!read_environment(settings))
        return SETTINGS_WRONG;
    return read_flags(argc, argv, settings);
}
