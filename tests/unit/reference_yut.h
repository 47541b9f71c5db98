/*
 * The rules of dice yut a second time, as plainly as they can be put, for the tests to hold src/yut against. Written
 * from the contract alone; it shares no code with src/yut, so that one mistake can't hide the other.
 */
#ifndef YUTOMOK_TESTS_UNIT_REFERENCE_YUT_H
#define YUTOMOK_TESTS_UNIT_REFERENCE_YUT_H

#include <stdbool.h>
#include <stdint.h>

enum { REFERENCE_YUT_PIECES = 4, REFERENCE_YUT_TURNS = 10, REFERENCE_YUT_FINISH = 21, REFERENCE_YUT_LAST_CELL = 32 };

/* cell[0] is where piece 1 stands. */
struct reference_yut_pieces {
    int cell[REFERENCE_YUT_PIECES];
};

/* The number printed on a cell, 0 to 32. */
int reference_yut_printed(int cell);

/* Where a piece lands that starts on `cell` with this die. */
int reference_yut_landing(int cell, int die);

/* Do no two pieces stand on one cell, start and finish excepted? */
bool reference_yut_is_legal(const struct reference_yut_pieces *pieces);

/* Moves the piece with this number; its points, or -1 with `pieces` untouched if the rules forbid it. */
int reference_yut_play(struct reference_yut_pieces *pieces, int number, int die);

/*
 * Plays all 4^10 choices of pieces from the start. Returns the best score; `line` becomes the list of piece numbers
 * that comes first in dictionary order among those that reach it.
 */
int reference_yut_best_line(const uint8_t dice[REFERENCE_YUT_TURNS], int line[REFERENCE_YUT_TURNS]);

/*
 * A search of any position that remembers what it has seen: for some dice that are known, and forever for those that
 * are not. Values are numerators over 5^unknown.
 */
struct reference_yut_solver;

/* To be destroyed by the caller; aborts when memory is out. */
struct reference_yut_solver *reference_yut_solver_create(void);
void reference_yut_solver_destroy(struct reference_yut_solver *solver);

/* The question from here on: `turns` turns (0 to 10), of which the first `known` dice are these. */
void reference_yut_set_dice(struct reference_yut_solver *solver, const uint8_t *dice, int known, int turns);

/* What these pieces win when all turns of the question are still to come. */
uint64_t reference_yut_value(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces);

struct reference_yut_move {
    int piece, from, to;
    int points;     /* of a legal move */
    uint64_t value; /* of a legal move */
    int by;         /* of a blocked move: the number of the piece in the way */
};

struct reference_yut_ranking {
    uint64_t best;
    int move_count, blocked_count;
    struct reference_yut_move moves[REFERENCE_YUT_PIECES];   /* best first, ties by piece */
    struct reference_yut_move blocked[REFERENCE_YUT_PIECES]; /* by piece */
};

/* Every move of the first die, which is known. */
void reference_yut_rank_moves(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces,
                              struct reference_yut_ranking *ranking);

#endif
