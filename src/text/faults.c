#include "text/faults.h"

#include <stdarg.h>

static void set_first(struct text_faults *faults, enum problem_type type, struct text_place place, const char *format,
                      va_list arguments)
{
    faults->found = true;
    problem_set_from(&faults->first, type, format, arguments);
    faults->first.line = place.line;
    faults->first.column = place.column;
}

void text_fault(struct text_faults *faults, enum problem_type type, struct text_place place, const char *format, ...)
{
    if (faults->found)
        return;
    va_list arguments;
    va_start(arguments, format);
    set_first(faults, type, place, format, arguments);
    va_end(arguments);
}

void text_fault_before_all(struct text_faults *faults, enum problem_type type, struct text_place place,
                           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_first(faults, type, place, format, arguments);
    va_end(arguments);
}

bool text_end_answer(bool is_line, struct buffer *out, struct problem *problem)
{
    return problem_unless(!is_line || buffer_append(out, "\n", 1), problem);
}
