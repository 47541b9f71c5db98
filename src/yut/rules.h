/*
 * The rules of dice yut as the solvers read them: for every cell and die, where a piece lands, what it gains there, and
 * which other pieces forbid the move. The right rules (BOJ 17825) are one such table; what people take for the rules
 * by mistake (yut/mistakes.h) are others, so that one solver answers for all of them.
 *
 * A table is made from a variant: the cells with their arrows, and how pieces use them.
 */
#ifndef YUTOMOK_YUT_RULES_H
#define YUTOMOK_YUT_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "yut/board.h"

enum {
    YUT_RULES_CELLS = 42, /* a variant may tell apart cells that are one: those behind YUT_CELLS */
    YUT_SPARE_CELLS = YUT_RULES_CELLS - YUT_CELLS
};

/* Departures from the right rules that are not a matter of cells and arrows. */
enum {
    YUT_BLUE_IN_PASSING = 1 << 0, /* a piece that passes a blue cell takes its blue arrow */
    YUT_EXACT_FINISH = 1 << 1,    /* a piece must not throw more than it needs to finish */
    YUT_STOP_AT_CORNER = 1 << 2,  /* a piece never passes the corner that prints 40 */
    YUT_POINTS_PASSED = 1 << 3,   /* the cells that are passed score as well */
    YUT_NO_PASSING = 1 << 4       /* a piece must not pass another one */
};

/* A set of cells: bit c is cell c. */
typedef uint64_t yut_cell_set;

static inline yut_cell_set yut_cell_bit(unsigned cell)
{
    return UINT64_C(1) << cell;
}

struct yut_variant {
    struct yut_cell cells[YUT_RULES_CELLS];
    unsigned cell_count;
    yut_cell_set closed_by[YUT_RULES_CELLS]; /* a piece on one of these cells keeps others from landing here */
    yut_cell_set finished;                   /* pieces that stand here move no more */
    unsigned departures;                     /* bits of YUT_BLUE_IN_PASSING and so on */
};

/* The right rules. */
void yut_right_variant(struct yut_variant *ret_variant);

struct yut_step {
    yut_cell_set forbidden_by; /* the move is not made while another piece stands on one of these cells */
    uint8_t to;                /* YUT_NO_CELL: there is no such move */
    uint8_t points;
};

struct yut_rules {
    struct yut_step steps[YUT_RULES_CELLS][YUT_FACES + 1]; /* by cell and die */
};

void yut_make_rules(const struct yut_variant *variant, struct yut_rules *ret_rules);

/* A legal move, and where it leaves the pieces. */
struct yut_option {
    struct yut_pieces after;
    uint8_t index; /* of the piece, 0 to 3 */
    uint8_t from;
    uint8_t to;
    uint8_t points;
};

/*
 * The legal moves of one die (1 to 5), ordered by piece; how many there are. Pieces on one cell are alike: only the
 * first of them is listed.
 */
unsigned yut_list_options(const struct yut_rules *rules, const struct yut_pieces *pieces, unsigned die,
                          struct yut_option options[YUT_PIECES]);

/* The same for the moves that another piece forbids; `after` is where they would have led. */
unsigned yut_list_forbidden(const struct yut_rules *rules, const struct yut_pieces *pieces, unsigned die,
                            struct yut_option options[YUT_PIECES]);

#endif
