/* Arrows on a drawing of the board, in the units of yut/drawing.h: between two cells, and along the way of a move. */
#ifndef YUTOMOK_YUT_CURVE_H
#define YUTOMOK_YUT_CURVE_H

#include "yut/board.h"
#include "yut/solver.h"

enum {
    YUT_CELL_RADIUS = 30,
    YUT_SHARED_CELL_RADIUS = 36, /* start and finish, which hold a word and are wider than high */
    YUT_CONTROLS_MAX = 2 * YUT_FACES - 1
};

struct yut_vector {
    int x;
    int y;
};

/* The middle of a cell, 0 to 32. */
struct yut_vector yut_cell_middle(unsigned cell);

struct yut_vector yut_half_way(struct yut_vector a, struct yut_vector b);

/* How far two places are from each other, squared. */
int yut_square_apart(struct yut_vector a, struct yut_vector b);

/* The place outside of a cell from where it is `gap` to the cell, in the direction of another place. */
struct yut_vector yut_cell_rim(unsigned cell, struct yut_vector towards, int gap);

/*
 * The curve of a move: from the rim of a cell to that of another in parabolas, each bent by one control. The controls
 * lie beside the middle of every step and every cell that is passed; where one parabola goes over into the next is
 * half way between two of them.
 *
 *           c0------c1------c2        begin to half way of c0 and c1, on to half way of c1 and c2, on to end
 *     begin                   end
 *    (from)      (passed)     (to)
 */
struct yut_curve {
    struct yut_vector begin;
    struct yut_vector end;
    unsigned steps;
    unsigned count; /* of controls: 2 x steps - 1 */
    struct yut_vector controls[YUT_CONTROLS_MAX];
};

/*
 * The curve of a move of yut_best_line that keeps this distance to the way: to the right of it (on the ring: outside),
 * to the left if negative. It begins `begin_gap` outside of a cell and ends `end_gap` outside of another.
 */
struct yut_curve yut_curve_of(const struct yut_move *move, int lane, int begin_gap, int end_gap);

/* Where the parabola of control `i` begins and that of the one before it ends; `count` is the end of the curve. */
struct yut_vector yut_curve_joint(const struct yut_curve *curve, unsigned i);

/* The place on the curve that is beside the middle of a step, from 0 to steps - 1. */
struct yut_vector yut_curve_beside_step(const struct yut_curve *curve, unsigned step);

#endif
