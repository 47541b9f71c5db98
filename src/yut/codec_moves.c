#include <cjson/cJSON.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"
#include "yut/codec.h"
#include "yut/read_dice.h"

/* A position as its members come; turns 0: not given. */
struct reading {
    struct yut_pieces pieces;
    struct yut_dice dice;
    int turns;
};

static bool read_piece(const cJSON *value, const struct json_path *path, struct yut_pieces *pieces,
                       struct problem *problem)
{
    int cell;
    if (!json_read_integer(value, path, &cell, problem))
        return false;
    if (cell < 0 || cell >= YUT_CELLS)
        return json_problem(problem, PROBLEM_CELL_OUT_OF_RANGE, path, "pieces[%zu] is %d%s; cells are 0 to %d",
                            path->index, cell, problem_or_beyond(cell), YUT_CELLS - 1);
    for (size_t i = 0; i < path->index; i++)
        if (pieces->cell[i] == cell && !yut_cell_is_shared((unsigned)cell))
            return json_problem(problem, PROBLEM_PIECES_OVERLAP, path, "Pieces %zu and %zu are both on cell %d", i + 1,
                                path->index + 1, cell);
    pieces->cell[path->index] = (uint8_t)cell;
    return true;
}

static bool read_pieces(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    if (!json_require_array(array, path, problem))
        return false;
    const int count = cJSON_GetArraySize(array);
    if (count != YUT_PIECES)
        return json_problem(problem, PROBLEM_WRONG_PIECE_COUNT, path, "The number of pieces is %d, not %d", count,
                            YUT_PIECES);
    struct reading *const reading = target;
    struct json_path piece_path = {.parent = path};
    const cJSON *element;
    for (element = array->child; element != NULL; element = element->next) {
        if (!read_piece(element, &piece_path, &reading->pieces, problem))
            return false;
        piece_path.index++;
    }
    return true;
}

static bool read_known_dice(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    struct reading *const reading = target;
    return yut_read_dice_array(array, path, 1, YUT_TURNS, &reading->dice, problem);
}

static bool read_turns(const cJSON *value, const struct json_path *path, void *target, struct problem *problem)
{
    struct reading *const reading = target;
    int turns;
    if (!json_read_integer(value, path, &turns, problem))
        return false;
    if (turns < 1 || turns > YUT_TURNS)
        return json_problem(problem, PROBLEM_TURNS_OUT_OF_RANGE, path, "turns is %d%s", turns,
                            problem_or_beyond(turns));
    reading->turns = turns;
    return true;
}

bool yut_read_position_json(const char *text, size_t length, struct yut_position *position, struct problem *problem)
{
    static const struct json_member members[] = {
        {.name = "pieces", .required = false, .read = read_pieces},
        {.name = "dice", .required = true, .read = read_known_dice},
        {.name = "turns", .required = false, .read = read_turns},
    };

    const cJSON *const root = json_parse(text, length, problem);
    if (root == NULL)
        return false;
    struct reading reading = {0};
    if (!json_read_object(root, NULL, members, sizeof members / sizeof members[0], &reading, problem))
        return false;
    const int known = reading.dice.count;
    if (reading.turns != 0 && known > reading.turns) {
        const struct json_path dice_path = {.name = "dice"};
        return json_problem(problem, PROBLEM_WRONG_DICE_COUNT, &dice_path, "The number of dice is %d, for %d turns",
                            known, reading.turns);
    }
    *position = (struct yut_position){.pieces = reading.pieces, .known = reading.dice.count};
    position->turns = (uint8_t)(reading.turns != 0 ? reading.turns : known);
    for (int i = 0; i < known; i++)
        position->dice[i] = reading.dice.dice[i];
    return true;
}

/* numerator / 5^n is numerator x 2^n / 10^n: a decimal number with n places, exactly. */
static cJSON *value_to_json(uint32_t numerator, unsigned unknown_dice)
{
    return json_decimal((int64_t)numerator << unknown_dice, unknown_dice);
}

static cJSON *move_to_json(const struct yut_move *move)
{
    cJSON *const object = json_object();
    json_add_integer(object, "piece", move->piece);
    json_add_integer(object, "from", move->from);
    json_add_integer(object, "to", move->to);
    return object;
}

bool yut_write_ranking(const struct yut_ranking *ranking, struct buffer *out, struct problem *problem)
{
    if (!json_arena_reset())
        return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
    cJSON *const moves = json_array(), *const blocked = json_array();
    for (unsigned i = 0; i < ranking->move_count; i++) {
        const struct yut_ranked_move *const ranked = &ranking->moves[i];
        cJSON *const object = move_to_json(&ranked->move);
        json_add_integer(object, "points", ranked->move.points);
        json_add(object, "value", value_to_json(ranked->value, ranking->unknown_dice));
        json_append(moves, object);
    }
    for (unsigned i = 0; i < ranking->blocked_count; i++) {
        cJSON *const object = move_to_json(&ranking->blocked[i].move);
        json_add_integer(object, "by", ranking->blocked[i].by);
        json_append(blocked, object);
    }
    cJSON *const answer = json_object();
    json_add(answer, "best", value_to_json(ranking->best, ranking->unknown_dice));
    json_add(answer, "moves", moves);
    json_add(answer, "blocked", blocked);
    return problem_unless(json_write(answer, out), problem);
}
