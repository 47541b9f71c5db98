#include "json/arena.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdlib.h>

struct arena {
    size_t used;
    bool overflowed;
    alignas(max_align_t) unsigned char bytes[JSON_ARENA_BYTES];
};

/* The thread-local pointer is for speed; the key exists for its destructor. */
static _Thread_local struct arena *arena;
static pthread_key_t arena_key;

/* cJSON frees what it made; here that waits for the next document. */
static void keep(void *pointer)
{
    (void)pointer;
}

bool json_arena_init(void)
{
    if (pthread_key_create(&arena_key, free) != 0)
        return false;
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = json_arena_allocate, .free_fn = keep});
    return true;
}

static bool create_arena(void)
{
    struct arena *const created = malloc(sizeof *created);
    if (created == NULL)
        return false;
    if (pthread_setspecific(arena_key, created) != 0) {
        free(created);
        return false;
    }
    arena = created;
    return true;
}

bool json_arena_reset(void)
{
    if (arena == NULL && !create_arena())
        return false;
    arena->used = 0;
    arena->overflowed = false;
    return true;
}

void *json_arena_allocate(size_t size)
{
    const size_t alignment = alignof(max_align_t);
    if (arena == NULL)
        return NULL;
    if (size > JSON_ARENA_BYTES - arena->used) {
        arena->overflowed = true;
        return NULL;
    }
    /* JSON_ARENA_BYTES is a multiple of the alignment, so rounding up can't pass the end. */
    void *const place = arena->bytes + arena->used;
    arena->used += (size + alignment - 1) / alignment * alignment;
    return place;
}

bool json_arena_overflowed(void)
{
    return arena == NULL || arena->overflowed;
}
