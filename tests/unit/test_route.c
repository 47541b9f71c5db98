/* Everything that derives from the table of routes, on a table of the test's own. */
#include "support.h"

#include <string.h>

#include "http/route.h"
#include "routes.h"

static bool handle(const struct request *request, struct buffer *out, struct problem *problem)
{
    (void)request;
    (void)out;
    (void)problem;
    return true;
}

static const struct route rows[] = {
    {METHOD_GET, "/", 0, MEDIA_TEXT, 0, handle},
    {METHOD_GET, "/both", 0, MEDIA_JSON, 0, handle},
    {METHOD_POST, "/post", MEDIA_JSON, MEDIA_JSON, 0, handle},
    {METHOD_POST, "/both", MEDIA_JSON, MEDIA_JSON, 0, handle},
    {METHOD_GET, "/both/get", 0, MEDIA_JSON, 0, handle},
};
static const struct route_table table = {rows, COUNT_OF(rows)};
static const struct route_table empty = {NULL, 0};
static const struct route_table posts = {rows + 2, 1};

static void test_method_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum method method;
    } cases[] = {
        {"GET", METHOD_GET},       {"HEAD", METHOD_HEAD},    {"POST", METHOD_POST},   {"OPTIONS", METHOD_OPTIONS},
        {"PUT", METHOD_OTHER},     {"DELETE", METHOD_OTHER}, {"PATCH", METHOD_OTHER}, {"TRACE", METHOD_OTHER},
        {"CONNECT", METHOD_OTHER}, {"get", METHOD_OTHER},    {"Post", METHOD_OTHER},  {"", METHOD_OTHER},
        {"GETX", METHOD_OTHER},    {"GE", METHOD_OTHER},     {" GET", METHOD_OTHER},  {"OPTION", METHOD_OTHER},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_number(cases[i].name, "the method", method_from_name(cases[i].name), cases[i].method);
}

static void test_rows_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum method method;
        const char *path;
        int row; /* -1: none */
        bool path_exists;
    } cases[] = {
        {"GET", METHOD_GET, "/", 0, true},
        {"HEAD as GET", METHOD_HEAD, "/", 0, true},
        {"POST of a GET path", METHOD_POST, "/", -1, true},
        {"GET of both", METHOD_GET, "/both", 1, true},
        {"HEAD of both", METHOD_HEAD, "/both", 1, true},
        {"POST of both", METHOD_POST, "/both", 3, true},
        {"POST", METHOD_POST, "/post", 2, true},
        {"GET of a POST path", METHOD_GET, "/post", -1, true},
        {"HEAD of a POST path", METHOD_HEAD, "/post", -1, true},
        {"OPTIONS has no row", METHOD_OPTIONS, "/post", -1, true},
        {"another method", METHOD_OTHER, "/both", -1, true},
        {"below another path", METHOD_GET, "/both/get", 4, true},
        {"no such path", METHOD_GET, "/nothing", -1, false},
        {"trailing slash", METHOD_GET, "/both/", -1, false},
        {"longer", METHOD_GET, "/both/get/x", -1, false},
        {"shorter", METHOD_GET, "/bot", -1, false},
        {"two slashes", METHOD_GET, "//", -1, false},
        {"another case", METHOD_POST, "/Post", -1, false},
        {"empty", METHOD_GET, "", -1, false},
        {"OPTIONS of nothing", METHOD_OPTIONS, "/nothing", -1, false},
        {"all", METHOD_OPTIONS, "*", -1, true},
        {"all, another method", METHOD_GET, "*", -1, true},
        {"a star in a path", METHOD_OPTIONS, "/*", -1, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool path_exists = !cases[i].path_exists;
        const struct route *const route = route_find(&table, cases[i].method, cases[i].path, &path_exists);
        check_number(cases[i].name, "the row", route != NULL ? (int)(route - rows) : -1, cases[i].row);
        check_number(cases[i].name, "the path exists", path_exists, cases[i].path_exists);
    }
}

static void test_allow(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const struct route_table *table;
        const char *path;
        const char *allow;
    } cases[] = {
        {"GET", &table, "/", "GET, HEAD, OPTIONS"},
        {"POST", &table, "/post", "POST, OPTIONS"},
        {"both", &table, "/both", "GET, HEAD, POST, OPTIONS"},
        {"all", &table, "*", "GET, HEAD, POST, OPTIONS"},
        {"all of a table without GET", &posts, "*", "POST, OPTIONS"},
        {"all of an empty table", &empty, "*", "OPTIONS"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char allow[ALLOW_BYTES];
        memset(allow, '?', sizeof allow);
        route_allow(cases[i].table, cases[i].path, allow);
        check_text(cases[i].name, "Allow", allow, cases[i].allow);
    }
}

/* The real table keeps what the struct asks of it. */
static void test_the_table_of_the_program(void **state)
{
    (void)state;
    check("the table", yutomok_routes.count > 0);
    for (size_t i = 0; i < yutomok_routes.count; i++) {
        const struct route *const route = &yutomok_routes.routes[i];
        check(route->path, route->path[0] == '/' && route->handle != NULL && route->writes != 0);
        check(route->path, route->method == METHOD_GET || route->method == METHOD_POST);
        check_number(route->path, "reads something", route->reads != 0, route->method == METHOD_POST);
        bool path_exists = false;
        check(route->path, route_find(&yutomok_routes, route->method, route->path, &path_exists) == route);
        check(route->path, path_exists);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_method_names),
        cmocka_unit_test(test_rows_are_found),
        cmocka_unit_test(test_allow),
        cmocka_unit_test(test_the_table_of_the_program),
    };
    return cmocka_run_group_tests_name("route", tests, NULL, NULL);
}
