#include "unit/reference_yut_mistakes.h"

#include <stdbool.h>
#include <string.h>

enum { PIECES = 4, TURNS = 10, FINISH = -1, ROADS = 4, ROAD_LENGTH = 21 };

/* Road 0 goes around; the others begin on the blue cells 10, 20 and 30. Behind its last number, 40, each is finished.
 */
static const int roads[ROADS][ROAD_LENGTH] = {
    {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40},
    {10, 13, 16, 19, 25, 30, 35, 40},
    {20, 22, 24, 25, 30, 35, 40},
    {30, 28, 27, 26, 25, 30, 35, 40},
};
static const int reversed_road[ROAD_LENGTH] = {30, 26, 27, 28, 25, 30, 35, 40};
static const int last_place[ROADS] = {20, 7, 6, 7};

/* A piece that has finished is nowhere on its road. */
struct piece {
    int road;
    int place;
};

static struct {
    const char *mistake;
    struct piece pieces[PIECES];
    const uint8_t *dice;
    int turns;
    int best;
} game;

static bool makes(const char *mistake)
{
    return strcmp(game.mistake, mistake) == 0;
}

/* The mistake is looked up once a game, not in every step of it. */
static struct {
    bool corner_apart, centre_apart, roads_apart, by_number, blue_in_passing, finish_holds_one, no_check, exact, greedy;
    bool blue_never, move_again, reversed, blue_by_number, first_decides, stop_at_corner, finish_at_corner;
    bool start_closes_finish, no_passing, points_in_passing, last_ignored;
} is;

static bool take_mistake(const char *id)
{
    game.mistake = id;
    is.corner_apart = makes("corner-apart");
    is.centre_apart = makes("centre-apart");
    is.roads_apart = makes("roads-apart");
    is.by_number = makes("collision-by-number");
    is.blue_in_passing = makes("blue-in-passing");
    is.finish_holds_one = makes("finish-holds-one");
    is.no_check = makes("no-collision-check");
    is.exact = makes("exact-finish");
    is.greedy = makes("greedy");
    is.blue_never = makes("blue-never");
    is.move_again = makes("finished-move-again");
    is.reversed = makes("last-road-reversed");
    is.blue_by_number = makes("blue-by-number");
    is.first_decides = makes("first-corner-decides");
    is.stop_at_corner = makes("stop-at-corner");
    is.finish_at_corner = makes("finish-at-corner");
    is.start_closes_finish = makes("start-closes-finish");
    is.no_passing = makes("no-passing");
    is.points_in_passing = makes("points-in-passing");
    is.last_ignored = makes("last-die-ignored");
    bool any = false;
    for (size_t i = 0; i < sizeof is; i++)
        any |= ((const unsigned char *)&is)[i] != 0;
    return any || *id == '\0';
}

static int number_of(struct piece piece)
{
    if (piece.place == FINISH)
        return 0;
    return is.reversed && piece.road == 3 ? reversed_road[piece.place] : roads[piece.road][piece.place];
}

static bool same(struct piece a, struct piece b)
{
    return a.place == b.place && (a.place == FINISH || a.road == b.road);
}

static bool is_on_start(struct piece piece)
{
    return piece.road == 0 && piece.place == 0;
}

/* How far it is to the last number, 40. */
static int to_corner(struct piece piece)
{
    return last_place[piece.road] - piece.place;
}

/* Two pieces, neither of which is on start or has finished. */
static bool on_one_cell(struct piece a, struct piece b)
{
    if (is.by_number)
        return number_of(a) == number_of(b);
    if (a.road == b.road || is.roads_apart)
        return same(a, b);
    if (to_corner(a) != to_corner(b))
        return false;
    if (to_corner(a) == 0) /* the only cell of the outer road that another one meets */
        return !(is.corner_apart && (a.road == 0 || b.road == 0));
    if (a.road == 0 || b.road == 0)
        return false;
    return to_corner(a) < 3 || (to_corner(a) == 3 && !is.centre_apart); /* 35, 30; 25 */
}

