#include "json/reader.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"

/* What a URI fragment may hold as it is (RFC 3986, section 3.5), but for '/' and '~', which a pointer escapes itself.
 */
static bool is_fragment_character(char c)
{
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        return true;
    return strchr("-._!$&'()*+,;=:@?", c) != NULL;
}

/* Appends a token to a pointer at `at`, or counts only when `at` is NULL; returns the bytes it takes. */
static size_t write_name(char *at, const char *name)
{
    size_t length = 0;
    for (; *name != '\0'; name++) {
        char escaped[4];
        size_t size;
        if (*name == '~' || *name == '/')
            size = (size_t)snprintf(escaped, sizeof escaped, "~%c", *name == '~' ? '0' : '1');
        else if (is_fragment_character(*name))
            size = (size_t)snprintf(escaped, sizeof escaped, "%c", *name);
        else
            size = (size_t)snprintf(escaped, sizeof escaped, "%%%02X", (unsigned)(unsigned char)*name);
        if (at != NULL)
            memcpy(at + length, escaped, size);
        length += size;
    }
    return length;
}

static size_t write_path(char *at, const struct json_path *path)
{
    if (path == NULL) {
        if (at != NULL)
            at[0] = '#';
        return 1;
    }
    size_t length = write_path(at, path->parent);
    if (at != NULL)
        at[length] = '/';
    length++;
    if (path->name != NULL)
        return length + write_name(at != NULL ? at + length : NULL, path->name);
    char index[24];
    const size_t size = (size_t)snprintf(index, sizeof index, "%zu", path->index);
    if (at != NULL)
        memcpy(at + length, index, size);
    return length + size;
}

bool json_problem(struct problem *problem, enum problem_type type, const struct json_path *path, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    problem_set_from(problem, type, format, arguments);
    va_end(arguments);

    const size_t length = write_path(NULL, path);
    char *const pointer = json_arena_allocate(length + 1);
    if (pointer == NULL)
        return problem_set(problem, PROBLEM_BODY_TOO_LARGE, "The document needs more memory than one may use");
    write_path(pointer, path);
    pointer[length] = '\0';
    problem->pointer = pointer;
    return false;
}

bool json_read_integer(const cJSON *value, const struct json_path *path, int *ret_integer, struct problem *problem)
{
    if (!cJSON_IsNumber(value))
        return json_problem(problem, PROBLEM_NOT_AN_INTEGER, path, "An integer is expected here");
    const double number = value->valuedouble;
    if (number != value->valueint && number != trunc(number))
        return json_problem(problem, PROBLEM_NOT_AN_INTEGER, path, "The number here is not an integer");
    *ret_integer = value->valueint; /* which stops at the limits of int */
    return true;
}

bool json_require_array(const cJSON *value, const struct json_path *path, struct problem *problem)
{
    if (cJSON_IsArray(value))
        return true;
    return json_problem(problem, PROBLEM_NOT_AN_ARRAY, path, "An array is expected here");
}

static const struct json_member *find_member(const struct json_member *members, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
    return NULL;
}

bool json_read_object(const cJSON *value, const struct json_path *path, const struct json_member *members, size_t count,
                      void *target, struct problem *problem)
{
    if (!cJSON_IsObject(value))
        return json_problem(problem, PROBLEM_NOT_AN_OBJECT, path, "An object is expected here");
    uint32_t seen = 0;
    const cJSON *child;
    for (child = value->child; child != NULL; child = child->next) {
        const struct json_path child_path = {.parent = path, .name = child->string};
        const struct json_member *const member = find_member(members, count, child->string);
        if (member == NULL)
            return json_problem(problem, PROBLEM_UNKNOWN_MEMBER, &child_path, "There is no member of this name");
        const uint32_t bit = UINT32_C(1) << (member - members);
        if ((seen & bit) != 0)
            return json_problem(problem, PROBLEM_DUPLICATE_MEMBER, &child_path, "\"%s\" is given twice", member->name);
        seen |= bit;
        if (!member->read(child, &child_path, target, problem))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        if (members[i].required && (seen >> i & 1) == 0)
            return json_problem(problem, PROBLEM_MISSING_MEMBER, path, "\"%s\" is missing", members[i].name);
    return true;
}
