/* The handlers of omok. */
#ifndef YUTOMOK_OMOK_ENDPOINT_H
#define YUTOMOK_OMOK_ENDPOINT_H

#include "http/request.h"

/* POST /omok: the winner and the winning stone. */
handler_function omok_answer;

#endif
