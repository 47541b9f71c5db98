#include "http/route.h"

#include <stdio.h>
#include <string.h>

static const char *const method_names[] = {
    [METHOD_OTHER] = "other", [METHOD_GET] = "GET",         [METHOD_HEAD] = "HEAD",
    [METHOD_POST] = "POST",   [METHOD_OPTIONS] = "OPTIONS",
};

enum method method_from_name(const char *name)
{
    for (enum method method = METHOD_GET; method <= METHOD_OPTIONS; method++)
        if (strcmp(method_names[method], name) == 0)
            return method;
    return METHOD_OTHER;
}

const char *method_name(enum method method)
{
    return method_names[method];
}

/* Does a row stand for this path? "*" asks of the server as a whole. */
static bool covers(const char *path, const struct route *route)
{
    return strcmp(path, "*") == 0 || strcmp(path, route->path) == 0;
}

const struct route *route_find(const struct route_table *table, enum method method, const char *path,
                               bool *ret_path_exists)
{
    const enum method wanted = method == METHOD_HEAD ? METHOD_GET : method;
    *ret_path_exists = strcmp(path, "*") == 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct route *const route = &table->routes[i];
        if (strcmp(route->path, path) != 0)
            continue;
        *ret_path_exists = true;
        if (route->method == wanted)
            return route;
    }
    return NULL;
}

void route_allow(const struct route_table *table, const char *path, char allow[ALLOW_BYTES])
{
    bool allowed[] = {[METHOD_OPTIONS] = true};
    for (size_t i = 0; i < table->count; i++) {
        if (!covers(path, &table->routes[i]))
            continue;
        allowed[table->routes[i].method] = true;
        allowed[METHOD_HEAD] |= table->routes[i].method == METHOD_GET;
    }
    size_t length = 0;
    for (enum method method = METHOD_GET; method <= METHOD_OPTIONS; method++)
        if (allowed[method])
            length += (size_t)snprintf(allow + length, ALLOW_BYTES - length, "%s%s", length > 0 ? ", " : "",
                                       method_names[method]);
}
