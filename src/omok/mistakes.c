#include "omok/mistakes.h"

#include <assert.h>
#include <stddef.h>

#include "omok/judge.h"

/*
 * A program that finds lines of five and reports one: what it sees of the board, which lines it takes, at which stone
 * it finds a line, and which one it reports. NULL and 0 are what is right. All of them look at what the judge finds.
 */
struct omok_mistake {
    struct mistake about;
    void (*see)(const struct omok_board *board, struct omok_board *ret_seen);
    unsigned columns_aside;     /* what is seen lies that much further to the right */
    unsigned directions_missed; /* bit d is direction d */
    bool overlines_win;
    bool overline_ends_all;    /* wherever one is, nobody has won */
    bool overline_ends_search; /* when one is found first */
    bool colors_are_one;
    unsigned (*find)(const struct omok_line *line);   /* place in the line, from 0 */
    unsigned (*report)(const struct omok_line *line); /* NULL: where it is found */
    bool swaps_row_and_col;
    bool counts_from_zero;
};

static const uint32_t all_columns = (UINT32_C(1) << OMOK_SIZE) - 1;

static void see_both_colors_as_one(const struct omok_board *board, struct omok_board *ret_seen)
{
    *ret_seen = (struct omok_board){0};
    for (unsigned row = 0; row < OMOK_ROWS; row++)
        ret_seen->stones[0].rows[row] = board->stones[0].rows[row] | board->stones[1].rows[row];
}

static void see_black(const struct omok_board *board, struct omok_board *ret_seen)
{
    *ret_seen = (struct omok_board){.stones = {board->stones[0]}};
}

static void miss_last_row(const struct omok_board *board, struct omok_board *ret_seen)
{
    *ret_seen = *board;
    for (unsigned color = 0; color < 2; color++)
        ret_seen->stones[color].rows[OMOK_MARGIN + OMOK_SIZE - 1] = 0;
}

static void miss_last_column(const struct omok_board *board, struct omok_board *ret_seen)
{
    *ret_seen = *board;
    for (unsigned color = 0; color < 2; color++)
        for (unsigned row = 0; row < OMOK_ROWS; row++)
            ret_seen->stones[color].rows[row] &= all_columns >> 1;
}

/*
 * Cells in one array, row after row: behind the last column stands the next row, and before the first one the end of
 * the row above. One column of that to the left is enough, and the length of an overline to the right; the row above
 * the first one begins in its place like that, and the one below the last one ends there.
 */
static void see_rows_joined(const struct omok_board *board, struct omok_board *ret_seen)
{
    *ret_seen = (struct omok_board){0};
    for (unsigned color = 0; color < 2; color++) {
        const uint32_t *const rows = board->stones[color].rows;
        for (unsigned row = OMOK_MARGIN - 1; row <= OMOK_MARGIN + OMOK_SIZE; row++) {
            const uint32_t before = rows[row - 1] >> (OMOK_SIZE - 1);
            const uint32_t behind = (rows[row + 1] & 0x3F) << (OMOK_SIZE + 1);
            ret_seen->stones[color].rows[row] = before | rows[row] << 1 | behind;
        }
    }
}

static unsigned first_stone(const struct omok_line *line)
{
    (void)line;
    return 0;
}

static unsigned last_stone(const struct omok_line *line)
{
    return line->length - 1u;
}

/* Five stones and then none: what stands before them is not looked at. */
static unsigned fifth_from_end(const struct omok_line *line)
{
    return line->length - (unsigned)OMOK_WIN;
}

static unsigned topmost_stone(const struct omok_line *line)
{
    return line->direction == OMOK_NE ? last_stone(line) : 0;
}