static bool is_in_the_way(struct piece there, struct piece arriving)
{
    if (arriving.place == FINISH)
        return (is.finish_holds_one && there.place == FINISH) || (is.start_closes_finish && is_on_start(there));
    if (is.no_check || there.place == FINISH || is_on_start(there))
        return false;
    if (is.finish_at_corner && to_corner(arriving) == 0)
        return false;
    return on_one_cell(there, arriving);
}

static bool is_taken(int mover, struct piece arriving)
{
    for (int i = 0; i < PIECES; i++)
        if (i != mover && is_in_the_way(game.pieces[i], arriving))
            return true;
    return false;
}

/* Does another piece stand here that is passed? */
static bool meets(int mover, struct piece passing)
{
    for (int i = 0; i < PIECES; i++)
        if (i != mover && game.pieces[i].place != FINISH && !is_on_start(game.pieces[i]) &&
            on_one_cell(game.pieces[i], passing))
            return true;
    return false;
}

static struct piece turned_at_blue(struct piece piece)
{
    if (is.blue_never)
        return piece;
    if (piece.road == 0 && piece.place == 5)
        return (struct piece){1, 0};
    if (piece.road == 0 && piece.place == 10 && !is.first_decides)
        return (struct piece){2, 0};
    if (piece.road == 0 && piece.place == 15 && !is.first_decides)
        return (struct piece){3, 0};
    if (is.blue_by_number && piece.road != 0 && to_corner(piece) == 2)
        return (struct piece){3, 0};
    return piece;
}

/* Moves a piece, and tells its points; -1, and nothing moves, when it may not. */
static int move(int mover, int die)
{
    struct piece piece = game.pieces[mover];
    if (piece.place == FINISH)
        return is.move_again ? 0 : -1;
    if (is.finish_at_corner && to_corner(piece) == 0)
        return -1;
    int points = 0;
    for (int step = 0; step < die; step++) {
        if (piece.place == FINISH) {
            if (is.exact)
                return -1;
            break;
        }
        if (step > 0 && is.stop_at_corner && to_corner(piece) == 0)
            break;
        if (step > 0 && is.no_passing && meets(mover, piece))
            return -1;
        if (step > 0 && is.points_in_passing)
            points += number_of(piece);
        if (step == 0 || is.blue_in_passing)
            piece = turned_at_blue(piece);
        piece.place = to_corner(piece) == 0 ? FINISH : piece.place + 1;
    }
    if (is_taken(mover, piece))
        return -1;
    game.pieces[mover] = piece;
    return points + number_of(piece);
}

static bool is_like_an_earlier_one(int piece)
{
    for (int i = 0; i < piece; i++)
        if (same(game.pieces[i], game.pieces[piece]))
            return true;
    return false;
}

/*
 * Plays on from this turn, with this score so far. A line that can't go on ends, and counts. Where even the most points
 * that any move has in each turn left would not help, it is not worth going on.
 */
static void search(int turn, int score)
{
    const int most = is.points_in_passing ? 32 + 34 + 36 + 38 + 40 : 40;
    game.best = score > game.best ? score : game.best;
    if (turn == game.turns || score + most * (game.turns - turn) <= game.best)
        return;
    for (int i = 0; i < PIECES; i++) {
        if (is_like_an_earlier_one(i))
            continue;
        const struct piece before = game.pieces[i];
        const int points = move(i, game.dice[turn]);
        if (points < 0)
            continue;
        search(turn + 1, score + points);
        game.pieces[i] = before;
    }
}

static int play_greedily(void)
{
    int score = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        int best = -1, best_piece = 0;
        for (int i = 0; i < PIECES; i++) {
            const struct piece before = game.pieces[i];
            const int points = move(i, game.dice[turn]);
            game.pieces[i] = before;
            if (points > best) {
                best = points;
                best_piece = i;
            }
        }
        score += move(best_piece, game.dice[turn]);
    }
    return score;
}

int reference_yut_mistaken_score(const char *id, const uint8_t dice[10])
{
    if (!take_mistake(id))
        return -1;
    memset(game.pieces, 0, sizeof game.pieces);
    game.dice = dice;
    game.turns = is.last_ignored ? TURNS - 1 : TURNS;
    if (is.greedy)
        return play_greedily();
    game.best = 0;
    search(0, 0);
    return game.best;
}
