#include "routes.h"

#include "http/operations.h"
#include "omok/endpoint.h"
#include "yut/endpoint.h"

#define CASES (MEDIA_JSON | MEDIA_TEXT)
#define ANSWERS (MEDIA_JSON | MEDIA_NDJSON | MEDIA_TEXT)

static const struct route routes[] = {
    /* clang-format off */
    /* method     path             reads  writes      parameters  handler */
    {METHOD_POST, "/yut",          CASES, ANSWERS,    0,          yut_answer},
    {METHOD_POST, "/omok",         CASES, ANSWERS,    0,          omok_answer},
    {METHOD_GET,  "/openapi.yaml", 0,     MEDIA_YAML, 0,          answer_openapi},
    {METHOD_GET,  "/healthz",      0,     MEDIA_JSON, 0,          answer_healthz},
    {METHOD_GET,  "/readyz",       0,     MEDIA_JSON, 0,          answer_readyz},
    /* clang-format on */
};

const struct route_table yutomok_routes = {.routes = routes, .count = sizeof routes / sizeof routes[0]};
