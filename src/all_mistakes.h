/* What people get wrong, of all games together: the games know nothing of each other. */
#ifndef YUTOMOK_ALL_MISTAKES_H
#define YUTOMOK_ALL_MISTAKES_H

#include "http/request.h"

/* GET /mistakes: the tables of all games. */
handler_function mistakes_answer;

#endif
