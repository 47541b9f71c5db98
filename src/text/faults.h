/* The first fault of a text that holds cases. */
#ifndef YUTOMOK_TEXT_FAULTS_H
#define YUTOMOK_TEXT_FAULTS_H

#include <stdbool.h>

#include "buffer.h"
#include "problem.h"
#include "text/scanner.h"

/*
 * A text that holds a fault is refused whole, but it is read to its end first: a token that is no number anywhere
 * (400) goes before a number that is wrong (422). Starts as {0}.
 */
struct text_faults {
    bool found;
    struct problem first;
};

/* Remembers this fault if it is the first. */
void text_fault(struct text_faults *faults, enum problem_type type, struct text_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Remembers this fault in place of any other: it stands before them in the text. */
void text_fault_before_all(struct text_faults *faults, enum problem_type type, struct text_place place,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Ends the line of an answer, if it is one. False with problem overloaded when memory is out. */
bool text_end_answer(bool is_line, struct buffer *out, struct problem *problem);

#endif
