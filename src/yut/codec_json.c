#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"
#include "json/parse.h"
#include "json/reader.h"
#include "json/writer.h"
#include "yut/codec.h"
#include "yut/read_dice.h"
#include "yut/solver.h"

static bool read_dice(const cJSON *array, const struct json_path *path, void *target, struct problem *problem)
{
    return yut_read_dice_array(array, path, YUT_TURNS, YUT_TURNS, target, problem);
}

bool yut_read_dice_json(const char *text, size_t length, uint8_t dice[YUT_TURNS], struct problem *problem)
{
    static const struct json_member members[] = {{.name = "dice", .required = true, .read = read_dice}};

    const cJSON *const root = json_parse(text, length, problem);
    if (root == NULL)
        return false;
    struct yut_dice read = {0};
    const bool ok = cJSON_IsArray(root) ? read_dice(root, NULL, &read, problem)
                                        : json_read_object(root, NULL, members, 1, &read, problem);
    if (ok)
        memcpy(dice, read.dice, YUT_TURNS);
    return ok;
}

static cJSON *moves_to_json(const uint8_t dice[YUT_TURNS])
{
    struct yut_move line[YUT_TURNS];
    yut_best_line(dice, line);
    cJSON *const moves = json_array();
    unsigned total = 0;
    for (unsigned turn = 0; turn < YUT_TURNS; turn++) {
        total += line[turn].points;
        cJSON *const move = json_object();
        json_add_integer(move, "turn", turn + 1);
        json_add_integer(move, "die", dice[turn]);
        json_add_integer(move, "piece", line[turn].piece);
        json_add_integer(move, "from", line[turn].from);
        json_add_integer(move, "to", line[turn].to);
        json_add_integer(move, "points", line[turn].points);
        json_add_integer(move, "total", total);
        json_append(moves, move);
    }
    return moves;
}

static bool write_json(const uint8_t dice[YUT_TURNS], bool explain, struct buffer *out)
{
    static const char name[] = "max_score";
    const unsigned score = yut_best_score(yut_dice_index(dice, YUT_TURNS));
    if (!explain)
        return json_write_integer(name, score, out);
    if (!json_arena_reset())
        return false;
    cJSON *const answer = json_object();
    json_add_integer(answer, name, score);
    json_add(answer, "moves", moves_to_json(dice));
    return json_write(answer, out);
}

bool yut_write_score(const uint8_t dice[YUT_TURNS], struct buffer *out)
{
    char text[16];
    const int length = snprintf(text, sizeof text, "%u\n", yut_best_score(yut_dice_index(dice, YUT_TURNS)));
    return buffer_append(out, text, (size_t)length);
}

bool yut_write_answer(const struct request *request, const uint8_t dice[YUT_TURNS], struct buffer *out,
                      struct problem *problem)
{
    bool ok;
    if (request->writes == MEDIA_TEXT)
        ok = yut_write_score(dice, out);
    else if (request->writes == MEDIA_SVG)
        ok = yut_write_picture(dice, out);
    else
        ok = write_json(dice, request->query.explain, out);
    return problem_unless(ok, problem);
}
