#include "yut/solver.h"

/*
 * A search from one kept level of the tables to the next. Pieces are tried in the order of their numbers and only a
 * larger total replaces the best so far, so of equal lines the first in dictionary order stays.
 */
struct search {
    const uint8_t *dice;
    unsigned last_turn;      /* the level where the tables know the rest */
    unsigned rest;           /* index of the dice after it */
    int best;                /* -1 before the first line is complete */
    struct yut_pieces after; /* where the best line leaves the pieces */
    struct yut_move line[YUT_TURNS];
    struct yut_move best_line[YUT_TURNS];
};

static unsigned points_left(const struct search *search, const struct yut_pieces *pieces)
{
    if (search->last_turn == YUT_TURNS)
        return 0;
    const unsigned rank = yut_rank(&yut_tables, pieces);
    if (search->last_turn == 5)
        return yut_tables.five_left[yut_tables.five_left_row[rank]][search->rest];
    return yut_tables.two_left[yut_tables.two_left_row[rank]][search->rest];
}

static void complete(struct search *search, const struct yut_pieces *pieces, unsigned first_turn, unsigned points)
{
    const int total = (int)(points + points_left(search, pieces));
    if (total <= search->best)
        return;
    search->best = total;
    search->after = *pieces;
    for (unsigned turn = first_turn; turn < search->last_turn; turn++)
        search->best_line[turn] = search->line[turn];
}

/* Plays on from `turn`; the depth is at most five. */
static void extend(struct search *search, const struct yut_pieces *pieces, unsigned first_turn, unsigned turn,
                   unsigned points)
{
    if (turn == search->last_turn) {
        complete(search, pieces, first_turn, points);
        return;
    }
    struct yut_option options[YUT_PIECES];
    const unsigned count = yut_list_options(&yut_tables.rules, pieces, search->dice[turn], options);
    for (unsigned k = 0; k < count; k++) {
        const struct yut_option *const option = &options[k];
        search->line[turn] = (struct yut_move){
            .piece = (uint8_t)(option->index + 1), .from = option->from, .to = option->to, .points = option->points};
        extend(search, &option->after, first_turn, turn + 1, points + option->points);
    }
}

void yut_best_line(const uint8_t dice[YUT_TURNS], struct yut_move line[YUT_TURNS])
{
    static const unsigned kept_levels[] = {5, 8, YUT_TURNS};

    struct yut_pieces pieces = {{0}};
    unsigned turn = 0;
    for (unsigned k = 0; k < sizeof kept_levels / sizeof kept_levels[0]; k++) {
        struct search search = {.dice = dice, .last_turn = kept_levels[k], .best = -1};
        search.rest = yut_dice_index(dice + search.last_turn, YUT_TURNS - search.last_turn);
        extend(&search, &pieces, turn, turn, 0);
        for (; turn < search.last_turn; turn++)
            line[turn] = search.best_line[turn];
        pieces = search.after;
    }
}
