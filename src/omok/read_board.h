/* Boards in JSON, as all requests of omok have them. For the codecs of this folder. */
#ifndef YUTOMOK_OMOK_READ_BOARD_H
#define YUTOMOK_OMOK_READ_BOARD_H

#include <stdbool.h>

#include "json/reader.h"
#include "omok/board.h"

/*
 * Reads 19 rows, each an array of 19 integers of 0 to 2 or a string of 19 such digits, all rows alike: not-an-array,
 * wrong-row-count, wrong-column-count, not-an-integer, cell-out-of-range. On failure `ret_board` is untouched.
 */
bool omok_read_board_array(const struct cJSON *array, const struct json_path *path, struct omok_board *ret_board,
                           struct problem *problem);

#endif
