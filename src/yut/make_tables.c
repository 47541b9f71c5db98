/*
 * Makes the tables of yut/tables.h at build time and writes them, as they lie in memory, to the file it is given.
 *
 * Known dice: a backward pass over the turns. best(turn, set, dice left) is the largest, over the legal moves of the
 * next die, of the points of the move plus best(turn + 1, set after it, dice after it). Dice are numbers in base 5,
 * first die highest, so all sequences that begin with one die are a row, and a row is made from at most four others.
 *
 * Unknown dice: the same pass over all legal sets, where the sum over the five faces takes the place of the choice of
 * one, and every number is a numerator over 5^turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "yut/tables.h"

#define NO_ROW UINT16_MAX

/* The piece sets that are reachable after some number of turns. */
struct level {
    unsigned count;
    uint16_t row[YUT_RANKS]; /* by rank; NO_ROW where the set isn't reachable */
    struct yut_pieces set[YUT_RANKS];
};

static struct yut_tables tables;
static struct level levels[YUT_TURNS + 1];
static unsigned power_of_5[YUT_TURNS + 1];

static void fail(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

/* The build must stop at a table that contradicts what the tables' header promises. */
static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "yut tables: %s\n", what);
    exit(EXIT_FAILURE);
}

static unsigned choose(unsigned n, unsigned k)
{
    unsigned result = 1;
    for (unsigned i = 0; i < k; i++)
        result = result * (n - i) / (i + 1);
    return n < k ? 0 : result;
}

static void fill_arithmetic(void)
{
    power_of_5[0] = 1;
    for (unsigned i = 1; i <= YUT_TURNS; i++)
        power_of_5[i] = power_of_5[i - 1] * YUT_FACES;
    for (unsigned cell = 0; cell < YUT_RULES_CELLS; cell++)
        for (unsigned i = 0; i < YUT_PIECES; i++)
            tables.rank_term[i][cell] = choose(cell + i, i + 1);
    struct yut_variant variant;
    yut_right_variant(&variant);
    yut_make_rules(&variant, &tables.rules);
}

static void add_set(struct level *level, const struct yut_pieces *pieces)
{
    uint16_t *const row = &level->row[yut_rank(&tables, pieces)];
    if (*row != NO_ROW)
        return;
    *row = (uint16_t)level->count;
    level->set[level->count++] = *pieces;
}

static void find_reachable_sets(void)
{
    for (unsigned turn = 0; turn <= YUT_TURNS; turn++)
        memset(levels[turn].row, 0xff, sizeof levels[turn].row);
    add_set(&levels[0], &(struct yut_pieces){0});
    for (unsigned turn = 0; turn < YUT_TURNS; turn++)
        for (unsigned i = 0; i < levels[turn].count; i++)
            for (unsigned die = 1; die <= YUT_FACES; die++) {
                struct yut_option options[YUT_PIECES];
                const unsigned count = yut_list_options(&tables.rules, &levels[turn].set[i], die, options);
                for (unsigned k = 0; k < count; k++)
                    add_set(&levels[turn + 1], &options[k].after);
            }
}

/* row[] = max(row[], points + after[]) */
static void improve_row(uint16_t *row, const uint16_t *after, unsigned points, unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        const uint16_t candidate = (uint16_t)(after[i] + points);
        row[i] = candidate > row[i] ? candidate : row[i];
    }
}

/* The values of every set of `turn` for all dice left, from those of the turn after it. */
static uint16_t *solve_level(unsigned turn, const uint16_t *next_values)
{
    const struct level *level = &levels[turn], *next = &levels[turn + 1];
    const size_t width = power_of_5[YUT_TURNS - turn], part = width / YUT_FACES;
    uint16_t *values = calloc(level->count * width, sizeof *values);
    if (values == NULL)
        fail("yut tables");
    for (unsigned i = 0; i < level->count; i++)
        for (unsigned die = 1; die <= YUT_FACES; die++) {
            struct yut_option options[YUT_PIECES];
            const unsigned count = yut_list_options(&tables.rules, &level->set[i], die, options);
            for (unsigned k = 0; k < count; k++) {
                const size_t row = next->row[yut_rank(&tables, &options[k].after)];
                improve_row(&values[i * width + (die - 1) * part], &next_values[row * part], options[k].points,
                            (unsigned)part);
            }
        }
    return values;
}

