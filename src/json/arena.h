/*
 * Where JSON lives: one bounded block of memory for each thread, which cJSON allocates from through its hooks. A
 * document is never freed node by node; the next one begins at the bottom again. The bound caps what a hostile document
 * can cost: its nodes outgrow its text some forty times ("[1,1,1,...").
 */
#ifndef YUTOMOK_JSON_ARENA_H
#define YUTOMOK_JSON_ARENA_H

#include <stdbool.h>
#include <stddef.h>

/* Enough for any text of 64 KiB, and pages that no document reached cost nothing. */
enum { JSON_ARENA_BYTES = 4 << 20 };

/*
 * Hands cJSON to the arenas, for the whole process: call it once, before any thread uses JSON. False when the system
 * has no room for one more thread-specific key.
 */
bool json_arena_init(void);

/*
 * Begins a document: all that this thread made in its arena is gone. False when the thread's first call finds no
 * memory.
 */
bool json_arena_reset(void);

/* `size` bytes from this thread's arena, aligned for any object; NULL when it is full. */
void *json_arena_allocate(size_t size);

/* Has any allocation failed since the document began? Then its tree may lack something. */
bool json_arena_overflowed(void);

#endif
