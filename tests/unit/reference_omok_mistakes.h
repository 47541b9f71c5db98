/*
 * Programs for omok boards that make one mistake each, as a learner would write them: a scan of all cells and four
 * directions. Written from the explanations of the mistakes alone; it shares no code with src/omok, so that one mistake
 * can't hide the other.
 */
#ifndef YUTOMOK_TESTS_UNIT_REFERENCE_OMOK_MISTAKES_H
#define YUTOMOK_TESTS_UNIT_REFERENCE_OMOK_MISTAKES_H

#include <stdbool.h>

#include "unit/reference_omok.h"

struct reference_omok_report {
    bool known; /* there is such a mistake */
    int winner; /* 0: nobody, and row and column are 0 */
    int row;
    int column;
};

/* What a program with this mistake reports; with "" for the id, one without a mistake. */
struct reference_omok_report reference_omok_mistaken_report(const char *id, const struct reference_omok_board *board);

#endif
