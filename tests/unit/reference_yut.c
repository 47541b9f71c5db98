#include "unit/reference_yut.h"

#include <stdlib.h>
#include <string.h>

enum { START = 0, FINISH = REFERENCE_YUT_FINISH, PIECES = REFERENCE_YUT_PIECES, TURNS = REFERENCE_YUT_TURNS };

int reference_yut_printed(int cell)
{
    static const int inner[] = {13, 16, 19, 25, 22, 24, 28, 27, 26, 30, 35};
    if (cell <= 20)
        return 2 * cell;
    return cell == FINISH ? 0 : inner[cell - 22];
}

static int red_arrow(int cell)
{
    switch (cell) {
    case 24:
    case 27:
    case 30:
        return 25;
    case 25:
        return 31;
    case 32:
        return 20;
    default:
        return cell + 1;
    }
}

static int first_step(int cell)
{
    switch (cell) {
    case 5:
        return 22;
    case 10:
        return 26;
    case 15:
        return 28;
    default:
        return red_arrow(cell);
    }
}

int reference_yut_landing(int cell, int die)
{
    int at = cell;
    for (int step = 1; step <= die && at != FINISH; step++)
        at = step == 1 ? first_step(at) : red_arrow(at);
    return at;
}

bool reference_yut_is_legal(const struct reference_yut_pieces *pieces)
{
    for (int a = 0; a < PIECES; a++)
        for (int b = 0; b < a; b++)
            if (pieces->cell[a] == pieces->cell[b] && pieces->cell[a] != START && pieces->cell[a] != FINISH)
                return false;
    return true;
}

/* The number of the piece in the way of one that would land on `to`, or 0. */
static int piece_in_the_way(const struct reference_yut_pieces *pieces, int to)
{
    for (int number = 1; number <= PIECES; number++)
        if (to != FINISH && pieces->cell[number - 1] == to)
            return number;
    return 0;
}

static int move_to(struct reference_yut_pieces *pieces, int number, int to)
{
    if (pieces->cell[number - 1] == FINISH || piece_in_the_way(pieces, to) != 0)
        return -1;
    pieces->cell[number - 1] = to;
    return reference_yut_printed(to);
}

int reference_yut_play(struct reference_yut_pieces *pieces, int number, int die)
{
    return move_to(pieces, number, reference_yut_landing(pieces->cell[number - 1], die));
}

struct plain_search {
    int landing[TURNS][REFERENCE_YUT_LAST_CELL + 1]; /* walked once, as a million lines ask for it */
    int line[TURNS];
    int best;
    int best_line[TURNS];
};

static bool comes_first(const int *line, const int *other)
{
    for (int turn = 0; turn < TURNS; turn++)
        if (line[turn] != other[turn])
            return line[turn] < other[turn];
    return false;
}

static void play_all(struct plain_search *search, const struct reference_yut_pieces *pieces, int turn, int total)
{
    if (turn == TURNS) {
        if (total > search->best || (total == search->best && comes_first(search->line, search->best_line))) {
            search->best = total;
            memcpy(search->best_line, search->line, sizeof search->line);
        }
        return;
    }
    for (int number = 1; number <= PIECES; number++) {
        struct reference_yut_pieces after = *pieces;
        const int points = move_to(&after, number, search->landing[turn][pieces->cell[number - 1]]);
        search->line[turn] = number;
        if (points >= 0)
            play_all(search, &after, turn + 1, total + points);
    }
}

int reference_yut_best_line(const uint8_t dice[TURNS], int line[TURNS])
{
    struct plain_search search = {.best = -1};
    for (int turn = 0; turn < TURNS; turn++)
        for (int cell = 0; cell <= REFERENCE_YUT_LAST_CELL; cell++)
            search.landing[turn][cell] = reference_yut_landing(cell, dice[turn]);
    play_all(&search, &(struct reference_yut_pieces){{START, START, START, START}}, 0, 0);
    memcpy(line, search.best_line, sizeof search.best_line);
    return search.best;
}

/* A hash map with open addressing. Key 0 marks a free slot. */
struct memo {
    size_t capacity; /* a power of two */
    size_t count;
    uint64_t *keys;
    uint64_t *values;
};

static void memo_open(struct memo *memo, size_t capacity)
{
    memo->capacity = capacity;
    memo->count = 0;
    memo->keys = calloc(capacity, sizeof *memo->keys);
    memo->values = calloc(capacity, sizeof *memo->values);
    if (memo->keys == NULL || memo->values == NULL)
        abort();
}

static void memo_close(struct memo *memo)
{
    free(memo->keys);
    free(memo->values);
}

/* The slot that holds this key, or the free one where it belongs. */
static size_t memo_slot(const struct memo *memo, uint64_t key)
{
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (memo->capacity - 1);
    while (memo->keys[slot] != 0 && memo->keys[slot] != key)
        slot = (slot + 1) & (memo->capacity - 1);
    return slot;
}

static void memo_put(struct memo *memo, uint64_t key, uint64_t value);

static void memo_grow(struct memo *memo)
{
    const struct memo old = *memo;
    memo_open(memo, 2 * old.capacity);
    for (size_t slot = 0; slot < old.capacity; slot++)
        if (old.keys[slot] != 0)
            memo_put(memo, old.keys[slot], old.values[slot]);
    memo_close(&(struct memo){.keys = old.keys, .values = old.values});
}

