#include "omok/row.h"

#include <endian.h>
#include <stddef.h>
#include <string.h>

/*
 * Eight bytes are taken as one word, the first byte lowest. XOR with what an empty cell is written as leaves 0, 1 or 2
 * in every byte that is a cell and 0 in every space; anything else has other bits set, or both of these.
 */
#define ALL_DIGITS UINT64_C(0x3030303030303030)  /* "00000000" */
#define ALL_SPACED UINT64_C(0x2030203020302030)  /* "0 0 0 0 " */
#define DIGIT_ONES UINT64_C(0x0101010101010101)  /* bit 0 of every byte */
#define SPACED_ONES UINT64_C(0x0001000100010001) /* bit 0 of every other byte */

/*
 * A product that moves the lowest bit of byte (or pair of bytes) i to bit 56 + i (48 + i): the factor has a bit at
 * 56 - 7i (48 - 15i), and no two partial products meet.
 */
#define GATHER_DIGITS UINT64_C(0x0102040810204080)
#define GATHER_SPACED UINT64_C(0x0001000200040008)

static inline uint64_t load(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Which bits show that a word is not made of cells: any beyond `ones` and its double, or both of these. */
static inline uint64_t faults(uint64_t word, uint64_t ones)
{
    return (word & ~(ones * 3)) | (word & word >> 1 & ones);
}

static inline uint32_t gather_digits(uint64_t ones)
{
    return (uint32_t)((ones & DIGIT_ONES) * GATHER_DIGITS >> 56);
}

/* Four cells at once: black in the low four bits, white in the next four, which one product has room for. */
static inline uint32_t gather_spaced(uint64_t word)
{
    const uint64_t colors = (word & SPACED_ONES) | (word >> 1 & SPACED_ONES) << 4;
    return (uint32_t)(colors * GATHER_SPACED >> 48 & 0xFF);
}

static inline void add_four(struct omok_row *row, uint64_t word, unsigned column)
{
    const uint32_t colors = gather_spaced(word);
    row->colors[0] |= (colors & 0xF) << column;
    row->colors[1] |= (colors >> 4) << column;
}

bool omok_row_from_digits(const char *digits, struct omok_row *ret_row)
{
    static const unsigned first_columns[] = {0, 8, 11}; /* the last word overlaps the one before it */
    struct omok_row row = {{0, 0}};
    uint64_t wrong = 0;
    for (size_t i = 0; i < 3; i++) {
        const uint64_t word = load(digits + first_columns[i]) ^ ALL_DIGITS;
        wrong |= faults(word, DIGIT_ONES);
        row.colors[0] |= gather_digits(word) << first_columns[i];
        row.colors[1] |= gather_digits(word >> 1) << first_columns[i];
    }
    if (wrong != 0)
        return false;
    *ret_row = row;
    return true;
}

bool omok_row_from_spaced(const char *cells, struct omok_row *ret_row)
{
    struct omok_row row = {{0, 0}};
    uint64_t wrong = 0;
    for (unsigned column = 0; column < 16; column += 4) {
        const uint64_t word = load(cells + (size_t)column * 2) ^ ALL_SPACED;
        wrong |= faults(word, SPACED_ONES);
        add_four(&row, word, column);
    }
    /* Three more cells, and two bytes that belong to no cell. */
    const uint64_t word = (load(cells + 32) ^ ALL_SPACED) & UINT64_C(0x000000FFFFFFFFFF);
    wrong |= faults(word, SPACED_ONES);
    add_four(&row, word, 16);
    if (wrong != 0)
        return false;
    *ret_row = row;
    return true;
}
