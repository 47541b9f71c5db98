/* The handlers of omok. */
#ifndef YUTOMOK_OMOK_ENDPOINT_H
#define YUTOMOK_OMOK_ENDPOINT_H

#include "http/request.h"

/* POST /omok: the winner and the winning stone. */
handler_function omok_answer;

/* POST /omok/check: whether a verdict is right, and which mistakes lead to it if it is not. */
handler_function omok_answer_check;

/* GET /omok/cases: boards that expose mistakes. */
handler_function omok_answer_cases;

#endif
