/*
 * The rules of omok a second time, as a plain scan of a board of numbers, for the tests to hold src/omok against.
 * Written from the contract alone; it shares no code with src/omok, so that one mistake can't hide the other.
 */
#ifndef YUTOMOK_TESTS_UNIT_REFERENCE_OMOK_H
#define YUTOMOK_TESTS_UNIT_REFERENCE_OMOK_H

#include <stdbool.h>

enum { REFERENCE_OMOK_SIZE = 19, REFERENCE_OMOK_LINES_MAX = 4 * 19 * 19 };

/* cell[row][column], both from 0: 0 is empty, 1 black, 2 white. */
struct reference_omok_board {
    int cell[REFERENCE_OMOK_SIZE][REFERENCE_OMOK_SIZE];
};

/* In the order of the contract: E, S, SE, NE. */
enum { REFERENCE_OMOK_DIRECTIONS = 4 };

/* How far one step in a direction leads. */
int reference_omok_row_step(int direction);
int reference_omok_column_step(int direction);

bool reference_omok_is_on_board(int row, int column);

/* Row and column are those of the first stone, from 1 as everything that is reported. */
struct reference_omok_line {
    int color, row, column, direction, length;
};

struct reference_omok_verdict {
    bool two_winners;
    int winner, row, column; /* all 0 without a winner, and with two */
    int five_count, overline_count;
    struct reference_omok_line fives[REFERENCE_OMOK_LINES_MAX];
    struct reference_omok_line overlines[REFERENCE_OMOK_LINES_MAX];
};

void reference_omok_judge(const struct reference_omok_board *board, struct reference_omok_verdict *verdict);

#endif
