#include <assert.h>

#include "omok/codec.h"
#include "omok/judge.h"
#include "omok/row.h"
#include "text/faults.h"
#include "text/scanner.h"

/*
 * A text may begin with a count of its boards (POJ 1970 does), and a count of 0, 1 or 2 looks like a cell. Such a first
 * number is decided by how many follow: with a count of n there are 361n. So the numbers are held back until there are
 * more than a count of 2 allows, or the text ends. Rows without spaces decide earlier, by where they begin.
 */
enum { HELD_MAX = 1 + OMOK_WHITE * OMOK_CELLS, HELD_ROWS = HELD_MAX / OMOK_SIZE + 1, NO_COUNT = -1 };

enum lead {
    LEAD_UNSEEN,    /* nothing has been read */
    LEAD_UNDECIDED, /* numbers are held back */
    LEAD_IS_CELL,
    LEAD_IS_COUNT
};

struct progress {
    struct text_scanner scanner;
    struct text_faults faults;
    size_t numbers; /* in the whole text, the first one included */
    enum lead lead;
    int lead_value; /* negative: it can't be a count */
    struct text_place lead_place;
    struct text_place start_places[2 * HELD_ROWS]; /* of held numbers where a row may begin, with and without a count */
    struct text_place case_place;                  /* of the first cell of the current board */
    struct text_place row_place;                   /* of the first cell of the current row */
    size_t cases;                                  /* complete boards */
    unsigned cells;                                /* of the current board so far */
    struct omok_board faulty_board;                /* when the first fault is two-winners */
    struct omok_board board;
    uint8_t held[HELD_MAX];
    size_t bad_held; /* index of the first held number that is no cell; 0: none (the first number is one) */
    int bad_value;
    struct text_place bad_place;
};

static_assert(sizeof(struct progress) <= REQUEST_PROGRESS_BYTES, "a request has room for it");

/* What every step of the reading needs. */
struct context {
    const struct request *request;
    struct progress *progress;
    struct buffer *out;
    struct problem *problem;
};

static bool answer_board(const struct context *context)
{
    const struct request *const request = context->request;
    struct progress *const progress = context->progress;
    const struct omok_board board = progress->board;
    progress->board = (struct omok_board){0};
    progress->cells = 0;
    progress->cases++;
    if (progress->faults.found)
        return true;
    if (omok_judge(&board).two_winners) {
        text_fault(&progress->faults, PROBLEM_TWO_WINNERS, progress->case_place, "Board %zu", progress->cases);
        progress->faulty_board = board;
        return true;
    }
    ++*request->cases;
    if (!omok_write_answer(request, &board, context->out, context->problem))
        return false;
    return text_end_answer(request->writes == MEDIA_NDJSON, context->out, context->problem);
}

static void begin_board(const struct context *context, struct text_place place)
{
    struct progress *const progress = context->progress;
    progress->case_place = place;
    if ((context->request->writes & MEDIA_OF_ONE_CASE) != 0 && progress->cases == 1)
        text_fault(&progress->faults, PROBLEM_ONE_CASE_ONLY, place, "A second board begins here");
}

/* Puts the next cell on the board; a value that is none has been noted as a fault. */
static bool put_cell(const struct context *context, int value, struct text_place place)
{
    struct progress *const progress = context->progress;
    if (progress->cells == 0)
        begin_board(context, place);
    if (progress->cells % OMOK_SIZE == 0)
        progress->row_place = place;
    if (value >= OMOK_EMPTY && value <= OMOK_WHITE)
        omok_put(&progress->board, progress->cells / OMOK_SIZE, progress->cells % OMOK_SIZE, (unsigned)value);
    progress->cells++;
    return progress->cells < OMOK_CELLS || answer_board(context);
}

static void check_cell(struct progress *progress, int value, struct text_place place)
{
    if (value < OMOK_EMPTY || value > OMOK_WHITE)
        text_fault(&progress->faults, PROBLEM_CELL_OUT_OF_RANGE, place, "A cell here is %d%s", value,
                   problem_or_beyond(value));
}

/* Where the held number with this index stands, if a row may begin there: with a count in front, or without. */
static struct text_place *start_place(struct progress *progress, size_t index)
{
    const size_t offset = index % OMOK_SIZE;
    return offset < 2 ? &progress->start_places[index / OMOK_SIZE * 2 + offset] : NULL;
}

/* The first number is this: what was held back follows. */
static bool decide(const struct context *context, enum lead lead)
{
    struct progress *const progress = context->progress;
    progress->lead = lead;
    for (size_t i = lead == LEAD_IS_COUNT ? 1 : 0; i < progress->numbers; i++) {
        const struct text_place *const place = start_place(progress, i);
        if (i > 0 && i == progress->bad_held)
            check_cell(progress, progress->bad_value, progress->bad_place);
        if (!put_cell(context, progress->held[i], place != NULL ? *place : progress->case_place))
            return false;
    }
    return true;
}

