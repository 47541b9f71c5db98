/* Everything that a URL can do: the one table. */
#ifndef YUTOMOK_ROUTES_H
#define YUTOMOK_ROUTES_H

#include "http/route.h"

extern const struct route_table yutomok_routes;

#endif
