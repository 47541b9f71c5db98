/* Dice in JSON, as all requests of dice yut have them. For the codecs of this folder. */
#ifndef YUTOMOK_YUT_READ_DICE_H
#define YUTOMOK_YUT_READ_DICE_H

#include <stdbool.h>
#include <stdint.h>

#include "json/reader.h"
#include "yut/board.h"

struct yut_dice {
    uint8_t dice[YUT_TURNS];
    uint8_t count;
};

/*
 * Reads an array of `min` to `max` (at most 10) integers of 1 to 5: not-an-array, wrong-dice-count, not-an-integer,
 * die-out-of-range. On failure `ret_dice` is untouched.
 */
bool yut_read_dice_array(const struct cJSON *array, const struct json_path *path, int min, int max,
                         struct yut_dice *ret_dice, struct problem *problem);

#endif
