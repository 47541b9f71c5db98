/* Problem documents (RFC 9457): the one table from a type to its name, status and title. */
#ifndef YUTOMOK_HTTP_PROBLEM_DOCUMENT_H
#define YUTOMOK_HTTP_PROBLEM_DOCUMENT_H

#include "buffer.h"
#include "problem.h"

/* The HTTP status of a type: 4xx or 503. */
unsigned problem_status(enum problem_type type);

/*
 * Appends application/problem+json with the members type, title, status, detail, and pointer, line, column and lines
 * where they apply. It is a document in the arena like any other, and continues the one that its pointer or lines are
 * part of. False when memory is out, here or in the arena.
 */
bool problem_write(const struct problem *problem, struct buffer *out);

/*
 * Writes `problem` to `out` like problem_write, in the place of all that stands there from `begin` on. When that can't
 * be, the reason why takes its place: body-too-large, on the same line, when the document that it refers to leaves no
 * room beside it in the arena, else overloaded. False when there is no memory even for that.
 */
bool problem_tell(struct problem *problem, size_t begin, struct buffer *out);

#endif
