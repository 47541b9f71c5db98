#include "mistakes/hard_cases.h"

#include <stdlib.h>
#include <string.h>

/*
 * Cases to choose from: a few for each mistake, or as many as are ordered for one. Some are as small as they can be;
 * the others have more in them that can go wrong.
 */
enum { POOL_MAX = HARD_CASES_MAX + 3 * HARD_CASE_MISTAKES_MAX };

struct pool {
    const struct hard_case_game *game;
    unsigned count;
    bool chosen[POOL_MAX];
    _Alignas(max_align_t) unsigned char cases[POOL_MAX * HARD_CASE_BYTES_MAX];
};

static struct hard_case *case_at(struct pool *pool, unsigned i)
{
    return (struct hard_case *)(void *)(pool->cases + i * pool->game->case_bytes);
}

/* The case behind the last one joins the pool, if it is not there already. */
static void join(struct pool *pool)
{
    const struct hard_case *const joining = case_at(pool, pool->count);
    for (unsigned i = 0; i < pool->count; i++)
        if (memcmp(case_at(pool, i), joining, pool->game->case_bytes) == 0)
            return;
    pool->count++;
}

/* Another case that exposes this mistake, for a search to begin at; every now and then none, should all lie apart. */
static const struct hard_case *choose_near(struct pool *pool, unsigned mistake, struct random *random)
{
    const unsigned i = random_below(random, pool->count + 1);
    if (i == pool->count || (case_at(pool, i)->exposes >> mistake & 1) == 0)
        return NULL;
    return case_at(pool, i);
}

static void draw(struct pool *pool, unsigned mistake, bool smallest, struct random *random)
{
    struct hard_case *const drawn = case_at(pool, pool->count);
    memset(drawn, 0, pool->game->case_bytes);
    pool->game->draw(mistake, smallest, random, choose_near(pool, mistake, random), drawn);
    join(pool);
}

static void draw_for_all(struct pool *pool, unsigned count, struct random *random)
{
    const unsigned mistakes = pool->game->mistakes->count, rounds = 2 + (count - 1) / mistakes;
    for (unsigned round = 0; round < rounds; round++)
        for (unsigned mistake = 0; mistake < mistakes; mistake++)
            draw(pool, mistake, round % 2 == 0, random);
}

static void draw_for_one(struct pool *pool, unsigned mistake, unsigned count, struct random *random)
{
    for (unsigned tries = 0; tries < 3 * count + 10 && pool->count < count; tries++)
        draw(pool, mistake, tries == 0, random);
}

static unsigned set_size(mistake_set set)
{
    return (unsigned)__builtin_popcount(set);
}

/* The case that exposes most of what is not exposed yet, the smallest of them; the pool's count when nothing is new. */
static unsigned find_best(struct pool *pool, mistake_set exposed)
{
    unsigned best = pool->count, most = 0;
    for (unsigned i = 0; i < pool->count; i++) {
        const unsigned gained = set_size(case_at(pool, i)->exposes & ~exposed);
        if (gained > most || (gained == most && gained > 0 && case_at(pool, i)->size < case_at(pool, best)->size)) {
            best = i;
            most = gained;
        }
    }
    return best;
}

/* First what exposes everything in few cases, then whatever comes next. */
static void choose(struct pool *pool, unsigned count)
{
    unsigned chosen = 0, best;
    mistake_set exposed = 0;
    while (chosen < count && (best = find_best(pool, exposed)) < pool->count) {
        pool->chosen[best] = true;
        exposed |= case_at(pool, best)->exposes;
        chosen++;
    }
    for (unsigned i = 0; i < pool->count && chosen < count; i++) {
        chosen += pool->chosen[i] ? 0 : 1;
        pool->chosen[i] = true;
    }
}

/* By size, and in the order that they were drawn in: no two are equal, so every library's sort gives the same. */
static int compare(const void *a, const void *b)
{
    const struct hard_case *const left = a, *const right = b;
    if (left->size != right->size)
        return left->size < right->size ? -1 : 1;
    return left->drawn < right->drawn ? -1 : 1;
}

unsigned hard_cases_make(const struct hard_case_game *game, const struct hard_case_order *order, void *ret_cases)
{
    struct pool pool = {.game = game};
    struct random random = {order->seed};
    if (order->mistake == game->mistakes->count)
        draw_for_all(&pool, order->count, &random);
    else
        draw_for_one(&pool, order->mistake, order->count, &random);
    choose(&pool, order->count);
    unsigned char *at = ret_cases;
    unsigned count = 0;
    for (unsigned i = 0; i < pool.count; i++) {
        if (!pool.chosen[i])
            continue;
        case_at(&pool, i)->drawn = i;
        memcpy(at, case_at(&pool, i), game->case_bytes);
        at += game->case_bytes;
        count++;
    }
    qsort(ret_cases, count, game->case_bytes, compare);
    return count;
}
