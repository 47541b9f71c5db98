#include "buffer.h"

#include <stdint.h>
#include <stdlib.h>

enum { SMALLEST_CAPACITY = 256 };

char *buffer_reserve_slow(struct buffer *buffer, size_t size)
{
    if (buffer->failed || size > SIZE_MAX / 2 - buffer->length) {
        buffer->failed = true;
        return NULL;
    }
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : SMALLEST_CAPACITY;
    while (capacity - buffer->length < size)
        capacity *= 2;
    char *const data = realloc(buffer->data, capacity);
    if (data == NULL) {
        buffer->failed = true;
        return NULL;
    }
    buffer->data = data;
    buffer->capacity = capacity;
    return data + buffer->length;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}
