#include "all_mistakes.h"

#include "json/arena.h"
#include "json/writer.h"
#include "omok/codec.h"
#include "yut/codec.h"

bool mistakes_answer(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    if (!json_arena_reset())
        return problem_unless(false, problem);
    struct cJSON *const answer = json_object();
    json_add(answer, "yut", yut_mistakes_to_json());
    json_add(answer, "omok", omok_mistakes_to_json());
    return problem_unless(json_write(answer, out), problem);
}
