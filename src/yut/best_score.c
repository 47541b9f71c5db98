#include "yut/best_score.h"

#include <string.h>

#include "yut/tables.h"

/*
 * Turn by turn, all piece sets that the dice so far lead to, and the best score on the way to each. As no move costs
 * points, a line that ends early is never better than one that goes on, so the answer is the best score of any set.
 *
 * Nine dice lead to no more sets than there are ways to deal them out to four pieces that are alike; the sets behind
 * the last die need no list.
 */
enum { SETS_MAX = 11051 };

struct layer {
    unsigned count;
    struct yut_pieces sets[SETS_MAX];
    uint16_t scores[SETS_MAX];
};

struct search {
    struct layer layers[2];             /* by parity of the turn */
    uint8_t seen_in[YUT_RULES_RANKS];   /* the last turn that led to this rank */
    uint16_t place_of[YUT_RULES_RANKS]; /* and its place in that layer */
    unsigned best;
};

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

unsigned yut_best_score_by(const struct yut_rules *rules, const uint8_t *dice, unsigned turns)
{
    struct search search; /* not initialised as a whole: most of it stays untouched */
    memset(search.seen_in, 0, sizeof search.seen_in);
    search.layers[0].count = 1;
    search.layers[0].sets[0] = (struct yut_pieces){{YUT_START, YUT_START, YUT_START, YUT_START}};
    search.layers[0].scores[0] = 0;
    search.best = 0;
    for (unsigned turn = 1; turn <= turns; turn++) {
        const struct layer *const before = &search.layers[(turn - 1) % 2];
        search.layers[turn % 2].count = 0;
        for (unsigned s = 0; s < before->count; s++) {
            struct yut_option options[YUT_PIECES];
            const unsigned count = yut_list_options(rules, &before->sets[s], dice[turn - 1], options);
            for (unsigned k = 0; k < count; k++) {
                const unsigned score = before->scores[s] + options[k].points;
                search.best = score > search.best ? score : search.best;
                if (turn < turns)
                    reach(&search, turn, &options[k].after, score);
            }
        }
    }
    return search.best;
}
