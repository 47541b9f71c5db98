#include "web/page.h"

#include "embedded.h"

/* A handler that gives a file of the page, compressed for those who want it so. */
#define ANSWER_WITH(name)                                                                                              \
    EMBEDDED(name);                                                                                                    \
    EMBEDDED(name##_gzip);                                                                                             \
    bool answer_##name(const struct request *request, struct buffer *out, struct problem *problem)                     \
    {                                                                                                                  \
        return problem_unless(request->gzip ? buffer_append(out, embedded_##name##_gzip, embedded_##name##_gzip_size)  \
                                            : buffer_append(out, embedded_##name, embedded_##name##_size),             \
                              problem);                                                                                \
    }

ANSWER_WITH(page)
ANSWER_WITH(page_style)
ANSWER_WITH(page_script)
ANSWER_WITH(page_words)
ANSWER_WITH(page_elements)
ANSWER_WITH(page_server)
ANSWER_WITH(page_yut)
ANSWER_WITH(page_yut_board)
ANSWER_WITH(page_dice)
ANSWER_WITH(page_omok)
ANSWER_WITH(page_omok_board)
ANSWER_WITH(page_check)