static const struct omok_mistake mistakes[] = {
    {.about = {"six-wins", "Six or more in a row are taken for a win", "여섯 알 이상 이어져도 이긴 것으로 본다"},
     .overlines_win = true},
    {.about = {"no-look-behind",
               "The stone before the five is not looked at, so five of an overline are taken for a win",
               "다섯 알 바로 앞의 돌을 보지 않아, 여섯 알 가운데 다섯 알을 이긴 것으로 본다"},
     .overlines_win = true,
     .find = fifth_from_end},
    {.about = {"wrong-end-up-right",
               "Lines that rise to the right are found and reported at their upper right end, not at the left one",
               "오른쪽 위로 올라가는 줄에서 왼쪽 끝이 아니라 오른쪽 위 끝을 출력한다"},
     .find = topmost_stone},
    {.about = {"topmost", "The topmost stone of the five is reported, not the leftmost",
               "가장 왼쪽 돌이 아니라 가장 위쪽 돌을 출력한다"},
     .report = topmost_stone},
    {.about = {"last-stone", "The last stone of the five is reported, not the first",
               "다섯 알의 첫 돌이 아니라 마지막 돌을 출력한다"},
     .report = last_stone},
    {.about = {"up-diagonal-missing", "Lines that rise to the right are not looked at",
               "오른쪽 위로 올라가는 대각선을 보지 않는다"},
     .directions_missed = 1 << OMOK_NE},
    {.about = {"down-diagonal-missing", "Lines that fall to the right are not looked at",
               "오른쪽 아래로 내려가는 대각선을 보지 않는다"},
     .directions_missed = 1 << OMOK_SE},
    {.about = {"overline-ends-search",
               "The search ends at the first run of five or more: when that is an overline, no five is found",
               "다섯 알 이상 이어진 첫 줄에서 찾기를 끝낸다. 그 줄이 여섯 알 이상이면 다른 오목을 놓친다"},
     .overlines_win = true,
     .overline_ends_search = true},
    {.about = {"overline-ends-all", "An overline anywhere is taken to mean that nobody has won",
               "여섯 알 이상 이어진 줄이 하나라도 있으면 아무도 이기지 못한 것으로 본다"},
     .overline_ends_all = true},
    {.about = {"row-and-column-swapped", "The column is reported before the row",
               "가로줄 번호보다 세로줄 번호를 먼저 출력한다"},
     .swaps_row_and_col = true},
    {.about = {"counted-from-zero", "Rows and columns are counted from 0, not from 1",
               "줄 번호를 1이 아니라 0부터 센다"},
     .counts_from_zero = true},
    {.about = {"wraps-around", "Lines run over the edge into the next row", "줄이 판의 끝을 넘어 다음 줄로 이어진다"},
     .see = see_rows_joined,
     .columns_aside = 1},
    {.about = {"last-row-missing", "The last row is not looked at", "마지막 가로줄을 보지 않는다"},
     .see = miss_last_row},
    {.about = {"last-column-missing", "The last column is not looked at", "마지막 세로줄을 보지 않는다"},
     .see = miss_last_column},
    {.about = {"only-black", "Only black stones are looked at", "검은 돌만 살핀다"}, .see = see_black},
    {.about = {"colors-are-one", "Stones of both colours are taken for one line",
               "돌의 색을 구별하지 않고 이어진 것으로 본다"},
     .see = see_both_colors_as_one,
     .colors_are_one = true},
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

static const struct mistake *about(unsigned i)
{
    return &mistakes[i].about;
}

static_assert((int)MISTAKES <= (int)HARD_CASE_MISTAKES_MAX, "a set has a bit for each");

const struct mistake_table omok_mistakes = {.count = MISTAKES, .at = about};

struct omok_answer omok_right_answer(const struct omok_board *board)
{
    const struct omok_verdict verdict = omok_judge(board);
    return (struct omok_answer){.winner = verdict.winner, .row = verdict.row, .col = verdict.col};
}

struct omok_stone {
    unsigned row; /* from 1, as col */
    unsigned col;
};

static struct omok_stone stone_of(const struct omok_line *line, unsigned place)
{
    struct omok_stone stone;
    omok_line_stone(line, place, &stone.row, &stone.col);
    return stone;
}

static bool comes_before(struct omok_stone a, struct omok_stone b)
{
    return a.row != b.row ? a.row < b.row : a.col < b.col;
}

/* Is this a line for a program that makes the mistake? */
static bool takes(const struct omok_mistake *mistake, const struct omok_line *line)
{
    return (mistake->overlines_win || line->length == OMOK_WIN) &&
           (mistake->directions_missed >> line->direction & 1) == 0;
}

static struct omok_answer report(const struct omok_mistake *mistake, const struct omok_line *line,
                                 const struct omok_board *board)
{
    const struct omok_stone stone = stone_of(line, (mistake->report != NULL ? mistake->report : mistake->find)(line));
    struct omok_answer answer = {.winner = line->color, .row = (int)stone.row, .col = (int)stone.col};
    if (mistake->colors_are_one) {
        const uint32_t black = board->stones[0].rows[OMOK_MARGIN + stone.row - 1];
        answer.winner = (black >> (stone.col - 1) & 1) != 0 ? OMOK_BLACK : OMOK_WHITE;
    }
    if (mistake->swaps_row_and_col) {
        answer.row = (int)stone.col;
        answer.col = (int)stone.row;
    }
    answer.row -= mistake->counts_from_zero ? 1 : 0;
    answer.col -= mistake->counts_from_zero ? 1 : 0;
    return answer;
}

/* 21 rows of 26 columns are seen at most; each line has five of these cells of its own in its direction. */
enum { LINES_MAX = OMOK_DIRECTIONS * 21 * 26 / OMOK_WIN };

/* The lines of five and more that begin on the board; how many there are. */
static unsigned find_lines(const struct omok_mistake *mistake, const struct omok_board *board,
                           struct omok_line lines[LINES_MAX])
{
    struct omok_board seen = *board;
    if (mistake->see != NULL)
        mistake->see(board, &seen);
    const unsigned all = omok_runs(&seen, OMOK_WIN, OMOK_SIZE, lines);
    unsigned count = 0;
    for (unsigned i = 0; i < all; i++) {
        struct omok_line line = lines[i];
        line.col = (uint8_t)(line.col - mistake->columns_aside);
        if (line.col >= 1 && line.col <= OMOK_SIZE)
            lines[count++] = line;
    }
    return count;
}

struct omok_answer omok_mistaken_answer(unsigned which, const struct omok_board *board)
{
    static const struct omok_answer nobody = {.winner = OMOK_EMPTY};

    struct omok_mistake mistake = mistakes[which];
    if (mistake.find == NULL)
        mistake.find = first_stone;
    struct omok_line lines[LINES_MAX];
    const unsigned count = find_lines(&mistake, board, lines);
    const struct omok_line *first = NULL;
    for (unsigned i = 0; i < count; i++) {
        const struct omok_line *const line = &lines[i];
        if (mistake.overline_ends_all && line->length > OMOK_WIN)
            return nobody;
        if (takes(&mistake, line) &&
            (first == NULL || comes_before(stone_of(line, mistake.find(line)), stone_of(first, mistake.find(first)))))
            first = line;
    }
    if (first == NULL || (mistake.overline_ends_search && first->length > OMOK_WIN))
        return nobody;
    return report(&mistake, first, board);
}

bool omok_answers_are_equal(const struct omok_answer *a, const struct omok_answer *b)
{
    return a->winner == b->winner && (a->winner == OMOK_EMPTY || (a->row == b->row && a->col == b->col));
}

mistake_set omok_mistakes_that_answer(const struct omok_board *board, const struct omok_answer *answer)
{
    mistake_set set = 0;
    for (unsigned i = 0; i < MISTAKES; i++) {
        const struct omok_answer mistaken = omok_mistaken_answer(i, board);
        set |= omok_answers_are_equal(&mistaken, answer) ? UINT32_C(1) << i : 0;
    }
    return set;
}
