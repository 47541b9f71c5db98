/* Defaults, environment and flags, and what is told about wrong ones. */
#include "support.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "settings.h"

enum { WORDS_MAX = 8, OUTPUT_BYTES = 8192 };

/* What a run of settings_read said. */
struct heard {
    enum settings_action action;
    struct settings settings;
    char output[OUTPUT_BYTES]; /* on stdout */
    char errors[OUTPUT_BYTES]; /* on stderr */
};

static const char *const variables[] = {"PORT",
                                        "YUTOMOK_HOST",
                                        "YUTOMOK_PORT",
                                        "YUTOMOK_THREADS",
                                        "YUTOMOK_MAX_BODY",
                                        "YUTOMOK_MAX_BATCH",
                                        "YUTOMOK_IDLE_TIMEOUT",
                                        "YUTOMOK_MAX_CONNECTIONS",
                                        "YUTOMOK_DRAIN_DELAY",
                                        "YUTOMOK_DRAIN_TIMEOUT",
                                        "YUTOMOK_REQUEST_TIMEOUT",
                                        "YUTOMOK_CORS_ORIGIN",
                                        "YUTOMOK_NO_SANDBOX"};

static int clear_environment(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(variables); i++)
        unsetenv(variables[i]);
    return 0;
}

/* Puts a file in the place of a stream; returns what restores it. */
static int redirect(FILE *stream, FILE *file)
{
    fflush(stream);
    const int saved = dup(fileno(stream));
    assert_true(saved >= 0);
    assert_true(dup2(fileno(file), fileno(stream)) >= 0);
    return saved;
}

static void restore(FILE *stream, int saved, FILE *file, char text[OUTPUT_BYTES])
{
    fflush(stream);
    assert_true(dup2(saved, fileno(stream)) >= 0);
    close(saved);
    rewind(file);
    text[fread(text, 1, OUTPUT_BYTES - 1, file)] = '\0';
    fclose(file);
}

/* `words` are flags, up to WORDS_MAX or NULL. */
static struct heard read_settings(const char *const words[WORDS_MAX])
{
    char name[] = "yutomok";
    char *argv[WORDS_MAX + 2] = {name};
    int argc = 1;
    for (; argc <= WORDS_MAX && words[argc - 1] != NULL; argc++) {
        argv[argc] = strdup(words[argc - 1]);
        assert_non_null(argv[argc]);
    }
    FILE *const output = tmpfile(), *const errors = tmpfile();
    assert_true(output != NULL && errors != NULL);
    struct heard heard;
    memset(&heard.settings, 0xA5, sizeof heard.settings);
    const int saved_output = redirect(stdout, output), saved_errors = redirect(stderr, errors);
    optind = 0; /* glibc's way to begin again */
    heard.action = settings_read(argc, argv, &heard.settings);
    restore(stdout, saved_output, output, heard.output);
    restore(stderr, saved_errors, errors, heard.errors);
    for (int i = 1; i < argc; i++)
        free(argv[i]);
    return heard;
}

static void check_quiet(const char *name, const struct heard *heard, enum settings_action action)
{
    check_text(name, "stderr", heard->errors, "");
    check_text(name, "stdout", heard->output, "");
    check_number(name, "the action", heard->action, action);
}

static void test_defaults(void **state)
{
    (void)state;
    static const char *const none[WORDS_MAX] = {NULL};
    const struct heard heard = read_settings(none);
    check_quiet("defaults", &heard, SETTINGS_SERVE);
    check_text("defaults", "host", heard.settings.host, "127.0.0.1");
    check_number("defaults", "port", heard.settings.port, 8080);
    check("defaults", heard.settings.threads >= 1 && heard.settings.threads <= 256);
    check_number("defaults", "max-body", (long long)heard.settings.max_body, 64LL << 10);
    check_number("defaults", "max-batch", (long long)heard.settings.max_batch, 64LL << 20);
    check_number("defaults", "request-timeout", heard.settings.request_timeout, 10);
    check_text("defaults", "cors-origin", heard.settings.cors_origin, "");
    check("defaults", !heard.settings.no_sandbox);
    check_number("defaults", "idle-timeout", heard.settings.idle_timeout, 30);
    check_number("defaults", "max-connections", heard.settings.max_connections, 4096);
    check_number("defaults", "drain-delay", heard.settings.drain_delay, 0);
    check_number("defaults", "drain-timeout", heard.settings.drain_timeout, 10);
}

