#include "yut/endpoint.h"

#include "yut/codec.h"

bool yut_answer(const struct request *request, struct buffer *out, struct problem *problem)
{
    if (request->reads == MEDIA_TEXT)
        return yut_answer_text(request, out, problem);
    uint8_t dice[YUT_TURNS];
    return yut_read_dice_json(request->body, request->body_length, dice, problem) &&
           yut_write_answer(request, dice, out, problem);
}

bool yut_answer_moves(const struct request *request, struct buffer *out, struct problem *problem)
{
    struct yut_position position;
    if (!yut_read_position_json(request->body, request->body_length, &position, problem))
        return false;
    struct yut_ranking ranking;
    yut_rank_moves(&position, &ranking);
    return yut_write_ranking(&ranking, out, problem);
}

bool yut_answer_check(const struct request *request, struct buffer *out, struct problem *problem)
{
    struct yut_claim claim;
    return yut_read_claim_json(request->body, request->body_length, &claim, problem) &&
           yut_write_check(&claim, out, problem);
}

bool yut_answer_board(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    return yut_write_board(out, problem);
}
