#include "yut/read_dice.h"

#include <cjson/cJSON.h>

static bool read_die(const cJSON *value, const struct json_path *path, uint8_t *die, struct problem *problem)
{
    int integer;
    if (!json_read_integer(value, path, &integer, problem))
        return false;
    if (integer < 1 || integer > YUT_FACES)
        return json_problem(problem, PROBLEM_DIE_OUT_OF_RANGE, path, "dice[%zu] is %d%s", path->index, integer,
                            problem_or_beyond(integer));
    *die = (uint8_t)integer;
    return true;
}

static bool wrong_count(int count, int min, int max, const struct json_path *path, struct problem *problem)
{
    if (min == max)
        return json_problem(problem, PROBLEM_WRONG_DICE_COUNT, path, "The number of dice is %d, not %d", count, max);
    return json_problem(problem, PROBLEM_WRONG_DICE_COUNT, path, "The number of dice is %d, not %d to %d", count, min,
                        max);
}

bool yut_read_dice_array(const cJSON *array, const struct json_path *path, int min, int max, struct yut_dice *ret_dice,
                         struct problem *problem)
{
    if (!json_require_array(array, path, problem))
        return false;
    const int count = cJSON_GetArraySize(array);
    if (count < min || count > max)
        return wrong_count(count, min, max, path, problem);
    struct yut_dice dice = {.count = (uint8_t)count};
    struct json_path die_path = {.parent = path};
    const cJSON *element;
    for (element = array->child; element != NULL; element = element->next) {
        if (!read_die(element, &die_path, &dice.dice[die_path.index], problem))
            return false;
        die_path.index++;
    }
    *ret_dice = dice;
    return true;
}