/* All settings that have a number, by the end of their names. */
static long long number_of(const struct settings *settings, const char *flag)
{
    const struct {
        const char *flag;
        long long value;
    } numbers[] = {
        {"--port", settings->port},
        {"--threads", settings->threads},
        {"--max-body", (long long)settings->max_body},
        {"--max-batch", (long long)settings->max_batch},
        {"--request-timeout", settings->request_timeout},
        {"--idle-timeout", settings->idle_timeout},
        {"--max-connections", settings->max_connections},
        {"--drain-delay", settings->drain_delay},
        {"--drain-timeout", settings->drain_timeout},
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (strcmp(numbers[i].flag, flag) == 0)
            return numbers[i].value;
    fail_msg("no such flag: %s", flag);
    return 0;
}

static const struct {
    const char *flag, *variable, *value;
    long long number;
} numbers[] = {
    {"--port", "YUTOMOK_PORT", "0", 0},
    {"--port", "YUTOMOK_PORT", "1", 1},
    {"--port", "YUTOMOK_PORT", "65535", 65535},
    {"--port", "YUTOMOK_PORT", "0080", 80},
    {"--threads", "YUTOMOK_THREADS", "1", 1},
    {"--threads", "YUTOMOK_THREADS", "256", 256},
    {"--request-timeout", "YUTOMOK_REQUEST_TIMEOUT", "60", 60},
    {"--idle-timeout", "YUTOMOK_IDLE_TIMEOUT", "1", 1},
    {"--max-connections", "YUTOMOK_MAX_CONNECTIONS", "10", 10},
    {"--drain-delay", "YUTOMOK_DRAIN_DELAY", "5", 5},
    {"--drain-timeout", "YUTOMOK_DRAIN_TIMEOUT", "0", 0},
    {"--max-body", "YUTOMOK_MAX_BODY", "1", 1},
    {"--max-body", "YUTOMOK_MAX_BODY", "1000", 1000},
    {"--max-body", "YUTOMOK_MAX_BODY", "2K", 2 << 10},
    {"--max-body", "YUTOMOK_MAX_BODY", "3M", 3 << 20},
    {"--max-body", "YUTOMOK_MAX_BODY", "1G", 1 << 30},
    {"--max-batch", "YUTOMOK_MAX_BATCH", "128M", 128 << 20},
};

static void test_flags(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        char joined[64];
        snprintf(joined, sizeof joined, "%s=%s", numbers[i].flag, numbers[i].value);
        const char *const apart[WORDS_MAX] = {numbers[i].flag, numbers[i].value}, *const together[WORDS_MAX] = {joined};
        struct heard heard = read_settings(apart);
        check_quiet(joined, &heard, SETTINGS_SERVE);
        check_number(joined, "apart", number_of(&heard.settings, numbers[i].flag), numbers[i].number);
        heard = read_settings(together);
        check_quiet(joined, &heard, SETTINGS_SERVE);
        check_number(joined, "together", number_of(&heard.settings, numbers[i].flag), numbers[i].number);
    }
}

static void test_variables(void **state)
{
    (void)state;
    static const char *const none[WORDS_MAX] = {NULL};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        setenv(numbers[i].variable, numbers[i].value, 1);
        struct heard heard = read_settings(none);
        check_quiet(numbers[i].variable, &heard, SETTINGS_SERVE);
        check_number(numbers[i].variable, "the number", number_of(&heard.settings, numbers[i].flag), numbers[i].number);
        unsetenv(numbers[i].variable);
    }
    setenv("YUTOMOK_HOST", "::1", 1);
    const struct heard heard = read_settings(none);
    check_text("YUTOMOK_HOST", "host", heard.settings.host, "::1");
}

