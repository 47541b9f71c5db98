#include "omok/endpoint.h"

#include "omok/codec.h"

bool omok_answer_check(const struct request *request, struct buffer *out, struct problem *problem)
{
    struct omok_claim claim;
    return omok_read_claim_json(request->body, request->body_length, &claim, problem) &&
           omok_write_check(&claim, out, problem);
}

bool omok_answer(const struct request *request, struct buffer *out, struct problem *problem)
{
    if (request->reads == MEDIA_TEXT)
        return omok_answer_text(request, out, problem);
    struct omok_board board;
    return omok_read_board_json(request->body, request->body_length, &board, problem) &&
           omok_write_answer(request, &board, out, problem);
}
