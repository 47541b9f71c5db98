#include "problem.h"

#include <limits.h>
#include <stdio.h>

bool problem_set_from(struct problem *problem, enum problem_type type, const char *format, va_list arguments)
{
    *problem = (struct problem){.type = type};
    vsnprintf(problem->detail, sizeof problem->detail, format, arguments);
    return false;
}

bool problem_set(struct problem *problem, enum problem_type type, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    problem_set_from(problem, type, format, arguments);
    va_end(arguments);
    return false;
}

const char *problem_or_beyond(int integer)
{
    if (integer == INT_MAX)
        return " or more";
    return integer == INT_MIN ? " or less" : "";
}

bool problem_unless(bool ok, struct problem *problem)
{
    if (!ok)
        problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
    return ok;
}
