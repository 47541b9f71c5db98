#include "yut/mistakes.h"

#include <assert.h>
#include <string.h>

#include "yut/best_score.h"
#include "yut/rules.h"
#include "yut/solver.h"

enum { CORNER = 20, CENTRE = 25, AFTER_CENTRE = 31, LAST_INSIDE = 32 };

/* A program in the making: its rules, and how it plays by them. */
struct mistaken {
    struct yut_variant variant;
    unsigned turns;
    bool is_greedy;
};

struct yut_mistake {
    struct mistake about;
    uint8_t example[YUT_TURNS]; /* as low as can be */
    uint8_t start[YUT_TURNS];   /* of a search for more: many like it show the mistake, too */
    void (*make)(struct mistaken *mistaken);
};

/* A cell like this one, that pieces on this one do not see; its arrows may be changed. */
static unsigned copy_cell(struct yut_variant *variant, unsigned cell)
{
    const unsigned copy = variant->cell_count++;
    variant->cells[copy] = variant->cells[cell];
    variant->closed_by[copy] = yut_cell_bit(copy);
    return copy;
}

static void keep_corner_apart(struct mistaken *mistaken)
{
    struct yut_variant *const variant = &mistaken->variant;
    variant->cells[LAST_INSIDE].red = (uint8_t)copy_cell(variant, CORNER);
}

/* The last cells of the roads from cells 10 and 15, where they meet the one from cell 5. */
static const unsigned other_roads[] = {27, 30};

static void keep_centre_apart(struct mistaken *mistaken)
{
    struct yut_variant *const variant = &mistaken->variant;
    for (unsigned road = 0; road < sizeof other_roads / sizeof other_roads[0]; road++)
        variant->cells[other_roads[road]].red = (uint8_t)copy_cell(variant, CENTRE);
}

static void keep_roads_apart(struct mistaken *mistaken)
{
    struct yut_variant *const variant = &mistaken->variant;
    for (unsigned road = 0; road < sizeof other_roads / sizeof other_roads[0]; road++) {
        const unsigned centre = copy_cell(variant, CENTRE), after = copy_cell(variant, AFTER_CENTRE);
        const unsigned last = copy_cell(variant, LAST_INSIDE), corner = copy_cell(variant, CORNER);
        variant->cells[other_roads[road]].red = (uint8_t)centre;
        variant->cells[centre].red = (uint8_t)after;
        variant->cells[after].red = (uint8_t)last;
        variant->cells[last].red = (uint8_t)corner;
    }
    keep_corner_apart(mistaken);
}

static void collide_by_number(struct mistaken *mistaken)
{
    struct yut_variant *const variant = &mistaken->variant;
    for (unsigned a = 0; a < YUT_CELLS; a++)
        for (unsigned b = 0; b < YUT_CELLS; b++)
            if (!yut_cell_is_shared(a) && variant->cells[a].printed == variant->cells[b].printed)
                variant->closed_by[a] |= yut_cell_bit(b);
}

static void turn_in_passing(struct mistaken *mistaken)
{
    mistaken->variant.departures |= YUT_BLUE_IN_PASSING;
}

static void turn_never(struct mistaken *mistaken)
{
    for (unsigned cell = 0; cell < YUT_CELLS; cell++)
        mistaken->variant.cells[cell].blue = YUT_NO_CELL;
}

static void turn_at_first_corner_only(struct mistaken *mistaken)
{
    mistaken->variant.cells[10].blue = mistaken->variant.cells[15].blue = YUT_NO_CELL;
}

static void turn_by_number(struct mistaken *mistaken)
{
    mistaken->variant.cells[AFTER_CENTRE].blue = mistaken->variant.cells[15].blue;
}

static void never_collide(struct mistaken *mistaken)
{
    memset(mistaken->variant.closed_by, 0, sizeof mistaken->variant.closed_by);
}

static void close_finish(struct mistaken *mistaken)
{
    mistaken->variant.closed_by[YUT_FINISH] = yut_cell_bit(YUT_FINISH);
}

static void close_finish_by_start(struct mistaken *mistaken)
{
    mistaken->variant.closed_by[YUT_FINISH] = yut_cell_bit(YUT_START);
}

static void finish_exactly(struct mistaken *mistaken)
{
    mistaken->variant.departures |= YUT_EXACT_FINISH;
}

