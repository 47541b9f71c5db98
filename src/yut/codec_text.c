#include <assert.h>

#include "text/faults.h"
#include "text/scanner.h"
#include "yut/codec.h"

struct progress {
    struct text_scanner scanner;
    struct text_faults faults;
    struct text_place case_place; /* of the first die of the current case */
    size_t cases;                 /* complete ones */
    unsigned count;               /* dice of the current case so far */
    uint8_t dice[YUT_TURNS];
};

static_assert(sizeof(struct progress) <= REQUEST_PROGRESS_BYTES, "a request has room for it");

static bool answer_case(const struct request *request, struct progress *progress, struct buffer *out,
                        struct problem *problem)
{
    progress->count = 0;
    progress->cases++;
    if (request->writes == MEDIA_JSON && progress->cases > 1)
        text_fault(&progress->faults, PROBLEM_ONE_CASE_ONLY, progress->case_place, "A second case begins here");
    if (progress->faults.found)
        return true;
    return yut_write_answer(request, progress->dice, out, problem) &&
           (request->writes != MEDIA_NDJSON || buffer_append(out, "\n", 1));
}

static bool add_die(const struct request *request, struct progress *progress, const struct text_token *token,
                    struct buffer *out, struct problem *problem)
{
    int die;
    if (!text_integer(token, &die))
        return text_malformed(token, problem);
    if (progress->count == 0)
        progress->case_place = token->place;
    if (die < 1 || die > YUT_FACES)
        text_fault(&progress->faults, PROBLEM_DIE_OUT_OF_RANGE, token->place, "Die %u of case %zu is %d",
                   progress->count + 1, progress->cases + 1, die);
    progress->dice[progress->count++] = (uint8_t)die;
    return progress->count < YUT_TURNS || answer_case(request, progress, out, problem);
}

static bool finish(struct progress *progress, struct problem *problem)
{
    if (progress->count > 0)
        text_fault(&progress->faults, PROBLEM_WRONG_DICE_COUNT, progress->case_place,
                   "Case %zu begins here and has %u dice, not %d", progress->cases + 1, progress->count, YUT_TURNS);
    else if (progress->cases == 0)
        text_fault(&progress->faults, PROBLEM_WRONG_CASE_COUNT, (struct text_place){1, 1}, "There is no case");
    if (!progress->faults.found)
        return true;
    *problem = progress->faults.first;
    return false;
}

bool yut_answer_text(const struct request *request, struct buffer *out, struct problem *problem)
{
    struct progress *const progress = request->progress;
    text_begin_piece(&progress->scanner, request->body, request->body_length);
    struct text_token token;
    while (text_next(&progress->scanner, &token))
        if (!add_die(request, progress, &token, out, problem))
            return false;
    return !request->last_piece || finish(progress, problem);
}