static bool hold(const struct context *context, int value, struct text_place place)
{
    struct progress *const progress = context->progress;
    struct text_place *const start = start_place(progress, progress->numbers);
    if (start != NULL)
        *start = place;
    /* Not a fault yet: a board before it may have one, once it is known where the boards begin. */
    if ((value < OMOK_EMPTY || value > OMOK_WHITE) && progress->bad_held == 0) {
        progress->bad_held = progress->numbers;
        progress->bad_value = value;
        progress->bad_place = place;
    }
    progress->held[progress->numbers++] = (uint8_t)value;
    return progress->numbers < HELD_MAX || progress->numbers == 1 + (size_t)progress->lead_value * OMOK_CELLS ||
           decide(context, LEAD_IS_CELL);
}

static bool add_first(const struct context *context, int value, struct text_place place)
{
    struct progress *const progress = context->progress;
    progress->lead_value = value;
    progress->lead_place = place;
    if (value >= OMOK_EMPTY && value <= OMOK_WHITE) {
        progress->lead = LEAD_UNDECIDED;
        return hold(context, value, place);
    }
    progress->numbers = 1;
    progress->lead = value > OMOK_WHITE ? LEAD_IS_COUNT : LEAD_IS_CELL;
    if (progress->lead == LEAD_IS_COUNT)
        return true;
    check_cell(progress, value, place);
    return put_cell(context, value, place);
}

static bool add_number(const struct context *context, int value, struct text_place place)
{
    struct progress *const progress = context->progress;
    if (progress->lead == LEAD_UNSEEN)
        return add_first(context, value, place);
    if (progress->lead == LEAD_UNDECIDED && progress->numbers == HELD_MAX && !decide(context, LEAD_IS_CELL))
        return false;
    if (progress->lead == LEAD_UNDECIDED)
        return hold(context, value, place);
    check_cell(progress, value, place);
    progress->numbers++;
    return put_cell(context, value, place);
}

/* Is this token a row without spaces, or meant to be one? A number is short and has no zeros in front. */
static bool is_row(const struct text_token *token)
{
    for (size_t i = 0; i < token->length; i++)
        if (token->text[i] < '0' || token->text[i] > '9')
            return false;
    return token->length >= 10 || (token->length > 1 && token->text[0] == '0');
}

/* A row begins where a line of the board does, which tells whether a count stands in front of it. */
static bool settle_lead_before_row(const struct context *context)
{
    struct progress *const progress = context->progress;
    if (progress->lead == LEAD_UNSEEN) {
        progress->lead = LEAD_IS_CELL;
        progress->lead_value = NO_COUNT;
    }
    if (progress->lead != LEAD_UNDECIDED)
        return true;
    return decide(context, progress->numbers % OMOK_SIZE == 1 ? LEAD_IS_COUNT : LEAD_IS_CELL);
}

static bool add_row(const struct context *context, const struct text_token *token)
{
    struct progress *const progress = context->progress;
    if (!settle_lead_before_row(context))
        return false;
    const unsigned row = progress->cells / OMOK_SIZE + 1, column = progress->cells % OMOK_SIZE;
    if (token->length != OMOK_SIZE || column != 0)
        text_fault(&progress->faults, PROBLEM_WRONG_COLUMN_COUNT, token->place,
                   "Row %u of board %zu has %zu columns, not %d", row, progress->cases + 1, column + token->length,
                   OMOK_SIZE);
    /* A row of another length counts as one of 19, so that what follows it is read as it was meant. */
    struct text_place place = token->place;
    for (size_t i = 0; i < OMOK_SIZE; i++, place.column++)
        if (!add_number(context, i < token->length ? token->text[i] - '0' : OMOK_EMPTY, place))
            return false;
    return true;
}

/*
 * Takes a row in one step where it is written as most are: at the start of a row of the board, one space between two
 * cells and a line end behind the last, or without spaces. False when it is not, and nothing was taken.
 */
