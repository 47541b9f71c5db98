/* Whole rows at once, against a reading cell by cell. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "omok/row.h"

enum { BEHIND = 3 }; /* bytes that must be readable behind a spaced row */

/* A way to write a row: cells stand every `step` bytes. */
struct way {
    const char *name;
    size_t step, length, readable;
    bool (*read)(const char *text, struct omok_row *ret_row);
};

static const struct way ways[] = {
    {"digits", 1, OMOK_DIGIT_ROW, OMOK_DIGIT_ROW, omok_row_from_digits},
    {"spaced", 2, OMOK_SPACED_ROW, OMOK_SPACED_ROW + BEHIND, omok_row_from_spaced},
};

/* The row in a block of its own size. False when a byte is none that may stand there. */
static bool read_plainly(const struct way *way, const char *text, struct omok_row *row)
{
    *row = (struct omok_row){{0, 0}};
    for (size_t i = 0; i < way->length; i++) {
        if (i % way->step != 0 && text[i] != ' ')
            return false;
        if (i % way->step == 0 && (text[i] < '0' || text[i] > '2'))
            return false;
        if (i % way->step == 0 && text[i] != '0')
            row->colors[text[i] - '1'] |= UINT32_C(1) << i / way->step;
    }
    return true;
}

static void check_row(const char *name, const struct way *way, const char *text)
{
    char *const copy = malloc(way->readable);
    assert_non_null(copy);
    memcpy(copy, text, way->readable);
    struct omok_row expected, row = {{77, 78}};
    const bool ok = way->read(copy, &row);
    free(copy);
    check_number(name, "is a row", ok, read_plainly(way, text, &expected));
    check_number(name, "black", row.colors[0], ok ? expected.colors[0] : 77);
    check_number(name, "white", row.colors[1], ok ? expected.colors[1] : 78);
}

static void fill(const struct way *way, char *text, uint64_t *random)
{
    for (size_t i = 0; i < way->length; i++)
        text[i] = i % way->step == 0 ? (char)('0' + next_random(random) % 3) : ' ';
    for (size_t i = way->length; i < way->readable; i++)
        text[i] = (char)next_random(random);
}

static void test_every_byte_at_every_place(void **state)
{
    (void)state;
    uint64_t random = 19;
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        for (size_t at = 0; at < ways[i].readable; at++) {
            for (int byte = 0; byte < 256; byte++) {
                char text[OMOK_SPACED_ROW + BEHIND], name[64];
                fill(&ways[i], text, &random);
                text[at] = (char)byte;
                snprintf(name, sizeof name, "%s, byte 0x%02X at %zu", ways[i].name, (unsigned)byte, at);
                check_row(name, &ways[i], text);
            }
        }
    }
}

static void test_random_rows(void **state)
{
    (void)state;
    uint64_t random = 2615;
    for (unsigned round = 0; round < 100000; round++) {
        const struct way *const way = &ways[round % COUNT_OF(ways)];
        char text[OMOK_SPACED_ROW + BEHIND], name[64];
        fill(way, text, &random);
        for (unsigned changes = next_random(&random) % 3; changes > 0; changes--)
            text[next_random(&random) % way->length] = (char)next_random(&random);
        snprintf(name, sizeof name, "%s, round %u", way->name, round);
        check_row(name, way, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte_at_every_place),
        cmocka_unit_test(test_random_rows),
    };
    return cmocka_run_group_tests_name("omok row", tests, NULL, NULL);
}
