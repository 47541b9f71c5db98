#include "mistake_checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* The cases of one order. */
struct cases {
    const struct mistake_checks *checks;
    unsigned count;
    _Alignas(max_align_t) unsigned char bytes[HARD_CASES_MAX * HARD_CASE_BYTES_MAX];
};

static const struct hard_case *case_at(const struct cases *cases, unsigned i)
{
    return (const struct hard_case *)(const void *)(cases->bytes + i * cases->checks->game->case_bytes);
}

static void order(const struct mistake_checks *checks, unsigned count, unsigned mistake, uint64_t seed,
                  struct cases *ret_cases)
{
    const struct hard_case_order order = {.count = count, .mistake = mistake, .seed = seed};
    *ret_cases = (struct cases){.checks = checks};
    ret_cases->count = hard_cases_make(checks->game, &order, ret_cases->bytes);
}

static bool is_ascii(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

void check_mistake_table(const struct mistake_table *table)
{
    assert_in_range(table->count, 1, 32);
    for (unsigned i = 0; i < table->count; i++) {
        const struct mistake *const mistake = table->at(i);
        const char *const texts[] = {mistake->explanation, mistake->explanation_ko};
        check(mistake->id, strlen(mistake->id) > 0);
        check(mistake->id, strspn(mistake->id, "abcdefghijklmnopqrstuvwxyz-") == strlen(mistake->id));
        assert_int_equal(mistake_find(table, mistake->id), i); /* it is the first of this name */
        for (size_t k = 0; k < COUNT_OF(texts); k++) {
            check(mistake->id, strlen(texts[k]) > 0 && strpbrk(texts[k], "\r\n\t\"") == NULL);
            check(mistake->id, texts[k][strlen(texts[k]) - 1] != '.' && texts[k][strlen(texts[k]) - 1] != ' ');
        }
        check(mistake->id, is_ascii(texts[0]) && !is_ascii(texts[1]));
    }
    assert_int_equal(mistake_find(table, ""), table->count);
    assert_int_equal(mistake_find(table, "no-such-mistake"), table->count);
}

static void check_order(const char *name, const struct cases *cases)
{
    for (unsigned i = 0; i < cases->count; i++) {
        check_number(name, "the size", case_at(cases, i)->size, cases->checks->size_of(case_at(cases, i)));
        check(name, i == 0 || case_at(cases, i - 1)->size <= case_at(cases, i)->size);
        for (unsigned other = 0; other < i; other++)
            check(name, !cases->checks->are_same(case_at(cases, i), case_at(cases, other)));
    }
}

void check_drawn_cases(const struct mistake_checks *checks, unsigned most)
{
    enum { LOOKED_AT = 5 };
    static struct cases cases;
    const unsigned counts[] = {1, 20, most};
    const struct mistake_table *const table = checks->game->mistakes;
    for (unsigned mistake = 0; mistake < table->count; mistake++)
        for (unsigned i = 0; i < COUNT_OF(counts); i++) {
            const char *const id = table->at(mistake)->id;
            order(checks, counts[i], mistake, 100 * i + mistake, &cases);
            /* A rare mistake may have fewer than a hundred to be found. */
            check(id, cases.count <= counts[i] && cases.count >= (counts[i] <= 20 ? counts[i] : counts[i] / 2));
            check_order(id, &cases);
            for (unsigned k = 0; k < cases.count; k++) {
                check(id, (case_at(&cases, k)->exposes >> mistake & 1) != 0);
                checks->check_claim(mistake, case_at(&cases, k));
                if (k % (cases.count / LOOKED_AT + 1) == 0)
                    check_number(id, "what a case exposes", case_at(&cases, k)->exposes,
                                 checks->shown(case_at(&cases, k)));
            }
        }
}

static mistake_set all_of(const struct cases *cases)
{
    mistake_set all = 0;
    for (unsigned i = 0; i < cases->count; i++)
        all |= case_at(cases, i)->exposes;
    return all;
}

static mistake_set everything(const struct mistake_checks *checks)
{
    return (mistake_set)((UINT64_C(1) << checks->game->mistakes->count) - 1);
}

void check_sets_for_all(const struct mistake_checks *checks, unsigned seeds)
{
    static struct cases cases, again, last;
    for (unsigned seed = 0; seed < seeds; seed++) {
        char name[32];
        snprintf(name, sizeof name, "seed %u", seed);
        order(checks, HARD_CASES_DEFAULT, checks->game->mistakes->count, seed, &cases);
        order(checks, HARD_CASES_DEFAULT, checks->game->mistakes->count, seed, &again);
        check_number(name, "the number of cases", cases.count, HARD_CASES_DEFAULT);
        assert_memory_equal(cases.bytes, again.bytes, sizeof cases.bytes);
        check(name, seed == 0 || memcmp(cases.bytes, last.bytes, sizeof cases.bytes) != 0);
        check_order(name, &cases);
        for (unsigned i = 0; i < cases.count; i++)
            check_number(name, "what a case exposes", case_at(&cases, i)->exposes, checks->shown(case_at(&cases, i)));
        check_number(name, "what all expose", all_of(&cases), everything(checks));
        last = cases;
    }
    order(checks, HARD_CASES_MAX, checks->game->mistakes->count, UINT64_MAX, &cases);
    check_number("many", "the number of cases", cases.count, HARD_CASES_MAX);
    check_number("many", "what all expose", all_of(&cases), everything(checks));
    check_order("many", &cases);
}

void check_small_sets(const struct mistake_checks *checks)
{
    static struct cases cases;
    int exposed = 0;
    for (unsigned count = 1; count <= 12; count++) {
        order(checks, count, checks->game->mistakes->count, 42, &cases);
        check_number("a small set", "the number of cases", cases.count, count);
        check_order("a small set", &cases);
        const int now = __builtin_popcount(all_of(&cases));
        check("a small set", now >= exposed || count == 1);
        exposed = now;
        check("a small set", now >= 3);
    }
    check_number("twelve cases", "what all expose", all_of(&cases), everything(checks));
}