static void finish_at_corner(struct mistaken *mistaken)
{
    mistaken->variant.finished |= yut_cell_bit(CORNER);
    mistaken->variant.closed_by[CORNER] = 0;
}

static void stop_at_corner(struct mistaken *mistaken)
{
    mistaken->variant.departures |= YUT_STOP_AT_CORNER;
}

static void move_finished_pieces(struct mistaken *mistaken)
{
    mistaken->variant.finished = 0;
}

static void forbid_passing(struct mistaken *mistaken)
{
    mistaken->variant.departures |= YUT_NO_PASSING;
}

static void score_cells_passed(struct mistaken *mistaken)
{
    mistaken->variant.departures |= YUT_POINTS_PASSED;
}

static void reverse_last_road(struct mistaken *mistaken)
{
    struct yut_cell *const cells = mistaken->variant.cells;
    const uint8_t printed = cells[28].printed;
    cells[28].printed = cells[30].printed;
    cells[30].printed = printed;
}

static void play_greedily(struct mistaken *mistaken)
{
    mistaken->is_greedy = true;
}

static void ignore_last_die(struct mistaken *mistaken)
{
    mistaken->turns--;
}

static const struct yut_mistake mistakes[] = {
    {{"corner-apart",
      "The cell 40 is kept twice, for the outer road and for the one from the centre, so two pieces stand on it",
      "40번 칸을 바깥 길과 가운데에서 오는 길에 따로 두어, 두 말이 함께 서게 된다"},
     {1, 1, 1, 3, 3, 4, 5, 5, 5, 4},
     {4, 4, 5, 2, 5, 5, 3, 3, 3, 2},
     keep_corner_apart},
    {{"centre-apart", "The cell 25 is kept once for each road that leads to it, so several pieces stand on it",
      "25번 칸을 들어오는 길마다 따로 두어, 여러 말이 함께 서게 된다"},
     {3, 3, 1, 2, 1, 1, 5, 2, 4, 2},
     {1, 4, 2, 5, 4, 4, 4, 4, 2, 3},
     keep_centre_apart},
    {{"roads-apart",
      "The cells where roads meet (25, 30, 35, 40) are kept once for each road, so several pieces stand on them",
      "길이 만나는 칸(25, 30, 35, 40)을 길마다 따로 두어, 여러 말이 함께 서게 된다"},
     {3, 1, 3, 3, 1, 1, 1, 5, 4, 1},
     {5, 4, 5, 4, 3, 2, 2, 5, 4, 2},
     keep_roads_apart},
    {{"collision-by-number",
      "Pieces collide when their cells print the same number, though 16, 22, 24, 26, 28 and 30 are two cells each",
      "칸에 적힌 수가 같으면 같은 칸으로 본다. 16, 22, 24, 26, 28, 30은 두 칸에 적혀 있다"},
     {1, 1, 3, 2, 2, 4, 2, 3, 1, 1},
     {5, 3, 2, 5, 3, 3, 2, 5, 1, 1},
     collide_by_number},
    {{"blue-in-passing", "A piece that only passes a blue cell takes its blue arrow; only a move that starts there may",
      "파란 칸을 지나가기만 해도 파란 화살표로 꺾는다. 그 칸에서 이동을 시작할 때만 꺾어야 한다"},
     {1, 1, 1, 1, 2, 1, 1, 1, 1, 1},
     {4, 5, 5, 4, 3, 1, 4, 5, 3, 4},
     turn_in_passing},
    {{"finish-holds-one", "A piece on finish is taken to keep others from finishing",
      "도착 칸에 말이 있으면 다른 말이 도착하지 못한다고 본다"},
     {5, 5, 5, 5, 5, 5, 5, 1, 1, 1},
     {5, 5, 5, 5, 5, 5, 5, 5, 3, 3},
     close_finish},
    {{"no-collision-check", "Nothing keeps two pieces from standing on one cell",
      "한 칸에 두 말이 서는 것을 막지 않는다"},
     {1, 1, 2, 2, 1, 1, 1, 1, 1, 1},
     {5, 5, 5, 5, 2, 3, 5, 4, 2, 3},
     never_collide},
    {{"exact-finish", "Only the exact die is taken to finish a piece, though a larger one does, too",
      "정확한 수가 나와야 도착할 수 있다고 본다"},
     {1, 1, 5, 3, 3, 1, 2, 3, 5, 1},
     {5, 5, 5, 5, 2, 5, 2, 5, 4, 2},
     finish_exactly},
    {{"greedy", "Each turn takes the move with the most points, the lowest piece first, without looking ahead",
      "앞을 보지 않고 매 차례 점수가 가장 큰 이동을 고른다. 점수가 같으면 번호가 빠른 말이다"},
     {1, 1, 1, 1, 2, 1, 1, 1, 1, 1},
     {1, 3, 4, 4, 5, 5, 2, 2, 1, 3},
     play_greedily},
    {{"blue-never", "No piece ever takes a blue arrow", "파란 화살표를 전혀 쓰지 않는다"},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     {3, 1, 4, 1, 5, 5, 5, 4, 1, 4},
     turn_never},
    {{"finished-move-again", "A turn is spent on a piece that has finished, though it may not be chosen any more",
      "이미 도착한 말을 다시 골라 차례를 넘길 수 있다고 본다"},
     {5, 5, 5, 5, 5, 2, 2, 2, 1, 2},
     {5, 5, 5, 5, 5, 5, 5, 2, 2, 3},
     move_finished_pieces},
    {{"last-road-reversed", "The road from the blue cell 30 is read as 26, 27, 28 instead of 28, 27, 26",
      "파란 30번 칸에서 시작하는 길을 28, 27, 26이 아니라 26, 27, 28로 둔다"},
     {1, 1, 1, 1, 2, 1, 4, 3, 1, 1},
     {2, 4, 3, 2, 2, 2, 1, 4, 3, 1},
     reverse_last_road},
    {{"blue-by-number", "The cell 30 behind the centre is taken for the blue cell 30, as both print the same number",
      "가운데를 지난 30번 칸을 적힌 수가 같은 파란 30번 칸으로 본다"},
     {1, 1, 1, 1, 1, 1, 1, 1, 2, 1},
     {5, 3, 5, 5, 2, 4, 1, 3, 3, 5},
     turn_by_number},
    {{"first-corner-decides", "A piece that has passed the blue cell 10 is kept from turning at 20 and 30, too",
      "파란 10번 칸을 지나친 말은 20번과 30번 칸에서도 꺾지 않는다고 본다"},
     {1, 1, 1, 1, 3, 1, 1, 1, 1, 2},
     {4, 5, 1, 1, 2, 2, 1, 1, 5, 2},
     turn_at_first_corner_only},
    {{"stop-at-corner", "A piece that would pass the cell 40 is stopped there, whatever is left of the die",
      "40번 칸을 지나치지 못하고, 남은 눈과 상관없이 거기에서 멈춘다고 본다"},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 4},
     {3, 2, 1, 3, 1, 5, 5, 1, 4, 4},
     stop_at_corner},
    {{"finish-at-corner", "A piece that ends on the cell 40 is taken to have finished",
      "40번 칸에 선 말이 이미 도착했다고 본다"},
     {1, 4, 1, 5, 1, 1, 1, 4, 4, 1},
     {5, 2, 3, 5, 3, 4, 2, 2, 5, 4},
     finish_at_corner},
    {{"start-closes-finish",
      "Pieces on start keep others from finishing, as start and finish are taken for the same cell, 0",
      "시작 칸과 도착 칸을 같은 0번 칸으로 보아, 시작 칸에 말이 있으면 도착하지 못한다"},
     {2, 3, 1, 4, 1, 1, 1, 1, 4, 5},
     {5, 4, 1, 2, 2, 4, 5, 5, 5, 4},
     close_finish_by_start},
    {{"no-passing", "A piece is kept from passing over another one", "다른 말을 지나쳐 갈 수 없다고 본다"},
     {1, 2, 1, 2, 1, 1, 1, 1, 1, 1},
     {2, 4, 4, 5, 4, 5, 2, 3, 4, 2},
     forbid_passing},
    {{"points-in-passing", "The cells that a piece passes score as well, not only the one where it ends",
      "도착한 칸뿐 아니라 지나간 칸의 점수도 더한다"},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 2},
     {5, 2, 4, 1, 2, 5, 4, 3, 2, 2},
     score_cells_passed},
    {{"last-die-ignored", "Only nine of the ten dice are played", "주사위 열 개 가운데 아홉 개만 쓴다"},
     {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     {1, 4, 4, 4, 2, 4, 3, 1, 4, 1},
     ignore_last_die},
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

static const struct mistake *about(unsigned i)
{
    return &mistakes[i].about;
}

const struct mistake_table yut_mistakes = {.count = MISTAKES, .at = about};

const uint8_t *yut_mistake_example(unsigned mistake)
{
    return mistakes[mistake].example;
}

unsigned yut_mistaken_score(unsigned mistake, const uint8_t dice[YUT_TURNS])
{
    struct mistaken mistaken = {.turns = YUT_TURNS};
    yut_right_variant(&mistaken.variant);
    mistakes[mistake].make(&mistaken);
    struct yut_rules rules;
    yut_make_rules(&mistaken.variant, &rules);
    return (mistaken.is_greedy ? yut_greedy_score_by : yut_best_score_by)(&rules, dice, mistaken.turns);
}

mistake_set yut_mistakes_that_answer(const uint8_t dice[YUT_TURNS], int answer)
{
    mistake_set set = 0;
    for (unsigned i = 0; i < MISTAKES; i++)
        if ((int)yut_mistaken_score(i, dice) == answer)
            set |= UINT32_C(1) << i;
    return set;
}

/* Does the mistake show on these dice? */
static bool is_wrong(unsigned mistake, const uint8_t dice[YUT_TURNS])
{
    return yut_mistaken_score(mistake, dice) != yut_best_score(yut_dice_index(dice, YUT_TURNS));
}

/* Lowers die after die, as long as the mistake still shows. */
static void lower(unsigned mistake, uint8_t dice[YUT_TURNS])
{
    for (unsigned turn = 0; turn < YUT_TURNS; turn++) {
        const uint8_t thrown = dice[turn];
        dice[turn] = 1;
        while (dice[turn] < thrown && !is_wrong(mistake, dice))
            dice[turn]++;
    }
}

/* All of the dice, or one to three of them. */
static void throw_again(uint8_t dice[YUT_TURNS], struct random *random)
{
    const bool all = random_below(random, 8) == 0;
    const unsigned count = all ? YUT_TURNS : 1 + random_below(random, 3);
    for (unsigned i = 0; i < count; i++)
        dice[all ? i : random_below(random, YUT_TURNS)] = (uint8_t)(1 + random_below(random, YUT_FACES));
}

/*
 * Some mistakes show in one of four thousand throws, or in hardly more than a hundred throws at all, but near a throw
 * that shows one there are others: a walk goes from one to the next. A short one is enough for most mistakes; long ones
 * find what is rare.
 */
static void walk(unsigned mistake, uint8_t dice[YUT_TURNS], struct random *random)
{
    enum { TRIES = 60 };
    unsigned steps = 1 + random_below(random, random_below(random, 2) == 0 ? 8 : 2);
    for (unsigned tries = 0; tries < TRIES && steps > 0; tries++) {
        uint8_t next[YUT_TURNS];
        memcpy(next, dice, sizeof next);
        throw_again(next, random);
        if (memcmp(next, dice, sizeof next) == 0 || !is_wrong(mistake, next))
            continue;
        memcpy(dice, next, sizeof next);
        steps--;
    }
}

static void draw(unsigned mistake, bool smallest, struct random *random, const void *near, void *ret_case)
{
    const struct yut_case *const other = near;
    struct yut_case *const drawn = ret_case;
    memcpy(drawn->dice, other != NULL ? other->dice : mistakes[mistake].start, sizeof drawn->dice);
    walk(mistake, drawn->dice, random);
    if (smallest)
        lower(mistake, drawn->dice);
    for (unsigned turn = 0; turn < YUT_TURNS; turn++)
        drawn->about.size += drawn->dice[turn];
    for (unsigned i = 0; i < MISTAKES; i++)
        if (is_wrong(i, drawn->dice))
            drawn->about.exposes |= UINT32_C(1) << i;
}

static_assert((int)MISTAKES <= (int)HARD_CASE_MISTAKES_MAX, "a set has a bit for each");
static_assert(sizeof(struct yut_case) <= HARD_CASE_BYTES_MAX, "a pool has room for it");

const struct hard_case_game yut_hard_cases = {
    .mistakes = &yut_mistakes,
    .case_bytes = sizeof(struct yut_case),
    .draw = draw,
};
