#include "yut/curve.h"

#include <math.h>
#include <stddef.h>

#include "yut/drawing.h"

struct yut_vector yut_cell_middle(unsigned cell)
{
    const struct yut_point place = yut_cell_place(cell);
    return (struct yut_vector){place.x, place.y};
}

static struct yut_vector sum(struct yut_vector a, struct yut_vector b)
{
    return (struct yut_vector){a.x + b.x, a.y + b.y};
}

static struct yut_vector difference(struct yut_vector a, struct yut_vector b)
{
    return (struct yut_vector){a.x - b.x, a.y - b.y};
}

static int product(struct yut_vector a, struct yut_vector b)
{
    return a.x * b.x + a.y * b.y;
}

struct yut_vector yut_half_way(struct yut_vector a, struct yut_vector b)
{
    return (struct yut_vector){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

int yut_square_apart(struct yut_vector a, struct yut_vector b)
{
    const struct yut_vector apart = difference(a, b);
    return product(apart, apart);
}

/* The same direction, so long. Square roots are exact (IEEE 754), so the picture is the same everywhere. */
static struct yut_vector with_length(struct yut_vector vector, int length)
{
    const int now = (int)sqrt(product(vector, vector));
    return (struct yut_vector){vector.x * length / now, vector.y * length / now};
}

struct yut_vector yut_cell_rim(unsigned cell, struct yut_vector towards, int gap)
{
    const struct yut_vector at = yut_cell_middle(cell);
    const int radius = yut_cell_is_shared(cell) ? YUT_SHARED_CELL_RADIUS : YUT_CELL_RADIUS;
    return sum(at, with_length(difference(towards, at), radius + gap));
}

/* The vector to the right of a way, so long. */
static struct yut_vector beside(struct yut_vector from, struct yut_vector to, int length)
{
    const struct yut_vector way = difference(to, from);
    return with_length((struct yut_vector){-way.y, way.x}, length);
}

/*
 * The same where a way bends: the corner of two lines that keep this distance to both parts of the way. Where it turns
 * back, that would be far away; the corner is then cut off.
 */
static struct yut_vector beside_bend(struct yut_vector from, struct yut_vector bend, struct yut_vector to, int length)
{
    const struct yut_vector a = beside(from, bend, length), b = beside(bend, to, length), both = sum(a, b);
    const int square = length * length, common = product(a, b), whole = square + (common > 0 ? common : 0);
    return (struct yut_vector){both.x * square / whole, both.y * square / whole};
}

/* The cells of a move, the first and the last included. Returns how many steps it has. */
static unsigned list_stops(const struct yut_move *move, struct yut_vector stops[YUT_FACES + 1])
{
    unsigned steps = 0;
    uint8_t cell;
    stops[0] = yut_cell_middle(move->from);
    do {
        steps++;
        cell = yut_tables.rules.steps[move->from][steps].to;
        stops[steps] = yut_cell_middle(cell);
    } while (cell != move->to);
    return steps;
}

struct yut_curve yut_curve_of(const struct yut_move *move, int lane, int begin_gap, int end_gap)
{
    struct yut_vector stops[YUT_FACES + 1];
    struct yut_curve curve = {.steps = list_stops(move, stops)};
    /* A parabola goes half as far as its control, which shows where a single step has only one. */
    const int reach = curve.steps == 1 ? lane * 5 / 4 : lane;
    struct yut_vector *control = curve.controls;
    for (unsigned i = 0; i < curve.steps; i++) {
        const struct yut_vector a = stops[i], b = stops[i + 1];
        if (i > 0)
            *control++ = sum(a, beside_bend(stops[i - 1], a, b, lane));
        *control++ = sum(yut_half_way(a, b), beside(a, b, reach));
    }
    curve.count = 2 * curve.steps - 1;
    curve.begin = yut_cell_rim(move->from, curve.controls[0], begin_gap);
    curve.end = yut_cell_rim(move->to, curve.controls[curve.count - 1], end_gap);
    return curve;
}

struct yut_vector yut_curve_joint(const struct yut_curve *curve, unsigned i)
{
    if (i == 0)
        return curve->begin;
    if (i == curve->count)
        return curve->end;
    return yut_half_way(curve->controls[i - 1], curve->controls[i]);
}

struct yut_vector yut_curve_beside_step(const struct yut_curve *curve, unsigned step)
{
    const struct yut_vector begin = yut_curve_joint(curve, 2 * step), end = yut_curve_joint(curve, 2 * step + 1);
    return yut_half_way(yut_half_way(begin, end), curve->controls[(size_t)2 * step]);
}