static void test_what_counts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *port, *variable, *flag;
        unsigned expected;
    } cases[] = {
        {"nothing", NULL, NULL, NULL, 8080},
        {"PORT", "1", NULL, NULL, 1},
        {"the variable", NULL, "2", NULL, 2},
        {"the variable over PORT", "1", "2", NULL, 2},
        {"the flag over the variable", NULL, "2", "3", 3},
        {"the flag over both", "1", "2", "3", 3},
        {"the flag over PORT", "1", NULL, "3", 3},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        clear_environment(NULL);
        if (cases[i].port != NULL)
            setenv("PORT", cases[i].port, 1);
        if (cases[i].variable != NULL)
            setenv("YUTOMOK_PORT", cases[i].variable, 1);
        const char *const words[WORDS_MAX] = {cases[i].flag != NULL ? "--port" : NULL, cases[i].flag};
        const struct heard heard = read_settings(words);
        check_quiet(cases[i].name, &heard, SETTINGS_SERVE);
        check_number(cases[i].name, "port", heard.settings.port, cases[i].expected);
    }
}

static void test_the_last_flag_counts(void **state)
{
    (void)state;
    static const char *const words[WORDS_MAX] = {"--port", "1", "--host", "a", "--port=2", "--host=b"};
    const struct heard heard = read_settings(words);
    check_quiet("two of each", &heard, SETTINGS_SERVE);
    check_number("two of each", "port", heard.settings.port, 2);
    check_text("two of each", "host", heard.settings.host, "b");
}

/* One line on stderr that names the culprit, and nothing on stdout. */
static void check_wrong(const char *name, const struct heard *heard, const char *culprit)
{
    check_number(name, "the action", heard->action, SETTINGS_WRONG);
    check_text(name, "stdout", heard->output, "");
    const char *const end = strchr(heard->errors, '\n');
    if (end == NULL || end[1] != '\0' || strstr(heard->errors, culprit) == NULL)
        fail_msg("%s: stderr is \"%s\"", name, heard->errors);
}

