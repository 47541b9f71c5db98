/* Whatever the strict check accepts, cJSON parses, unless it outgrows the arena; what it refuses has a place. */
#include <cjson/cJSON.h>

#include "ask.h"
#include "json/arena.h"
#include "json/check.h"
#include "json/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool initialized;
    if (!initialized)
        require(json_arena_init(), "arena");
    initialized = true;

    const char *const text = (const char *)data;
    struct problem problem = {0};
    bool has_long_numbers;
    const bool accepted = json_check(text, size, &has_long_numbers, &problem);
    if (!accepted)
        require(problem.line >= 1 && problem.column >= 1 && problem.column <= size + 1, "a fault has a place");
    const cJSON *const root = json_parse(text, size, &problem);
    if (accepted)
        require(root != NULL || problem.type == PROBLEM_BODY_TOO_LARGE, "cJSON parses what the check accepts");
    return 0;
}
