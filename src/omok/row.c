#include "omok/row.h"

#include <endian.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <stddef.h>
#include <string.h>

/*
 * Eight bytes are taken as one word, the first byte lowest. XOR with what an empty cell is written as leaves 0, 1 or 2
 * in every byte that is a cell and 0 in every space; anything else has other bits set, or both of these.
 */
#define ALL_DIGITS UINT64_C(0x3030303030303030) /* "00000000" */
#define ALL_SPACED UINT64_C(0x2030203020302030) /* "0 0 0 0 " */
#define ONES UINT64_C(0x0101010101010101)       /* bit 0 of every byte */
#define SPACES UINT64_C(0xFF00FF00FF00FF00)     /* the bytes of a spaced word that are no cells */

/*
 * A product moves bit 0 of byte i to the bit of the highest byte that its column has: the factor has a bit at 56 plus
 * that column less 8i. No two partial products meet, as these differ modulo 8. In IN_ORDER byte i is column i;
 * INTERLEAVED has the columns 0 4 1 5 2 6 3 7.
 */
#define IN_ORDER UINT64_C(0x0102040810204080)
#define INTERLEAVED UINT64_C(0x0110022004400880)

static inline uint64_t load(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

/* Which bits show that not all bytes are cells. */
static inline uint64_t faults(uint64_t cells)
{
    return (cells & ~(ONES * 3)) | (cells & cells >> 1 & ONES);
}

/* Adds eight cells, one in each byte, from this column on. */
static inline void add_cells(struct omok_row *row, uint64_t cells, uint64_t order, unsigned column)
{
    row->colors[0] |= (uint32_t)((cells & ONES) * order >> 56) << column;
    row->colors[1] |= (uint32_t)((cells >> 1 & ONES) * order >> 56) << column;
}

bool omok_row_from_digits(const char *digits, struct omok_row *ret_row)
{
    static const unsigned first_columns[] = {0, 8, 11}; /* the last word overlaps the one before it */
    struct omok_row row = {{0, 0}};
    uint64_t wrong = 0;
    for (size_t i = 0; i < 3; i++) {
        const uint64_t cells = load(digits + first_columns[i]) ^ ALL_DIGITS;
        wrong |= faults(cells);
        add_cells(&row, cells, IN_ORDER, first_columns[i]);
    }
    if (wrong != 0)
        return false;
    *ret_row = row;
    return true;
}

#if defined(__SSE2__) && !defined(YUTOMOK_PORTABLE)

/* Eight spaced cells: 0 to 2 in the low byte of each pair and 0 in the other, or something else was there. */
static inline __m128i load_spaced(const char *cells)
{
    const __m128i empty = _mm_set1_epi16(0x2030); /* "0 " */
    return _mm_xor_si128(_mm_loadu_si128((const __m128i *)(const void *)cells), empty);
}

static inline bool are_cells(__m128i pairs)
{
    const __m128i rest = _mm_subs_epu8(pairs, _mm_set1_epi16(2));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(rest, _mm_setzero_si128())) == 0xFFFF;
}

/* Which of the bytes are this number: a bit for each. */
static inline uint32_t which_are(__m128i bytes, char number)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(number)));
}

bool omok_row_from_spaced(const char *cells, struct omok_row *ret_row)
{
    enum { TAIL = 11 }; /* the last eight columns begin here, and overlap those before them */
    const __m128i first = load_spaced(cells), second = load_spaced(cells + 16);
    /* What stands behind the last cell is not looked at. */
    const __m128i tail = _mm_and_si128(load_spaced(cells + (size_t)TAIL * 2), _mm_srli_si128(_mm_set1_epi8(-1), 1));
    if (!are_cells(first) || !are_cells(second) || !are_cells(tail))
        return false;
    const __m128i head_bytes = _mm_packus_epi16(first, second), tail_bytes = _mm_packus_epi16(tail, tail);
    for (unsigned color = 0; color < 2; color++) {
        const char number = (char)(OMOK_BLACK + color);
        ret_row->colors[color] = which_are(head_bytes, number) | (which_are(tail_bytes, number) & 0xFF) << TAIL;
    }
    return true;
}

#else

bool omok_row_from_spaced(const char *cells, struct omok_row *ret_row)
{
    struct omok_row row = {{0, 0}};
    uint64_t wrong = 0, spaces = 0;
    for (unsigned column = 0; column < 16; column += 8) {
        /* The second word's cells go into the bytes between those of the first. */
        const uint64_t first = load(cells + (size_t)column * 2) ^ ALL_SPACED;
        const uint64_t second = load(cells + (size_t)column * 2 + 8) ^ ALL_SPACED;
        const uint64_t both = first | second << 8;
        spaces |= first | second;
        wrong |= faults(both);
        add_cells(&row, both, INTERLEAVED, column);
    }
    /* Three more cells, and three bytes that belong to no cell. */
    const uint64_t last = (load(cells + 32) ^ ALL_SPACED) & UINT64_C(0x000000FFFFFFFFFF);
    spaces |= last;
    wrong |= faults(last);
    add_cells(&row, last, INTERLEAVED, 16);
    if (wrong != 0 || (spaces & SPACES) != 0)
        return false;
    *ret_row = row;
    return true;
}

#endif
