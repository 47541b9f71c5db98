#include "yut/rules.h"

#include <string.h>

enum { CORNER = 20 };

void yut_right_variant(struct yut_variant *ret_variant)
{
    *ret_variant = (struct yut_variant){.cell_count = YUT_CELLS, .finished = yut_cell_bit(YUT_FINISH)};
    for (unsigned id = 0; id < YUT_CELLS; id++) {
        ret_variant->cells[id] = *yut_cell(id);
        ret_variant->closed_by[id] = yut_cell_is_shared(id) ? 0 : yut_cell_bit(id);
    }
}

/* A piece on its way. */
struct walk {
    unsigned at;
    unsigned points_passed;
    yut_cell_set passed;
    bool is_over; /* there is no arrow to follow */
};

static void walk_on(const struct yut_variant *variant, struct walk *walk, bool is_first_step)
{
    const struct yut_cell *const cell = &variant->cells[walk->at];
    const bool may_turn = is_first_step || (variant->departures & YUT_BLUE_IN_PASSING) != 0;
    const bool stops = !is_first_step && walk->at == CORNER && (variant->departures & YUT_STOP_AT_CORNER) != 0;
    const uint8_t next = cell->blue != YUT_NO_CELL && may_turn ? cell->blue : cell->red;
    if (stops || next == YUT_NO_CELL) {
        walk->is_over = true;
        return;
    }
    if (!is_first_step) {
        walk->passed |= yut_cell_bit(walk->at);
        walk->points_passed += cell->printed;
    }
    walk->at = next;
}

static struct yut_step make_step(const struct yut_variant *variant, unsigned from, unsigned die)
{
    const struct yut_step none = {.to = YUT_NO_CELL};
    struct walk walk = {.at = from};
    for (unsigned i = 0; i < die && !walk.is_over; i++)
        walk_on(variant, &walk, i == 0);
    if ((variant->finished & yut_cell_bit(from)) != 0)
        return none;
    if ((variant->departures & YUT_EXACT_FINISH) != 0 && walk.is_over)
        return none;
    struct yut_step step = {.to = (uint8_t)walk.at, .points = variant->cells[walk.at].printed};
    step.forbidden_by = variant->closed_by[walk.at];
    if ((variant->departures & YUT_NO_PASSING) != 0)
        step.forbidden_by |= walk.passed;
    if ((variant->departures & YUT_POINTS_PASSED) != 0)
        step.points = (uint8_t)(step.points + walk.points_passed);
    return step;
}

void yut_make_rules(const struct yut_variant *variant, struct yut_rules *ret_rules)
{
    memset(ret_rules, 0, sizeof *ret_rules);
    for (unsigned cell = 0; cell < variant->cell_count; cell++)
        for (unsigned die = 1; die <= YUT_FACES; die++)
            ret_rules->steps[cell][die] = make_step(variant, cell, die);
}

static unsigned list_moves(const struct yut_rules *rules, const struct yut_pieces *pieces, unsigned die, bool forbidden,
                           struct yut_option options[YUT_PIECES])
{
    yut_cell_set behind[YUT_PIECES + 1] = {0}; /* the cells of piece i and those behind it */
    for (unsigned i = YUT_PIECES; i-- > 0;)
        behind[i] = behind[i + 1] | yut_cell_bit(pieces->cell[i]);
    yut_cell_set before = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < YUT_PIECES; i++) {
        const uint8_t from = pieces->cell[i];
        const struct yut_step *const step = &rules->steps[from][die];
        const bool is_alike = (before & yut_cell_bit(from)) != 0;
        const bool is_forbidden = (step->forbidden_by & (before | behind[i + 1])) != 0;
        before |= yut_cell_bit(from);
        if (step->to == YUT_NO_CELL || is_alike || is_forbidden != forbidden)
            continue;
        struct yut_option *const option = &options[count++];
        *option = (struct yut_option){.after = *pieces, .index = (uint8_t)i, .from = from};
        option->after.cell[i] = option->to = step->to;
        option->points = step->points;
    }
    return count;
}

unsigned yut_list_options(const struct yut_rules *rules, const struct yut_pieces *pieces, unsigned die,
                          struct yut_option options[YUT_PIECES])
{
    return list_moves(rules, pieces, die, false, options);
}

unsigned yut_list_forbidden(const struct yut_rules *rules, const struct yut_pieces *pieces, unsigned die,
                            struct yut_option options[YUT_PIECES])
{
    return list_moves(rules, pieces, die, true, options);
}
