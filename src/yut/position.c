#include "yut/position.h"

#include <string.h>

#include "yut/tables.h"

/*
 * A position with known dice is solved over the piece sets that those dice can reach, layer by layer: forward to list
 * them, then backward to value them, beginning with the expectation of the unknown dice.
 *
 * A layer after t dice holds at most 4^t sets, and never more than the 41,979 legal ones.
 */
enum {
    SMALL_LAYERS = 1 + 4 + 16 + 64 + 256 + 1024 + 4096 + 16384, /* after 0 to 7 dice */
    ALL_LAYERS = SMALL_LAYERS + 2 * YUT_LEGAL_SETS              /* after 8 and 9; the last layer needs no list */
};

struct layers {
    const struct yut_position *position;
    uint32_t scale;                /* 5^unknown: what one point weighs in a value */
    unsigned begin[YUT_TURNS + 1]; /* layer t is sets[begin[t]] to sets[begin[t + 1] - 1] */
    struct yut_pieces sets[ALL_LAYERS];
    uint8_t seen_in[YUT_RANKS];   /* the last layer (plus one) that lists this rank */
    uint32_t value[2][YUT_RANKS]; /* by parity of the layer */
};

static void list_layer(struct layers *layers, unsigned layer)
{
    const unsigned die = layers->position->dice[layer - 1];
    unsigned end = layers->begin[layer];
    for (unsigned s = layers->begin[layer - 1]; s < layers->begin[layer]; s++) {
        struct yut_option options[YUT_PIECES];
        const unsigned count = yut_list_options(&yut_tables.rules, &layers->sets[s], die, options);
        for (unsigned k = 0; k < count; k++) {
            uint8_t *const seen_in = &layers->seen_in[yut_rank(&yut_tables, &options[k].after)];
            if (*seen_in == layer + 1)
                continue;
            *seen_in = (uint8_t)(layer + 1);
            layers->sets[end++] = options[k].after;
        }
    }
    layers->begin[layer + 1] = end;
}

/* What is won from here on, when `layer` dice have been played and this is the move of the next one. */
static uint32_t value_of_move(const struct layers *layers, unsigned layer, const struct yut_option *option)
{
    const struct yut_position *position = layers->position;
    const unsigned rank = yut_rank(&yut_tables, &option->after);
    const unsigned unknown = position->turns - position->known;
    uint32_t rest = 0;
    if (layer + 1 < position->known)
        rest = layers->value[(layer + 1) % 2][rank];
    else if (unknown > 0)
        rest = yut_tables.expectation[yut_tables.expectation_row[rank]][unknown];
    return option->points * layers->scale + rest;
}

static uint32_t value_of_set(const struct layers *layers, unsigned layer, const struct yut_pieces *set)
{
    struct yut_option options[YUT_PIECES];
    const unsigned count = yut_list_options(&yut_tables.rules, set, layers->position->dice[layer], options);
    uint32_t best = 0;
    for (unsigned k = 0; k < count; k++) {
        const uint32_t value = value_of_move(layers, layer, &options[k]);
        best = value > best ? value : best;
    }
    return best;
}

/* Values all layers but the first: of every set that the dice before it lead to, what it wins. */
static void solve(struct layers *layers, const struct yut_position *position)
{
    layers->position = position;
    layers->scale = 1;
    for (unsigned i = position->known; i < position->turns; i++)
        layers->scale *= YUT_FACES;

    layers->sets[0] = position->pieces;
    layers->begin[0] = 0;
    layers->begin[1] = 1;
    if (position->known > 1)
        memset(layers->seen_in, 0, sizeof layers->seen_in);
    for (unsigned layer = 1; layer < position->known; layer++)
        list_layer(layers, layer);
    for (unsigned layer = position->known; layer-- > 1;)
        for (unsigned s = layers->begin[layer]; s < layers->begin[layer + 1]; s++)
            layers->value[layer % 2][yut_rank(&yut_tables, &layers->sets[s])] =
                value_of_set(layers, layer, &layers->sets[s]);
}

static void insert_by_value(struct yut_ranking *ranking, struct yut_ranked_move move)
{
    unsigned at = ranking->move_count++;
    for (; at > 0 && ranking->moves[at - 1].value < move.value; at--)
        ranking->moves[at] = ranking->moves[at - 1];
    ranking->moves[at] = move;
}

static struct yut_move move_of_option(const struct yut_option *option)
{
    return (struct yut_move){.piece = (uint8_t)(option->index + 1), .from = option->from, .to = option->to};
}

static void rank_first_moves(const struct layers *layers, struct yut_ranking *ranking)
{
    const struct yut_pieces *pieces = &layers->position->pieces;
    const unsigned die = layers->position->dice[0];
    struct yut_option options[YUT_PIECES];
    const unsigned count = yut_list_options(&yut_tables.rules, pieces, die, options);
    for (unsigned k = 0; k < count; k++) {
        struct yut_ranked_move ranked = {.move = move_of_option(&options[k])};
        ranked.move.points = options[k].points;
        ranked.value = value_of_move(layers, 0, &options[k]);
        insert_by_value(ranking, ranked);
    }
    ranking->blocked_count = (uint8_t)yut_list_forbidden(&yut_tables.rules, pieces, die, options);
    for (unsigned k = 0; k < ranking->blocked_count; k++)
        ranking->blocked[k] = (struct yut_blocked_move){.move = move_of_option(&options[k]),
                                                        .by = (uint8_t)(yut_piece_on(pieces, options[k].to) + 1)};
}

void yut_rank_moves(const struct yut_position *position, struct yut_ranking *ranking)
{
    /* Not initialised as a whole: a question of few dice touches little of it. */
    struct layers layers;
    solve(&layers, position);
    *ranking = (struct yut_ranking){.unknown_dice = (uint8_t)(position->turns - position->known)};
    rank_first_moves(&layers, ranking);
    if (ranking->move_count > 0)
        ranking->best = ranking->moves[0].value;
}
