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
    LEGAL_SETS = 41979,
    SMALL_LAYERS = 1 + 4 + 16 + 64 + 256 + 1024 + 4096 + 16384, /* after 0 to 7 dice */
    ALL_LAYERS = SMALL_LAYERS + 2 * LEGAL_SETS                  /* after 8 and 9; the last layer needs no list */
};

struct layers {
    const struct yut_position *position;
    uint32_t scale;                /* 5^unknown: what one point weighs in a value */
    unsigned begin[YUT_TURNS + 1]; /* layer t is sets[begin[t]] to sets[begin[t + 1] - 1] */
    struct yut_pieces sets[ALL_LAYERS];
    uint8_t seen_in[YUT_RANKS];   /* the last layer (plus one) that lists this rank */
    uint32_t value[2][YUT_RANKS]; /* by parity of the layer */
};

/* The cell where a piece lands that can move there, or YUT_NO_CELL. */
static uint8_t legal_destination(const struct yut_pieces *pieces, unsigned index, unsigned die)
{
    const uint8_t to = yut_tables.destination[pieces->cell[index]][die];
    return yut_piece_is_movable(pieces, index) && !yut_cell_is_blocked(pieces, to) ? to : YUT_NO_CELL;
}

static struct yut_pieces moved(const struct yut_pieces *pieces, unsigned index, uint8_t to)
{
    struct yut_pieces after = *pieces;
    after.cell[index] = to;
    return after;
}

static void list_layer(struct layers *layers, unsigned layer)
{
    const unsigned die = layers->position->dice[layer - 1];
    unsigned end = layers->begin[layer];
    for (unsigned s = layers->begin[layer - 1]; s < layers->begin[layer]; s++)
        for (unsigned i = 0; i < YUT_PIECES; i++) {
            const uint8_t to = legal_destination(&layers->sets[s], i, die);
            if (to == YUT_NO_CELL)
                continue;
            const struct yut_pieces after = moved(&layers->sets[s], i, to);
            uint8_t *const seen_in = &layers->seen_in[yut_rank(&yut_tables, &after)];
            if (*seen_in == layer + 1)
                continue;
            *seen_in = (uint8_t)(layer + 1);
            layers->sets[end++] = after;
        }
    layers->begin[layer + 1] = end;
}

/* What is won from this set on, when `layer` dice have been played and the next one moves piece `index` to `to`. */
static uint32_t value_of_move(const struct layers *layers, unsigned layer, const struct yut_pieces *pieces,
                              unsigned index, uint8_t to)
{
    const struct yut_position *position = layers->position;
    const struct yut_pieces after = moved(pieces, index, to);
    const unsigned rank = yut_rank(&yut_tables, &after);
    const uint32_t rest = layer + 1 == position->known ? yut_tables.expectation[position->turns - position->known][rank]
                                                       : layers->value[(layer + 1) % 2][rank];
    return yut_cell(to)->printed * layers->scale + rest;
}

static void value_layer(struct layers *layers, unsigned layer)
{
    const unsigned die = layers->position->dice[layer];
    for (unsigned s = layers->begin[layer]; s < layers->begin[layer + 1]; s++) {
        const struct yut_pieces *set = &layers->sets[s];
        uint32_t best = 0;
        for (unsigned i = 0; i < YUT_PIECES; i++) {
            const uint8_t to = legal_destination(set, i, die);
            if (to == YUT_NO_CELL)
                continue;
            const uint32_t value = value_of_move(layers, layer, set, i, to);
            best = value > best ? value : best;
        }
        layers->value[layer % 2][yut_rank(&yut_tables, set)] = best;
    }
}

static void insert_by_value(struct yut_ranking *ranking, struct yut_ranked_move move)
{
    unsigned at = ranking->move_count++;
    for (; at > 0 && ranking->moves[at - 1].value < move.value; at--)
        ranking->moves[at] = ranking->moves[at - 1];
    ranking->moves[at] = move;
}

static void rank_first_moves(const struct layers *layers, struct yut_ranking *ranking)
{
    const struct yut_pieces *pieces = &layers->position->pieces;
    for (unsigned i = 0; i < YUT_PIECES; i++) {
        if (!yut_piece_is_movable(pieces, i))
            continue;
        struct yut_move move = {.piece = (uint8_t)(i + 1), .from = pieces->cell[i]};
        move.to = yut_tables.destination[move.from][layers->position->dice[0]];
        if (yut_cell_is_blocked(pieces, move.to)) {
            const uint8_t by = (uint8_t)(yut_piece_on(pieces, move.to) + 1);
            ranking->blocked[ranking->blocked_count++] = (struct yut_blocked_move){.move = move, .by = by};
            continue;
        }
        move.points = yut_cell(move.to)->printed;
        const uint32_t value = value_of_move(layers, 0, pieces, i, move.to);
        insert_by_value(ranking, (struct yut_ranked_move){.move = move, .value = value});
    }
}

void yut_rank_moves(const struct yut_position *position, struct yut_ranking *ranking)
{
    /* Not initialised as a whole: a question of few dice touches little of it. */
    struct layers layers;
    layers.position = position;
    layers.scale = 1;
    for (unsigned i = position->known; i < position->turns; i++)
        layers.scale *= YUT_FACES;

    layers.sets[0] = position->pieces;
    layers.begin[0] = 0;
    layers.begin[1] = 1;
    if (position->known > 1)
        memset(layers.seen_in, 0, sizeof layers.seen_in);
    for (unsigned layer = 1; layer < position->known; layer++)
        list_layer(&layers, layer);
    for (unsigned layer = position->known; layer-- > 1;)
        value_layer(&layers, layer);

    *ranking = (struct yut_ranking){.unknown_dice = (uint8_t)(position->turns - position->known)};
    rank_first_moves(&layers, ranking);
    if (ranking->move_count > 0)
        ranking->best = ranking->moves[0].value;
}