static bool take_plain_row(const struct context *context, struct text_scanner *scanner)
{
    struct progress *const progress = context->progress;
    const bool row_begins = progress->cells % OMOK_SIZE == 0;
    const bool lead_is_settled = progress->lead == LEAD_IS_CELL || progress->lead == LEAD_IS_COUNT;
    if (!row_begins || !lead_is_settled)
        return false;
    text_skip_space(scanner);
    const char *const line = scanner->piece + scanner->at;
    if (scanner->length - scanner->at < OMOK_SPACED_ROW + 3)
        return false;
    struct omok_row row;
    size_t length;
    if (line[OMOK_SPACED_ROW] == '\n' && omok_row_from_spaced(line, &row))
        length = OMOK_SPACED_ROW;
    else if (line[OMOK_DIGIT_ROW] == '\n' && omok_row_from_digits(line, &row))
        length = OMOK_DIGIT_ROW;
    else
        return false;
    if (progress->cells == 0)
        begin_board(context, text_place(scanner, scanner->at));
    omok_put_row(&progress->board, progress->cells / OMOK_SIZE, &row);
    progress->numbers += OMOK_SIZE;
    progress->cells += OMOK_SIZE;
    text_skip_lines(scanner, 1, length + 1);
    return true;
}

static bool add_token(const struct context *context, const struct text_token *token)
{
    if (token->length <= TEXT_TOKEN_BYTES_MAX && is_row(token))
        return add_row(context, token);
    int value;
    if (!text_integer(token, &value))
        return text_malformed(token, context->problem);
    return add_number(context, value, token->place);
}

/* The text has ended: is the last board complete, and does a count agree? */
static void check_counts(struct progress *progress)
{
    const size_t rest = progress->numbers % OMOK_CELLS;
    const bool is_count = progress->lead == LEAD_IS_COUNT;
    if (progress->numbers == 0 || (progress->lead_value == 0 && progress->numbers == 1)) {
        text_fault_before_all(&progress->faults, PROBLEM_WRONG_CASE_COUNT, (struct text_place){1, 1},
                              "There is no board");
    } else if (is_count && rest == 0 && progress->lead_value > OMOK_WHITE) {
        text_fault_before_all(&progress->faults, PROBLEM_CELL_OUT_OF_RANGE, progress->lead_place, "A cell here is %d%s",
                              progress->lead_value, problem_or_beyond(progress->lead_value));
    } else if ((is_count || rest == 1) && progress->lead_value >= 0 &&
               progress->numbers != 1 + (size_t)progress->lead_value * OMOK_CELLS) {
        text_fault_before_all(&progress->faults, PROBLEM_WRONG_CASE_COUNT, progress->lead_place,
                              "The count is %d%s, but %zu numbers follow, and a board has %d", progress->lead_value,
                              problem_or_beyond(progress->lead_value), progress->numbers - 1, OMOK_CELLS);
    } else if (progress->cells % OMOK_SIZE != 0) {
        text_fault(&progress->faults, PROBLEM_WRONG_COLUMN_COUNT, progress->row_place,
                   "Row %u of board %zu, which begins here, has %u columns, not %d", progress->cells / OMOK_SIZE + 1,
                   progress->cases + 1, progress->cells % OMOK_SIZE, OMOK_SIZE);
    } else if (progress->cells != 0) {
        text_fault(&progress->faults, PROBLEM_WRONG_ROW_COUNT, progress->case_place,
                   "Board %zu, which begins here, has %u rows, not %d", progress->cases + 1,
                   progress->cells / OMOK_SIZE, OMOK_SIZE);
    }
}

static bool finish(const struct context *context)
{
    struct progress *const progress = context->progress;
    if (progress->lead == LEAD_UNDECIDED) {
        const bool count_agrees = progress->numbers == 1 + (size_t)progress->lead_value * OMOK_CELLS;
        if (!decide(context, count_agrees ? LEAD_IS_COUNT : LEAD_IS_CELL))
            return false;
    }
    check_counts(progress);
    if (!progress->faults.found)
        return true;
    const struct problem *const first = &progress->faults.first;
    if (first->type != PROBLEM_TWO_WINNERS) {
        *context->problem = *first;
        return false;
    }
    omok_two_winners(&progress->faulty_board, context->problem);
    if (context->problem->type != PROBLEM_TWO_WINNERS) /* memory is out */
        return false;
    context->problem->pointer = NULL;
    context->problem->line = first->line;
    context->problem->column = first->column;
    return false;
}

bool omok_answer_text(const struct request *request, struct buffer *out, struct problem *problem)
{
    const struct context context = {.request = request, .progress = request->progress, .out = out, .problem = problem};
    struct text_scanner *const scanner = &context.progress->scanner;
    text_begin_piece(scanner, request->body, request->body_length);
    struct text_token token;
    for (;;) {
        if (take_plain_row(&context, scanner)) {
            if (context.progress->cells == OMOK_CELLS && !answer_board(&context))
                return false;
            continue;
        }
        if (!text_next(scanner, &token))
            return !request->last_piece || finish(&context);
        if (!add_token(&context, &token))
            return false;
    }
}
