/* The rank of a piece set, what unknown dice are worth, and the ranking of the moves of any position. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "unit/reference_yut.h"
#include "unit/xorshift.h"
#include "yut/position.h"

enum { POSITIONS = 5000, LEGAL_SETS = 41979 };

static struct reference_yut_solver *reference;

static int create_reference(void **state)
{
    (void)state;
    reference = reference_yut_solver_create();
    return 0;
}

static int destroy_reference(void **state)
{
    (void)state;
    reference_yut_solver_destroy(reference);
    return 0;
}

static struct reference_yut_pieces numbered(const struct yut_pieces *pieces)
{
    struct reference_yut_pieces copy;
    for (int i = 0; i < YUT_PIECES; i++)
        copy.cell[i] = pieces->cell[i];
    return copy;
}

/* Calls `visit` with all multisets of four cells, cells in ascending order. */
static void for_each_set(void (*visit)(const struct yut_pieces *pieces))
{
    for (unsigned d = 0; d < YUT_CELLS; d++)
        for (unsigned c = 0; c <= d; c++)
            for (unsigned b = 0; b <= c; b++)
                for (unsigned a = 0; a <= b; a++)
                    visit(&(struct yut_pieces){{(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d}});
}

static void test_board_is_that_of_the_contract(void **state)
{
    (void)state;
    for (unsigned cell = 0; cell < YUT_CELLS; cell++) {
        assert_int_equal(yut_cell(cell)->printed, reference_yut_printed((int)cell));
        for (unsigned die = 1; die <= YUT_FACES; die++) {
            const int landing = cell == YUT_FINISH ? YUT_NO_CELL : reference_yut_landing((int)cell, (int)die);
            assert_int_equal(yut_tables.rules.steps[cell][die].to, landing);
        }
    }
}

static unsigned sets_by_rank[YUT_RANKS];

static void count_rank(const struct yut_pieces *pieces)
{
    const unsigned rank = yut_rank(&yut_tables, pieces);
    assert_in_range(rank, 0, YUT_RANKS - 1);
    sets_by_rank[rank]++;
}

static void test_rank_is_a_bijection(void **state)
{
    (void)state;
    memset(sets_by_rank, 0, sizeof sets_by_rank);
    for_each_set(count_rank);
    for (unsigned rank = 0; rank < YUT_RANKS; rank++)
        assert_int_equal(sets_by_rank[rank], 1);
}

/* All 24 orders of the same pieces, swap by swap. */
static void assert_same_rank(struct yut_pieces *pieces, unsigned fixed, unsigned rank)
{
    if (fixed == YUT_PIECES)
        assert_int_equal(yut_rank(&yut_tables, pieces), rank);
    for (unsigned i = fixed; i < YUT_PIECES; i++) {
        struct yut_pieces swapped = *pieces;
        swapped.cell[fixed] = pieces->cell[i];
        swapped.cell[i] = pieces->cell[fixed];
        assert_same_rank(&swapped, fixed + 1, rank);
    }
}

static void check_all_orders(const struct yut_pieces *pieces)
{
    struct yut_pieces copy = *pieces;
    assert_same_rank(&copy, 0, yut_rank(&yut_tables, pieces));
}

static void test_rank_ignores_which_piece_is_which(void **state)
{
    (void)state;
    for_each_set(check_all_orders);
}

static unsigned legal_sets;

static void check_expectations(const struct yut_pieces *pieces)
{
    const struct reference_yut_pieces same = numbered(pieces);
    if (!reference_yut_is_legal(&same))
        return;
    legal_sets++;
    const unsigned rank = yut_rank(&yut_tables, pieces);
    for (int turns = 0; turns <= YUT_TURNS; turns++) {
        reference_yut_set_dice(reference, NULL, 0, turns);
        assert_int_equal(yut_tables.expectation[yut_tables.expectation_row[rank]][turns],
                         reference_yut_value(reference, &same));
    }
}

static void test_expectations_of_all_legal_sets_are_exact(void **state)
{
    (void)state;
    legal_sets = 0;
    for_each_set(check_expectations);
    assert_int_equal(legal_sets, LEGAL_SETS);
}

static void assert_is_expectation_from_start(double value)
{
    assert_true(value > 203.112029184 - 1e-9 && value < 203.112029184 + 1e-9);
}

static void test_start_is_worth_what_the_contract_says(void **state)
{
    (void)state;
    const struct yut_pieces start = {{YUT_START, YUT_START, YUT_START, YUT_START}};
    const unsigned row = yut_tables.expectation_row[yut_rank(&yut_tables, &start)];
    assert_is_expectation_from_start(yut_tables.expectation[row][YUT_TURNS] / 9765625.0);
    double sum = 0;
    for (unsigned die = 1; die <= YUT_FACES; die++) {
        struct yut_ranking ranking;
        yut_rank_moves(&(struct yut_position){.pieces = start, .dice = {(uint8_t)die}, .known = 1, .turns = YUT_TURNS},
                       &ranking);
        assert_int_equal(ranking.unknown_dice, 9);
        sum += ranking.best / 1953125.0;
    }
    assert_is_expectation_from_start(sum / YUT_FACES);
}

static void assert_move(const struct yut_move *move, struct yut_move expected)
{
    assert_int_equal(move->piece, expected.piece);
    assert_int_equal(move->from, expected.from);
    assert_int_equal(move->to, expected.to);
    assert_int_equal(move->points, expected.points);
}

static void test_example_of_the_contract_is_exact(void **state)
{
    (void)state;
    struct yut_ranking ranking;
    yut_rank_moves(&(struct yut_position){.pieces = {{0, 3, 5, 31}}, .dice = {3}, .known = 1, .turns = 7}, &ranking);
    assert_int_equal(ranking.unknown_dice, 6);
    assert_int_equal(ranking.best, 2834086); /* 181.381504 x 5^6 */
    assert_int_equal(ranking.move_count, 3);
    assert_move(&ranking.moves[0].move, (struct yut_move){.piece = 3, .from = 5, .to = 24, .points = 19});
    assert_int_equal(ranking.moves[0].value, 2834086);
    assert_move(&ranking.moves[1].move, (struct yut_move){.piece = 2, .from = 3, .to = 6, .points = 12});
    assert_int_equal(ranking.moves[1].value, 2822876); /* 180.664064 x 5^6 */
    assert_move(&ranking.moves[2].move, (struct yut_move){.piece = 4, .from = 31, .to = 21, .points = 0});
    assert_int_equal(ranking.moves[2].value, 2305922); /* 147.579008 x 5^6 */
    assert_int_equal(ranking.blocked_count, 1);
    assert_move(&ranking.blocked[0].move, (struct yut_move){.piece = 1, .from = 0, .to = 3});
    assert_int_equal(ranking.blocked[0].by, 2);
}

static void test_finished_pieces_have_no_moves(void **state)
{
    (void)state;
    for (unsigned turns = 1; turns <= YUT_TURNS; turns++)
        for (unsigned known = 1; known <= turns; known++) {
            struct yut_position position = {
                .pieces = {{21, 21, 21, 21}}, .known = (uint8_t)known, .turns = (uint8_t)turns};
            memset(position.dice, (int)(1 + turns % YUT_FACES), sizeof position.dice);
            struct yut_ranking ranking;
            memset(&ranking, 0xff, sizeof ranking);
            yut_rank_moves(&position, &ranking);
            assert_int_equal(ranking.best, 0);
            assert_int_equal(ranking.unknown_dice, turns - known);
            assert_int_equal(ranking.move_count, 0);
            assert_int_equal(ranking.blocked_count, 0);
        }
}

static void test_ties_are_listed_by_piece(void **state)
{
    (void)state;
    struct yut_ranking ranking;
    yut_rank_moves(&(struct yut_position){.pieces = {{17, 20, 18, 19}}, .dice = {5}, .known = 1, .turns = 1}, &ranking);
    assert_int_equal(ranking.best, 0);
    assert_int_equal(ranking.move_count, 4);
    for (unsigned i = 0; i < YUT_PIECES; i++) {
        assert_int_equal(ranking.moves[i].move.piece, i + 1);
        assert_int_equal(ranking.moves[i].move.to, YUT_FINISH);
        assert_int_equal(ranking.moves[i].value, 0);
    }
}

static void test_pieces_on_one_cell_are_listed_once(void **state)
{
    (void)state;
    struct yut_ranking ranking;
    yut_rank_moves(&(struct yut_position){.pieces = {{21, 0, 7, 0}}, .dice = {2}, .known = 1, .turns = 1}, &ranking);
    assert_int_equal(ranking.move_count, 2);
    assert_move(&ranking.moves[0].move, (struct yut_move){.piece = 3, .from = 7, .to = 9, .points = 18});
    assert_move(&ranking.moves[1].move, (struct yut_move){.piece = 2, .from = 0, .to = 2, .points = 4});
    assert_int_equal(ranking.blocked_count, 0);

    yut_rank_moves(&(struct yut_position){.pieces = {{0, 0, 3, 0}}, .dice = {3}, .known = 1, .turns = 1}, &ranking);
    assert_int_equal(ranking.move_count, 1);
    assert_move(&ranking.moves[0].move, (struct yut_move){.piece = 3, .from = 3, .to = 6, .points = 12});
    assert_int_equal(ranking.blocked_count, 1);
    assert_move(&ranking.blocked[0].move, (struct yut_move){.piece = 1, .from = 0, .to = 3});
    assert_int_equal(ranking.blocked[0].by, 3);
}

/*
 * Uniform placements rarely block each other or share a cell, so half of the positions keep to a few neighbouring ids,
 * and some pieces go to start and finish.
 */
static struct yut_pieces place_pieces(uint64_t *random)
{
    const unsigned width = xorshift_below(random, 2) ? YUT_CELLS : 8;
    const unsigned first = xorshift_below(random, YUT_CELLS - width + 1);
    struct yut_pieces pieces;
    struct reference_yut_pieces same;
    do {
        for (int i = 0; i < YUT_PIECES; i++) {
            const unsigned lot = xorshift_below(random, 8);
            const unsigned cell = lot == 0 ? YUT_START : lot == 1 ? YUT_FINISH : first + xorshift_below(random, width);
            pieces.cell[i] = (uint8_t)cell;
        }
        same = numbered(&pieces);
    } while (!reference_yut_is_legal(&same));
    return pieces;
}

static struct yut_position random_position(uint64_t *random)
{
    struct yut_position position = {.pieces = place_pieces(random)};
    position.turns = (uint8_t)(1 + xorshift_below(random, YUT_TURNS));
    position.known = (uint8_t)(1 + xorshift_below(random, position.turns));
    for (unsigned i = 0; i < position.known; i++)
        position.dice[i] = (uint8_t)(1 + xorshift_below(random, YUT_FACES));
    return position;
}

static bool moves_agree(const struct yut_move *move, const struct reference_yut_move *expected)
{
    return move->piece == expected->piece && move->from == expected->from && move->to == expected->to &&
           move->points == expected->points;
}

static bool rankings_agree(const struct yut_ranking *ranking, const struct reference_yut_ranking *expected)
{
    if (ranking->best != expected->best || ranking->move_count != expected->move_count ||
        ranking->blocked_count != expected->blocked_count)
        return false;
    for (int i = 0; i < expected->move_count; i++)
        if (!moves_agree(&ranking->moves[i].move, &expected->moves[i]) ||
            ranking->moves[i].value != expected->moves[i].value)
            return false;
    for (int i = 0; i < expected->blocked_count; i++)
        if (!moves_agree(&ranking->blocked[i].move, &expected->blocked[i]) ||
            ranking->blocked[i].by != expected->blocked[i].by)
            return false;
    return true;
}

static void print_position(const struct yut_position *position)
{
    print_error("pieces");
    for (int i = 0; i < YUT_PIECES; i++)
        print_error(" %d", position->pieces.cell[i]);
    print_error(", dice");
    for (int i = 0; i < position->known; i++)
        print_error(" %d", position->dice[i]);
    print_error(", turns %d\n", position->turns);
}

static void print_rankings(const struct yut_ranking *ranking, const struct reference_yut_ranking *expected)
{
    print_error("best %lu, expected %lu\n", (unsigned long)ranking->best, (unsigned long)expected->best);
    for (int i = 0; i < ranking->move_count; i++)
        print_error("move of piece %d, value %lu\n", ranking->moves[i].move.piece,
                    (unsigned long)ranking->moves[i].value);
    for (int i = 0; i < expected->move_count; i++)
        print_error("expected: piece %d, value %lu\n", expected->moves[i].piece,
                    (unsigned long)expected->moves[i].value);
    for (int i = 0; i < ranking->blocked_count; i++)
        print_error("blocked piece %d by %d\n", ranking->blocked[i].move.piece, ranking->blocked[i].by);
    for (int i = 0; i < expected->blocked_count; i++)
        print_error("expected: blocked piece %d by %d\n", expected->blocked[i].piece, expected->blocked[i].by);
}

/* What the random positions were made to show; a generator that misses it would test nothing. */
struct tally {
    unsigned all_known, ties, blocked, twins, finished, long_known;
};

static bool has_tie(const struct reference_yut_ranking *ranking)
{
    for (int i = 1; i < ranking->move_count; i++)
        if (ranking->moves[i - 1].value == ranking->moves[i].value)
            return true;
    return false;
}

static unsigned pieces_on(const struct yut_pieces *pieces, unsigned cell)
{
    unsigned count = 0;
    for (int i = 0; i < YUT_PIECES; i++)
        count += pieces->cell[i] == cell;
    return count;
}

static void count_traits(struct tally *tally, const struct yut_position *position,
                         const struct reference_yut_ranking *ranking)
{
    tally->all_known += position->known == position->turns;
    tally->long_known += position->known >= 9;
    tally->ties += has_tie(ranking);
    tally->blocked += ranking->blocked_count > 0;
    tally->twins += pieces_on(&position->pieces, YUT_START) > 1;
    tally->finished += pieces_on(&position->pieces, YUT_FINISH) > 0;
}

static void test_any_position_is_ranked_like_the_reference(void **state)
{
    (void)state;
    uint64_t random = 58905;
    struct tally tally = {0};
    for (int i = 0; i < POSITIONS; i++) {
        const struct yut_position position = random_position(&random);
        const struct reference_yut_pieces same = numbered(&position.pieces);
        struct yut_ranking ranking;
        struct reference_yut_ranking expected;
        yut_rank_moves(&position, &ranking);
        reference_yut_set_dice(reference, position.dice, position.known, position.turns);
        reference_yut_rank_moves(reference, &same, &expected);
        count_traits(&tally, &position, &expected);
        if (!rankings_agree(&ranking, &expected)) {
            print_position(&position);
            print_rankings(&ranking, &expected);
            fail();
        }
        assert_int_equal(ranking.unknown_dice, position.turns - position.known);
    }
    assert_in_range(tally.all_known, 500, POSITIONS);
    assert_in_range(tally.long_known, 100, POSITIONS);
    assert_in_range(tally.ties, 500, POSITIONS);
    assert_in_range(tally.blocked, 500, POSITIONS);
    assert_in_range(tally.twins, 200, POSITIONS);
    assert_in_range(tally.finished, 500, POSITIONS);
}

/* The two ways to solve ten known dice have to agree, and so do the two references. */
static void test_ten_known_dice_from_start_win_the_best_score(void **state)
{
    (void)state;
    uint64_t random = 41979;
    for (int i = 0; i < 200; i++) {
        struct yut_position position = {.known = YUT_TURNS, .turns = YUT_TURNS};
        for (int turn = 0; turn < YUT_TURNS; turn++)
            position.dice[turn] = (uint8_t)(1 + xorshift_below(&random, YUT_FACES));
        struct yut_ranking ranking;
        yut_rank_moves(&position, &ranking);
        assert_int_equal(ranking.best, yut_best_score(yut_dice_index(position.dice, YUT_TURNS)));
        reference_yut_set_dice(reference, position.dice, YUT_TURNS, YUT_TURNS);
        int line[YUT_TURNS];
        if (i < 20)
            assert_int_equal(reference_yut_value(reference, &(struct reference_yut_pieces){{0}}),
                             reference_yut_best_line(position.dice, line));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board_is_that_of_the_contract),
        cmocka_unit_test(test_rank_is_a_bijection),
        cmocka_unit_test(test_rank_ignores_which_piece_is_which),
        cmocka_unit_test(test_expectations_of_all_legal_sets_are_exact),
        cmocka_unit_test(test_start_is_worth_what_the_contract_says),
        cmocka_unit_test(test_example_of_the_contract_is_exact),
        cmocka_unit_test(test_finished_pieces_have_no_moves),
        cmocka_unit_test(test_ties_are_listed_by_piece),
        cmocka_unit_test(test_pieces_on_one_cell_are_listed_once),
        cmocka_unit_test(test_any_position_is_ranked_like_the_reference),
        cmocka_unit_test(test_ten_known_dice_from_start_win_the_best_score),
    };
    return cmocka_run_group_tests_name("yut position", tests, create_reference, destroy_reference);
}