static void test_wrong_values(void **state)
{
    (void)state;
    static const struct {
        const char *flag, *variable, *value;
    } cases[] = {
        {"--port", "YUTOMOK_PORT", "65536"},
        {"--port", "YUTOMOK_PORT", "-1"},
        {"--port", "YUTOMOK_PORT", ""},
        {"--port", "YUTOMOK_PORT", "http"},
        {"--port", "YUTOMOK_PORT", "80x"},
        {"--port", "YUTOMOK_PORT", " 80"},
        {"--port", "YUTOMOK_PORT", "80 "},
        {"--port", "YUTOMOK_PORT", "+80"},
        {"--port", "YUTOMOK_PORT", "0x50"},
        {"--port", "YUTOMOK_PORT", "8080.0"},
        {"--port", "YUTOMOK_PORT", "1K"},
        {"--port", "YUTOMOK_PORT", "4294967376"},
        {"--port", "YUTOMOK_PORT", "18446744073709551696"},
        {"--port", "YUTOMOK_PORT", "99999999999999999999999"},
        {"--threads", "YUTOMOK_THREADS", "0"},
        {"--threads", "YUTOMOK_THREADS", "257"},
        {"--request-timeout", "YUTOMOK_REQUEST_TIMEOUT", "0"},
        {"--idle-timeout", "YUTOMOK_IDLE_TIMEOUT", "0"},
        {"--max-connections", "YUTOMOK_MAX_CONNECTIONS", "0"},
        {"--drain-delay", "YUTOMOK_DRAIN_DELAY", "1s"},
        {"--drain-timeout", "YUTOMOK_DRAIN_TIMEOUT", "x"},
        {"--max-body", "YUTOMOK_MAX_BODY", "0"},
        {"--max-body", "YUTOMOK_MAX_BODY", "0K"},
        {"--max-body", "YUTOMOK_MAX_BODY", "K"},
        {"--max-body", "YUTOMOK_MAX_BODY", "1T"},
        {"--max-body", "YUTOMOK_MAX_BODY", "1 K"},
        {"--max-body", "YUTOMOK_MAX_BODY", "1KK"},
        {"--max-body", "YUTOMOK_MAX_BODY", "-1K"},
        {"--max-body", "YUTOMOK_MAX_BODY", "1.5K"},
        {"--max-body", "YUTOMOK_MAX_BODY", "2G"},
        {"--max-body", "YUTOMOK_MAX_BODY", "17179869184G"},
        {"--max-batch", "YUTOMOK_MAX_BATCH", "18446744073709551616"},
        {"--host", "YUTOMOK_HOST", ""},
    };
    static const char *const none[WORDS_MAX] = {NULL};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char name[96];
        snprintf(name, sizeof name, "%s \"%s\"", cases[i].flag, cases[i].value);
        const char *const words[WORDS_MAX] = {cases[i].flag, cases[i].value};
        struct heard heard = read_settings(words);
        check_wrong(name, &heard, cases[i].flag);
        setenv(cases[i].variable, cases[i].value, 1);
        heard = read_settings(none);
        check_wrong(name, &heard, cases[i].variable);
        unsetenv(cases[i].variable);
    }
}

static void test_a_wrong_port_variable_is_named(void **state)
{
    (void)state;
    static const char *const none[WORDS_MAX] = {NULL};
    setenv("PORT", "tcp://10.0.0.1:80", 1);
    const struct heard heard = read_settings(none);
    check_wrong("PORT", &heard, "PORT wants");
    check("PORT", strstr(heard.errors, "YUTOMOK_PORT") == NULL);
}

static void test_wrong_words(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *words[WORDS_MAX];
        const char *culprit;
    } cases[] = {
        {"an unknown flag", {"--colour", "red"}, "colour"},
        {"a flag without its value", {"--port"}, "port"},
        {"a short flag", {"-p", "80"}, "p"},
        {"a value where there is none", {"--version=1"}, "version"},
        {"a word", {"serve"}, "serve"},
        {"a word behind a flag", {"--port", "80", "81"}, "81"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct heard heard = read_settings(cases[i].words);
        check_wrong(cases[i].name, &heard, cases[i].culprit);
    }
}

static void test_host_lengths(void **state)
{
    (void)state;
    for (size_t length = SETTINGS_TEXT_BYTES - 2; length <= SETTINGS_TEXT_BYTES; length++) {
        char host[SETTINGS_TEXT_BYTES + 1], name[32];
        memset(host, 'h', length);
        host[length] = '\0';
        snprintf(name, sizeof name, "host of %zu bytes", length);
        const char *const words[WORDS_MAX] = {"--host", host};
        const struct heard heard = read_settings(words);
        if (length < SETTINGS_TEXT_BYTES) {
            check_quiet(name, &heard, SETTINGS_SERVE);
            check_text(name, "host", heard.settings.host, host);
        } else {
            check_wrong(name, &heard, "--host");
        }
    }
}

static void test_texts(void **state)
{
    (void)state;
    static const char *const none[WORDS_MAX] = {NULL}, *const flag[WORDS_MAX] = {"--cors-origin", "https://a.example"};
    setenv("YUTOMOK_CORS_ORIGIN", "*", 1);
    struct heard heard = read_settings(none);
    check_quiet("YUTOMOK_CORS_ORIGIN", &heard, SETTINGS_SERVE);
    check_text("YUTOMOK_CORS_ORIGIN", "cors-origin", heard.settings.cors_origin, "*");
    heard = read_settings(flag);
    check_quiet("--cors-origin", &heard, SETTINGS_SERVE);
    check_text("--cors-origin", "cors-origin", heard.settings.cors_origin, "https://a.example");
}

