#include <cjson/cJSON.h>

#include "json/arena.h"
#include "json/writer.h"
#include "yut/codec.h"
#include "yut/drawing.h"

static cJSON *arrow_to_json(unsigned to)
{
    return to == YUT_NO_CELL ? cJSON_CreateNull() : json_integer(to);
}

bool yut_write_board(struct buffer *out, struct problem *problem)
{
    if (!json_arena_reset())
        return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
    cJSON *const cells = json_array();
    for (unsigned id = 0; id < YUT_CELLS; id++) {
        const struct yut_cell *const cell = yut_cell(id);
        const struct yut_point place = yut_cell_place(id);
        cJSON *const object = json_object();
        json_add_integer(object, "id", id);
        json_add_integer(object, "printed", cell->printed);
        json_add(object, "red", arrow_to_json(cell->red));
        json_add(object, "blue", arrow_to_json(cell->blue));
        json_add(object, "x", json_decimal(place.x, 3));
        json_add(object, "y", json_decimal(place.y, 3));
        json_append(cells, object);
    }
    cJSON *const board = json_object();
    json_add(board, "cells", cells);
    return problem_unless(json_write(board, out), problem);
}
