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