static void test_switches(void **state)
{
    (void)state;
    static const struct {
        const char *variable; /* NULL: not set */
        bool flag, wrong, expected;
    } cases[] = {
        {NULL, true, false, true},      {"true", false, false, true}, {"1", false, false, true},
        {"false", false, false, false}, {"0", false, false, false},   {"false", true, false, true},
        {"yes", false, true, false},    {"", false, true, false},     {"TRUE ", false, true, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const name = cases[i].variable != NULL ? cases[i].variable : "the flag";
        unsetenv("YUTOMOK_NO_SANDBOX");
        if (cases[i].variable != NULL)
            setenv("YUTOMOK_NO_SANDBOX", cases[i].variable, 1);
        const char *const words[WORDS_MAX] = {cases[i].flag ? "--no-sandbox" : NULL};
        const struct heard heard = read_settings(words);
        if (cases[i].wrong) {
            check_wrong(name, &heard, "YUTOMOK_NO_SANDBOX");
            continue;
        }
        check_quiet(name, &heard, SETTINGS_SERVE);
        check_number(name, "no-sandbox", heard.settings.no_sandbox, cases[i].expected);
    }
}

static void test_help_and_version(void **state)
{
    (void)state;
    static const char *const help[WORDS_MAX] = {"--help"}, *const version[WORDS_MAX] = {"--version"};
    struct heard heard = read_settings(version);
    check_number("--version", "the action", heard.action, SETTINGS_DONE);
    check_text("--version", "stdout", heard.output, "yutomok " YUTOMOK_VERSION "\n");
    check_text("--version", "stderr", heard.errors, "");
    heard = read_settings(help);
    check_number("--help", "the action", heard.action, SETTINGS_DONE);
    check_text("--help", "stderr", heard.errors, "");
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (strstr(heard.output, numbers[i].flag) == NULL)
            fail_msg("--help does not name %s", numbers[i].flag);
}

static void test_healthcheck(void **state)
{
    (void)state;
    static const char *const words[WORDS_MAX] = {"--healthcheck", "--port", "81"},
                             *const behind[WORDS_MAX] = {"--port", "81", "--healthcheck"},
                             *const wrong[WORDS_MAX] = {"--healthcheck", "--port", "x"};
    struct heard heard = read_settings(words);
    check_quiet("first", &heard, SETTINGS_HEALTHCHECK);
    check_number("first", "port", heard.settings.port, 81);
    heard = read_settings(behind);
    check_quiet("last", &heard, SETTINGS_HEALTHCHECK);
    check_number("last", "port", heard.settings.port, 81);
    heard = read_settings(wrong);
    check_wrong("with a wrong value", &heard, "--port");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_defaults, clear_environment),
        cmocka_unit_test_setup(test_flags, clear_environment),
        cmocka_unit_test_setup(test_variables, clear_environment),
        cmocka_unit_test_setup(test_what_counts, clear_environment),
        cmocka_unit_test_setup(test_the_last_flag_counts, clear_environment),
        cmocka_unit_test_setup(test_wrong_values, clear_environment),
        cmocka_unit_test_setup(test_a_wrong_port_variable_is_named, clear_environment),
        cmocka_unit_test_setup(test_wrong_words, clear_environment),
        cmocka_unit_test_setup(test_host_lengths, clear_environment),
        cmocka_unit_test_setup(test_texts, clear_environment),
        cmocka_unit_test_setup(test_switches, clear_environment),
        cmocka_unit_test_setup(test_help_and_version, clear_environment),
        cmocka_unit_test_setup(test_healthcheck, clear_environment),
    };
    return cmocka_run_group_tests_name("settings", tests, NULL, NULL);
}
