#include "log.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "buffer.h"
#include "json/arena.h"
#include "json/writer.h"

struct cJSON *log_begin(const char *event)
{
    if (!json_arena_reset())
        return NULL;
    struct timespec now;
    struct tm utc;
    char seconds[32], text[48];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text, sizeof text, "%s.%03ldZ", seconds, now.tv_nsec / 1000000);

    struct cJSON *const line = json_object();
    json_add_string(line, "time", text);
    json_add_string(line, "event", event);
    return line;
}

void log_end(const struct cJSON *line)
{
    struct buffer text = {0};
    if (json_write(line, &text) && buffer_append(&text, "\n", 1)) {
        /* A log that can't be written is no reason to stop serving. */
        const ssize_t written = write(STDERR_FILENO, text.data, text.length);
        (void)written;
    }
    buffer_free(&text);
}
