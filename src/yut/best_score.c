#include "yut/best_score.h"

#include <string.h>

#include "yut/tables.h"

/*
 * Turn by turn, all piece sets that the dice so far lead to, and the best score on the way to each. As no move costs
 * points, a line that ends early is never better than one that goes on, so the answer is the best score of any set.
 * Sets from which even the most points that any move has in each turn left would not beat that are left out.
 *
 * Nine dice lead to no more sets than there are ways to deal them out to four pieces that are alike, and behind the
 * tenth all are left out.
 */
enum { SETS_MAX = 11051 };

struct layer {
    unsigned count;
    struct yut_pieces sets[SETS_MAX];
    uint16_t scores[SETS_MAX];
};

struct search {
    const struct yut_rules *rules;
    unsigned best;                      /* the best score of any line so far, a greedy one being the first */
    struct layer layers[2];             /* by parity of the turn */
    uint8_t seen_in[YUT_RULES_RANKS];   /* the last turn that led to this rank */
    uint16_t place_of[YUT_RULES_RANKS]; /* and its place in that layer */
};

static const struct yut_pieces all_on_start = {{YUT_START, YUT_START, YUT_START, YUT_START}};

unsigned yut_greedy_score_by(const struct yut_rules *rules, const uint8_t *dice, unsigned turns)
{
    struct yut_pieces pieces = all_on_start;
    unsigned score = 0;
    for (unsigned turn = 0; turn < turns; turn++) {
        struct yut_option options[YUT_PIECES];
        const unsigned count = yut_list_options(rules, &pieces, dice[turn], options);
        if (count == 0)
            break;
        unsigned best = 0;
        for (unsigned k = 1; k < count; k++)
            best = options[k].points > options[best].points ? k : best;
        score += options[best].points;
        pieces = options[best].after;
    }
    return score;
}

/* The most points of any move with this die. */
static unsigned most_points(const struct yut_rules *rules, unsigned die)
{
    unsigned most = 0;
    for (unsigned cell = 0; cell < YUT_RULES_CELLS; cell++)
        most = rules->steps[cell][die].points > most ? rules->steps[cell][die].points : most;
    return most;
}

static void reach(struct search *search, unsigned turn, const struct yut_pieces *set, unsigned score)
{
    struct layer *const layer = &search->layers[turn % 2];
    const unsigned rank = yut_rank(&yut_tables, set);
    if (search->seen_in[rank] != turn) {
        search->seen_in[rank] = (uint8_t)turn;
        search->place_of[rank] = (uint16_t)layer->count;
        layer->sets[layer->count] = *set;
        layer->scores[layer->count++] = (uint16_t)score;
    } else if (score > layer->scores[search->place_of[rank]]) {
        layer->scores[search->place_of[rank]] = (uint16_t)score;
    }
}

/* Plays the die of a turn (from 1) on all sets before it; the dice behind it win no more than `most_left`. */
static void play(struct search *search, unsigned turn, unsigned die, unsigned most_left)
{
    const struct layer *const before = &search->layers[(turn - 1) % 2];
    search->layers[turn % 2].count = 0;
    for (unsigned s = 0; s < before->count; s++) {
        struct yut_option options[YUT_PIECES];
        const unsigned count = yut_list_options(search->rules, &before->sets[s], die, options);
        for (unsigned k = 0; k < count; k++) {
            const unsigned score = before->scores[s] + options[k].points;
            search->best = score > search->best ? score : search->best;
            if (score + most_left > search->best)
                reach(search, turn, &options[k].after, score);
        }
    }
}

unsigned yut_best_score_by(const struct yut_rules *rules, const uint8_t *dice, unsigned turns)
{
    unsigned most_left[YUT_TURNS] = {0}; /* behind each die */
    for (unsigned turn = turns - 1; turn > 0; turn--)
        most_left[turn - 1] = most_left[turn] + most_points(rules, dice[turn]);

    struct search search; /* not initialised as a whole: most of it stays untouched */
    memset(search.seen_in, 0, sizeof search.seen_in);
    search.rules = rules;
    search.best = yut_greedy_score_by(rules, dice, turns);
    search.layers[0].count = 1;
    search.layers[0].sets[0] = all_on_start;
    search.layers[0].scores[0] = 0;
    for (unsigned turn = 1; turn <= turns; turn++)
        play(&search, turn, dice[turn - 1], most_left[turn - 1]);
    return search.best;
}
