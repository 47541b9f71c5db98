/* How long the solvers themselves take, against what a learner would write. --scores-offset helps the Node server. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "omok/judge.h"
#include "yut/position.h"
#include "yut/solver.h"

static uint64_t state = 88172645463325252U;

static unsigned random_below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state % n);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

enum { CASES = 4096 };

static uint8_t dice[CASES][YUT_TURNS];
static struct omok_board boards[CASES];
static unsigned sink; /* keeps results alive */

static void make_cases(void)
{
    for (unsigned i = 0; i < CASES; i++) {
        for (unsigned t = 0; t < YUT_TURNS; t++)
            dice[i][t] = (uint8_t)(1 + random_below(YUT_FACES));
        for (unsigned cell = 0; cell < OMOK_CELLS; cell++)
            omok_put(&boards[i], cell / OMOK_SIZE, cell % OMOK_SIZE, random_below(4) % 3);
    }
}

static void best_score(unsigned i)
{
    sink += yut_best_score(yut_dice_index(dice[i], YUT_TURNS));
}

static void best_line(unsigned i)
{
    struct yut_move line[YUT_TURNS];
    yut_best_line(dice[i], line);
    sink += line[9].to;
}

static void rank_moves(unsigned i)
{
    struct yut_position position = {.known = YUT_TURNS, .turns = YUT_TURNS};
    memcpy(position.dice, dice[i], YUT_TURNS);
    struct yut_ranking ranking;
    yut_rank_moves(&position, &ranking);
    sink += ranking.best;
}

static unsigned search(struct yut_pieces *pieces, const uint8_t *left, unsigned turns)
{
    unsigned best = 0;
    for (unsigned i = 0; turns > 0 && i < YUT_PIECES; i++) {
        const uint8_t from = pieces->cell[i];
        if (from == YUT_FINISH)
            continue;
        const uint8_t to = yut_tables.rules.steps[from][*left].to;
        if (to != YUT_FINISH && yut_piece_on(pieces, to) >= 0)
            continue;
        pieces->cell[i] = to;
        const unsigned total = yut_cell(to)->printed + search(pieces, left + 1, turns - 1);
        pieces->cell[i] = from;
        best = total > best ? total : best;
    }
    return best;
}

static void plain_search(unsigned i)
{
    struct yut_pieces pieces = {{0}};
    sink += search(&pieces, dice[i], YUT_TURNS);
}

static void judge(unsigned i)
{
    sink += omok_judge(&boards[i]).winner;
}

static unsigned color_at(const struct omok_board *board, int row, int column)
{
    if (row < 0 || column < 0 || row >= OMOK_SIZE || column >= OMOK_SIZE)
        return OMOK_EMPTY;
    for (unsigned color = 0; color < 2; color++)
        if (board->stones[color].rows[OMOK_MARGIN + row] >> column & 1)
            return color + 1;
    return OMOK_EMPTY;
}

static void plain_scan(unsigned i)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    const struct omok_board *const board = &boards[i];
    for (int row = 0; row < OMOK_SIZE; row++)
        for (int column = 0; column < OMOK_SIZE; column++)
            for (int d = 0; d < 4; d++) {
                const unsigned color = color_at(board, row, column);
                if (color == OMOK_EMPTY || color_at(board, row - steps[d][0], column - steps[d][1]) == color)
                    continue;
                int length = 1;
                while (color_at(board, row + length * steps[d][0], column + length * steps[d][1]) == color)
                    length++;
                sink += length == OMOK_WIN;
            }
}

static void measure(const char *name, void (*run)(unsigned), unsigned repeats)
{
    double best = 0;
    for (unsigned round = 0; round < 5; round++) {
        const double begin = now();
        for (unsigned i = 0; i < repeats; i++)
            run(i % CASES);
        const double each = (now() - begin) / repeats;
        best = round == 0 || each < best ? each : best;
    }
    printf("%-34s %12.1f\n", name, best);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--scores-offset") == 0) {
        printf("%zu\n", offsetof(struct yut_tables, scores));
        return 0;
    }
    make_cases();
    printf("%-34s %12s\n", "solvers", "ns/case");
    measure("yut, best score", best_score, 1000000);
    measure("yut, best line", best_line, 20000);
    measure("yut, moves with ten known dice", rank_moves, 500);
    measure("yut, plain 4^10 search", plain_search, 20);
    measure("omok, bitboards", judge, 1000000);
    measure("omok, plain scan", plain_scan, 20000);
    return sink == 1;
}
