#include "twins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"

/* The numbers of a text that has been accepted: integers, and rows of `row_length` digits. */
static size_t read_numbers(const uint8_t *data, size_t size, size_t row_length, int *numbers)
{
    size_t count = 0, at = size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size) {
        size_t end = at;
        while (end < size && !isspace(data[end]))
            end++;
        const size_t length = end - at;
        if (length > 0 && length == row_length) {
            for (; at < end; at++)
                numbers[count++] = data[at] - '0';
        } else if (length > 0) {
            char token[5000] = "";
            memcpy(token, data + at, length);
            numbers[count++] = (int)strtol(token, NULL, 10);
        }
        at = end + 1;
    }
    return count;
}

void require_twins(const char *path, const uint8_t *data, size_t size, size_t numbers_per_case, size_t row_length,
                   write_case *write)
{
    const struct question text = {.path = path,
                                  .content_type = "text/plain",
                                  .accept = "application/x-ndjson",
                                  .body = (const char *)data,
                                  .length = size};
    struct buffer expected = {0}, got = {0}, twin = {0};
    if (ask(&text, &expected) == 200) {
        int *const numbers = malloc((size + 1) * sizeof *numbers);
        require(numbers != NULL, "memory");
        const size_t count = read_numbers(data, size, row_length, numbers);
        /* A leading count is what is left over. */
        for (size_t i = count % numbers_per_case; i + numbers_per_case <= count; i += numbers_per_case)
            write(numbers + i, &twin);
        free(numbers);
        const struct question ndjson = {.path = path,
                                        .content_type = "application/x-ndjson",
                                        .body = twin.data,
                                        .length = twin.length,
                                        .stretch = 1 + size % 100};
        require(ask(&ndjson, &got) == 200, "the twin is accepted");
        require(got.length == expected.length && memcmp(got.data, expected.data, got.length) == 0,
                "the twin has the same answer");
    }
    buffer_free(&expected);
    buffer_free(&got);
    buffer_free(&twin);
}