static void keep(uint8_t *kept, const uint16_t *values, size_t count, unsigned smallest)
{
    for (size_t i = 0; i < count; i++) {
        require(values[i] >= smallest && values[i] - smallest <= UINT8_MAX, "a value doesn't fit in a byte");
        kept[i] = (uint8_t)(values[i] - smallest);
    }
}

static void solve_known_dice(void)
{
    uint16_t *values = calloc(levels[YUT_TURNS].count, sizeof *values);
    if (values == NULL)
        fail("yut tables");
    for (unsigned turn = YUT_TURNS; turn-- > 0;) {
        uint16_t *previous = solve_level(turn, values);
        free(values);
        values = previous;
        if (turn == 8)
            keep(&tables.two_left[0][0], values, sizeof tables.two_left, 0);
        if (turn == 5)
            keep(&tables.five_left[0][0], values, sizeof tables.five_left, 0);
    }
    keep(tables.scores, values, YUT_DICE_10, YUT_SCORE_MIN);
    free(values);
    memcpy(tables.five_left_row, levels[5].row, sizeof tables.five_left_row);
    memcpy(tables.two_left_row, levels[8].row, sizeof tables.two_left_row);
}

static bool is_legal(const struct yut_pieces *pieces)
{
    for (unsigned i = 0; i < YUT_PIECES; i++)
        if (!yut_cell_is_shared(pieces->cell[i]) && yut_piece_on(pieces, pieces->cell[i]) != (int)i)
            return false;
    return true;
}

/* Fills the row of this set, from those of all sets that a move leads to. */
static void expect(const struct yut_pieces *pieces, unsigned row)
{
    struct yut_option options[YUT_FACES][YUT_PIECES];
    const uint32_t *after[YUT_FACES][YUT_PIECES];
    unsigned counts[YUT_FACES];
    for (unsigned face = 0; face < YUT_FACES; face++) {
        counts[face] = yut_list_options(&tables.rules, pieces, face + 1, options[face]);
        for (unsigned k = 0; k < counts[face]; k++)
            after[face][k] = tables.expectation[tables.expectation_row[yut_rank(&tables, &options[face][k].after)]];
    }
    tables.expectation_row[yut_rank(&tables, pieces)] = (uint16_t)row;
    for (unsigned turns = 1; turns <= YUT_TURNS; turns++) {
        uint32_t sum = 0;
        for (unsigned face = 0; face < YUT_FACES; face++) {
            uint32_t best = 0;
            for (unsigned k = 0; k < counts[face]; k++) {
                const uint32_t value = options[face][k].points * power_of_5[turns - 1] + after[face][k][turns - 1];
                best = value > best ? value : best;
            }
            sum += best;
        }
        tables.expectation[row][turns] = sum;
    }
}

/* Cells from the last one that a piece passes to the first, so that what a move leads to is solved before it. */
static const uint8_t homeward[YUT_CELLS] = {21, 20, 32, 31, 25, 24, 23, 22, 27, 26, 30, 29, 28, 19, 18, 17, 16,
                                            15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0};

static void solve_unknown_dice(void)
{
    struct yut_pieces pieces;
    unsigned row = 0;
    for (unsigned a = 0; a < YUT_CELLS; a++)
        for (unsigned b = 0; b <= a; b++)
            for (unsigned c = 0; c <= b; c++)
                for (unsigned d = 0; d <= c; d++) {
                    pieces = (struct yut_pieces){{homeward[a], homeward[b], homeward[c], homeward[d]}};
                    if (is_legal(&pieces) && row < YUT_LEGAL_SETS)
                        expect(&pieces, row++);
                }
    require(row == YUT_LEGAL_SETS, "the legal sets are others");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_tables FILE\n");
        return 2;
    }
    fill_arithmetic();
    find_reachable_sets();
    require(levels[5].count == YUT_SETS_AFTER_5 && levels[8].count == YUT_SETS_AFTER_8, "a level has another size");
    solve_known_dice();
    solve_unknown_dice();

    FILE *file = fopen(argv[1], "wb");
    if (file == NULL || fwrite(&tables, sizeof tables, 1, file) != 1 || fclose(file) != 0)
        fail(argv[1]);
    return 0;
}
