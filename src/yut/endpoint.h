/* The handlers of dice yut. */
#ifndef YUTOMOK_YUT_ENDPOINT_H
#define YUTOMOK_YUT_ENDPOINT_H

#include "http/request.h"

/* POST /yut: the best score for ten dice. */
handler_function yut_answer;

#endif
