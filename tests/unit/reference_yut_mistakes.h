/*
 * Programs for dice yut that make one mistake each, as a learner would write them: four roads in arrays, a piece that
 * knows its road and its place on it, and a search of all choices of pieces. Written from the explanations of the
 * mistakes alone; it shares no code with src/yut, so that one mistake can't hide the other.
 */
#ifndef YUTOMOK_TESTS_UNIT_REFERENCE_YUT_MISTAKES_H
#define YUTOMOK_TESTS_UNIT_REFERENCE_YUT_MISTAKES_H

#include <stdint.h>

/* The score that a program with this mistake gives for ten dice; with "" for the id, one without a mistake. -1: there
 * is no such mistake here. */
int reference_yut_mistaken_score(const char *id, const uint8_t dice[10]);

#endif