static void memo_put(struct memo *memo, uint64_t key, uint64_t value)
{
    if (2 * memo->count >= memo->capacity)
        memo_grow(memo);
    const size_t slot = memo_slot(memo, key);
    memo->keys[slot] = key;
    memo->values[slot] = value;
    memo->count++;
}

struct reference_yut_solver {
    uint8_t dice[TURNS];
    int known;
    int turns;
    struct memo seen_known;   /* before a die of this question */
    struct memo seen_unknown; /* before an unknown die, whatever the question */
};

enum { FEW = 256 };

struct reference_yut_solver *reference_yut_solver_create(void)
{
    struct reference_yut_solver *const solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        abort();
    memo_open(&solver->seen_known, FEW);
    memo_open(&solver->seen_unknown, FEW);
    return solver;
}

void reference_yut_solver_destroy(struct reference_yut_solver *solver)
{
    memo_close(&solver->seen_known);
    memo_close(&solver->seen_unknown);
    free(solver);
}

void reference_yut_set_dice(struct reference_yut_solver *solver, const uint8_t *dice, int known, int turns)
{
    for (int i = 0; i < known; i++)
        solver->dice[i] = dice[i];
    solver->known = known;
    solver->turns = turns;
    memo_close(&solver->seen_known);
    memo_open(&solver->seen_known, FEW);
}

/* Which piece is which makes no difference to a value, so the cells go in ascending order. */
static uint64_t key_of(const struct reference_yut_pieces *pieces, int turns_left)
{
    int cell[PIECES];
    memcpy(cell, pieces->cell, sizeof cell);
    for (int i = 1; i < PIECES; i++)
        for (int k = i; k > 0 && cell[k - 1] > cell[k]; k--) {
            const int swapped = cell[k];
            cell[k] = cell[k - 1];
            cell[k - 1] = swapped;
        }
    uint64_t key = (uint64_t)turns_left;
    for (int i = 0; i < PIECES; i++)
        key = key * 64 + (uint64_t)cell[i];
    return key;
}

static uint64_t value_after(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces, int played);

/* How many dice are still unknown when `played` have been: a point weighs 5 to this power. */
static uint64_t weight_after(const struct reference_yut_solver *solver, int played)
{
    uint64_t weight = 1;
    for (int i = played > solver->known ? played : solver->known; i < solver->turns; i++)
        weight *= 5;
    return weight;
}

static uint64_t value_of_die(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces, int played,
                             int die)
{
    uint64_t best = 0;
    for (int number = 1; number <= PIECES; number++) {
        struct reference_yut_pieces after = *pieces;
        const int points = reference_yut_play(&after, number, die);
        if (points < 0)
            continue;
        const uint64_t value =
            (uint64_t)points * weight_after(solver, played + 1) + value_after(solver, &after, played + 1);
        best = value > best ? value : best;
    }
    return best;
}

/* What is won from here on when `played` dice of the question have been. */
static uint64_t value_after(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces, int played)
{
    if (played == solver->turns)
        return 0;
    struct memo *const memo = played < solver->known ? &solver->seen_known : &solver->seen_unknown;
    const uint64_t key = key_of(pieces, solver->turns - played);
    const size_t slot = memo_slot(memo, key);
    if (memo->keys[slot] == key)
        return memo->values[slot];
    uint64_t value = 0;
    if (played < solver->known)
        value = value_of_die(solver, pieces, played, solver->dice[played]);
    else
        for (int die = 1; die <= 5; die++)
            value += value_of_die(solver, pieces, played, die);
    memo_put(memo, key, value);
    return value;
}

uint64_t reference_yut_value(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces)
{
    return value_after(solver, pieces, 0);
}

static bool has_twin_of_lower_number(const struct reference_yut_pieces *pieces, int number)
{
    for (int other = 1; other < number; other++)
        if (pieces->cell[other - 1] == pieces->cell[number - 1])
            return true;
    return false;
}

static int compare_moves(const void *a, const void *b)
{
    const struct reference_yut_move *const left = a, *const right = b;
    if (left->value != right->value)
        return left->value > right->value ? -1 : 1;
    return left->piece - right->piece;
}

void reference_yut_rank_moves(struct reference_yut_solver *solver, const struct reference_yut_pieces *pieces,
                              struct reference_yut_ranking *ranking)
{
    memset(ranking, 0, sizeof *ranking);
    for (int number = 1; number <= PIECES; number++) {
        const int from = pieces->cell[number - 1];
        if (from == FINISH || has_twin_of_lower_number(pieces, number))
            continue;
        struct reference_yut_move move = {.piece = number, .from = from};
        move.to = reference_yut_landing(from, solver->dice[0]);
        move.by = piece_in_the_way(pieces, move.to);
        if (move.by != 0) {
            ranking->blocked[ranking->blocked_count++] = move;
            continue;
        }
        struct reference_yut_pieces after = *pieces;
        move.points = reference_yut_play(&after, number, solver->dice[0]);
        move.value = (uint64_t)move.points * weight_after(solver, 1) + value_after(solver, &after, 1);
        ranking->moves[ranking->move_count++] = move;
    }
    qsort(ranking->moves, (size_t)ranking->move_count, sizeof ranking->moves[0], compare_moves);
    ranking->best = ranking->moves[0].value;
}
