#include "http/query.h"

#include <stddef.h>
#include <string.h>

#include "text/decimal.h"

/* Which of two words this is. */
static bool take_word(const char *value, const char *word_for_false, const char *word_for_true, bool *ret_is_true)
{
    const bool is_true = strcmp(value, word_for_true) == 0;
    if (!is_true && strcmp(value, word_for_false) != 0)
        return false;
    *ret_is_true = is_true;
    return true;
}

static bool take_explain(struct query *query, const char *value)
{
    return take_word(value, "false", "true", &query->explain);
}

static bool take_count(struct query *query, const char *value)
{
    return text_read_decimal(value, &query->count);
}

static bool take_seed(struct query *query, const char *value)
{
    return text_read_decimal(value, &query->seed);
}

static bool take_mistake(struct query *query, const char *value)
{
    query->mistake = value;
    return true;
}

static bool take_part(struct query *query, const char *value)
{
    return take_word(value, "in", "out", &query->part_is_out);
}

static const struct {
    const char *name;
    unsigned bit;
    bool (*take)(struct query *query, const char *value);
} parameters[] = {
    {"explain", PARAMETER_EXPLAIN, take_explain}, {"count", PARAMETER_COUNT, take_count},
    {"seed", PARAMETER_SEED, take_seed},          {"mistake", PARAMETER_MISTAKE, take_mistake},
    {"part", PARAMETER_PART, take_part},
};

bool query_take(struct query *query, const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
        if (strcmp(parameters[i].name, name) != 0)
            continue;
        if (value == NULL || (query->given & parameters[i].bit) != 0)
            return false;
        query->given |= parameters[i].bit;
        return parameters[i].take(query, value);
    }
    return false;
}
