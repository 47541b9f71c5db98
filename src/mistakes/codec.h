/* Mistakes and hard cases as JSON and text: what is the same in all games. Trees are made in this thread's arena. */
#ifndef YUTOMOK_MISTAKES_CODEC_H
#define YUTOMOK_MISTAKES_CODEC_H

#include <stdbool.h>

#include "http/request.h"
#include "mistakes/hard_cases.h"
#include "mistakes/mistake.h"

struct cJSON;

/*
 * Appends {"correct":...,"expected":...,"mistakes":[...]} as one JSON object; a correct answer comes with no mistakes.
 * `expected` is a tree in the arena. False with problem overloaded when memory is out.
 */
bool mistakes_write_check(const struct mistake_table *table, bool is_correct, struct cJSON *expected,
                          mistake_set mistakes, struct buffer *out, struct problem *problem);

/* The whole table as an array; `example` makes the tree of a case that exposes a mistake. */
struct cJSON *mistakes_to_json(const struct mistake_table *table, struct cJSON *(*example)(unsigned mistake));

/* How a game writes its cases. */
struct hard_case_codec {
    const struct hard_case_game *game;
    struct cJSON *(*to_json)(const void *hard_case);                 /* an object, that what it exposes is added to */
    bool (*write_input)(const void *hard_case, struct buffer *out);  /* as BOJ has it; false: memory is out */
    bool (*write_output)(const void *hard_case, struct buffer *out); /* the right answer */
};

/*
 * Answers GET .../cases from the query's count, seed, mistake and part: one object with all cases, one a line, or the
 * inputs or outputs of all as text. False with problem bad-query, or overloaded when memory is out.
 */
bool hard_cases_answer(const struct hard_case_codec *codec, const struct request *request, struct buffer *out,
                       struct problem *problem);

#endif
