/* Bytes that grow at the end. */
#ifndef YUTOMOK_BUFFER_H
#define YUTOMOK_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Starts as {0}. Once an allocation has failed, `failed` stays true and nothing more is appended. */
struct buffer {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
};

/*
 * Makes room for `size` more bytes and gives the place where they go; the caller fills any part of it and adds that
 * to `length`. NULL when memory is out.
 */
char *buffer_reserve_slow(struct buffer *buffer, size_t size);

static inline char *buffer_reserve(struct buffer *buffer, size_t size)
{
    if (size <= buffer->capacity - buffer->length && !buffer->failed)
        return buffer->data + buffer->length;
    return buffer_reserve_slow(buffer, size);
}

static inline bool buffer_append(struct buffer *buffer, const void *data, size_t size)
{
    if (size == 0)
        return !buffer->failed;
    char *const at = buffer_reserve(buffer, size);
    if (at == NULL)
        return false;
    memcpy(at, data, size);
    buffer->length += size;
    return true;
}

/* Frees what the buffer holds and empties it. */
void buffer_free(struct buffer *buffer);

#endif
