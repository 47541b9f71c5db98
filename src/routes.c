#include "routes.h"

#include "all_mistakes.h"
#include "http/operations.h"
#include "omok/endpoint.h"
#include "web/page.h"
#include "yut/endpoint.h"

#define JSON_CASES (MEDIA_JSON | MEDIA_NDJSON)
#define CASES (JSON_CASES | MEDIA_TEXT)
#define ANSWERS CASES
#define DRAWN (ANSWERS | MEDIA_SVG)
#define CASES_MORE (ROUTE_CACHEABLE | PARAMETER_COUNT | PARAMETER_SEED | PARAMETER_MISTAKE | PARAMETER_PART)
#define PAGE (ROUTE_CACHEABLE | ROUTE_PAGE)

static const struct route routes[] = {
    /* clang-format off */
    /* method     path             reads        writes            more               handler */
    {METHOD_POST, "/yut",          CASES,       DRAWN,            PARAMETER_EXPLAIN, yut_answer},
    {METHOD_POST, "/omok",         CASES,       DRAWN,            PARAMETER_EXPLAIN, omok_answer},
    {METHOD_POST, "/yut/moves",    JSON_CASES,  JSON_CASES,       0,                 yut_answer_moves},
    {METHOD_POST, "/yut/check",    JSON_CASES,  JSON_CASES,       0,                 yut_answer_check},
    {METHOD_POST, "/omok/check",   JSON_CASES,  JSON_CASES,       0,                 omok_answer_check},
    {METHOD_GET,  "/yut/cases",    0,           ANSWERS,          CASES_MORE,        yut_answer_cases},
    {METHOD_GET,  "/omok/cases",   0,           ANSWERS,          CASES_MORE,        omok_answer_cases},
    {METHOD_GET,  "/mistakes",     0,           MEDIA_JSON,       ROUTE_CACHEABLE,   mistakes_answer},
    {METHOD_GET,  "/yut/board",    0,           MEDIA_JSON,       ROUTE_CACHEABLE,   yut_answer_board},
    {METHOD_GET,  "/openapi.yaml", 0,           MEDIA_YAML,       ROUTE_CACHEABLE,   answer_openapi},
    {METHOD_GET,  "/stress.sh",   0,           MEDIA_TEXT,       ROUTE_CACHEABLE,   answer_stress},
    {METHOD_GET,  "/healthz",      0,           MEDIA_JSON,       0,                 answer_healthz},
    {METHOD_GET,  "/readyz",       0,           MEDIA_JSON,       0,                 answer_readyz},
    {METHOD_GET,  "/metrics",      0,           MEDIA_PROMETHEUS, 0,                 answer_metrics},
    /* the page for people */
    {METHOD_GET,  "/",             0,           MEDIA_HTML,       PAGE,              answer_page},
    {METHOD_GET,  "/page.css",     0,           MEDIA_CSS,        PAGE,              answer_page_style},
    {METHOD_GET,  "/page.js",      0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_script},
    {METHOD_GET,  "/words.js",     0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_words},
    {METHOD_GET,  "/elements.js",  0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_elements},
    {METHOD_GET,  "/server.js",    0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_server},
    {METHOD_GET,  "/yut.js",       0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_yut},
    {METHOD_GET,  "/yut-board.js", 0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_yut_board},
    {METHOD_GET,  "/dice.js",      0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_dice},
    {METHOD_GET,  "/omok.js",      0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_omok},
    {METHOD_GET,  "/omok-board.js",0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_omok_board},
    {METHOD_GET,  "/check.js",     0,           MEDIA_JAVASCRIPT, PAGE,              answer_page_check},
    /* clang-format on */
};

const struct route_table yutomok_routes = {.routes = routes, .count = sizeof routes / sizeof routes[0]};
