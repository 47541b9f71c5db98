/* The handler of what all games have in common about mistakes. */
#ifndef YUTOMOK_MISTAKES_ENDPOINT_H
#define YUTOMOK_MISTAKES_ENDPOINT_H

#include "http/request.h"

/* GET /mistakes: the tables of all games. */
handler_function mistakes_answer;

#endif
