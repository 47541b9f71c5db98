#include <assert.h>
#include <endian.h>
#include <string.h>

#include "text/faults.h"
#include "text/scanner.h"
#include "yut/codec.h"
#include "yut/solver.h"

struct progress {
    struct text_scanner scanner;
    struct text_faults faults;
    struct text_place case_place; /* of the first die of the current case */
    size_t cases;                 /* complete ones */
    unsigned count;               /* dice of the current case so far */
    uint8_t dice[YUT_TURNS];
};

static_assert(sizeof(struct progress) <= REQUEST_PROGRESS_BYTES, "a request has room for it");

static bool answer_case(const struct request *request, struct progress *progress, struct buffer *out,
                        struct problem *problem)
{
    progress->count = 0;
    progress->cases++;
    if (progress->faults.found)
        return true;
    ++*request->cases;
    if (!yut_write_answer(request, progress->dice, out, problem))
        return false;
    return text_end_answer(request->writes == MEDIA_NDJSON, out, problem);
}

static void begin_case(const struct request *request, struct progress *progress, struct text_place place)
{
    progress->case_place = place;
    if ((request->writes & MEDIA_OF_ONE_CASE) != 0 && progress->cases == 1)
        text_fault(&progress->faults, PROBLEM_ONE_CASE_ONLY, place, "A second case begins here");
}

static bool add_die(const struct request *request, struct progress *progress, const struct text_token *token,
                    struct buffer *out, struct problem *problem)
{
    int die;
    if (!text_integer(token, &die))
        return text_malformed(token, problem);
    if (progress->count == 0)
        begin_case(request, progress, token->place);
    if (die < 1 || die > YUT_FACES)
        text_fault(&progress->faults, PROBLEM_DIE_OUT_OF_RANGE, token->place, "Die %u of case %zu is %d%s",
                   progress->count + 1, progress->cases + 1, die, problem_or_beyond(die));
    progress->dice[progress->count++] = (uint8_t)die;
    return progress->count < YUT_TURNS || answer_case(request, progress, out, problem);
}

/*
 * Most texts are one case a line, one space between two dice, which is read as three words: eight bytes are four dice,
 * the first byte lowest. XOR with "0 0 0 0 " leaves digits in the bytes of dice and 0 in the others. With 1 taken
 * off, a die is 0 to 4: adding 3 carries anything larger into bit 3, and a digit 0 has borrowed and is full of ones.
 * A product then weighs four dice with 125, 25, 5 and 1 in its highest 16 bits.
 */
enum { PLAIN_LINE = 2 * YUT_TURNS, PLAIN_ANSWER = 4, PLAIN_LINES = 64 };

#define FOUR_ZEROS UINT64_C(0x2030203020302030) /* "0 0 0 0 " */
#define LAST_ZEROS UINT64_C(0x0A30203020302030) /* "0 0 0 0\n" */
#define ONE_EACH UINT64_C(0x0001000100010001)
#define NOT_A_DIE UINT64_C(0xFFF8FFF8FFF8FFF8) /* bits that no die has */
#define CARRY UINT64_C(0x0003000300030003)
#define BASE_5_WEIGHTS UINT64_C(0x007D001900050001) /* 125, 25, 5, 1 */

static inline uint64_t load_dice(const char *bytes, uint64_t zeros)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (le64toh(word) ^ zeros) - ONE_EACH;
}

/* Takes a line of ten dice; false when it is written in another way. */
static inline bool read_plain_line(const char *line, unsigned *ret_index)
{
    const uint64_t first = load_dice(line, FOUR_ZEROS), second = load_dice(line + 8, FOUR_ZEROS);
    const uint64_t last = load_dice(line + 12, LAST_ZEROS); /* its first two dice are the second word's last */
    const uint64_t all = first | second | last;
    const uint64_t carried = (first + CARRY) | (second + CARRY) | (last + CARRY);
    if (((all | carried) & NOT_A_DIE) != 0)
        return false;
    const unsigned high = (unsigned)(first * BASE_5_WEIGHTS >> 48), middle = (unsigned)(second * BASE_5_WEIGHTS >> 48);
    const unsigned low = (unsigned)(last >> 32 & 7) * YUT_FACES + (unsigned)(last >> 48 & 7);
    *ret_index = high * 15625 + middle * 25 + low;
    return true;
}

static void write_scores(const unsigned *indexes, size_t count, char *answers)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned score = yut_best_score(indexes[i]);
        char *const answer = answers + i * PLAIN_ANSWER;
        answer[0] = (char)('0' + score / 100);
        answer[1] = (char)('0' + score / 10 % 10);
        answer[2] = (char)('0' + score % 10);
        answer[3] = '\n';
    }
}

/*
 * Answers up to PLAIN_LINES plain lines; returns how many there were. The scores lie all over 9 MiB, so that a batch
 * waits for memory more than anything else: all of them are asked for before the first is used.
 */
static size_t answer_some_lines(const char *line, size_t lines_at_most, char *answers)
{
    unsigned indexes[PLAIN_LINES];
    size_t count = 0;
    const size_t limit = lines_at_most < PLAIN_LINES ? lines_at_most : PLAIN_LINES;
    for (; count < limit && read_plain_line(line, &indexes[count]); count++, line += PLAIN_LINE)
        __builtin_prefetch(&yut_tables.scores[indexes[count]]);
    write_scores(indexes, count, answers);
    return count;
}

/* Answers plain lines from the start of a case on, as many as there are; only for text, and when nothing is wrong. */
static bool answer_plain_lines(const struct request *request, struct progress *progress, struct buffer *out)
{
    struct text_scanner *const scanner = &progress->scanner;
    for (;;) {
        text_skip_space(scanner);
        char *const answers = buffer_reserve(out, (size_t)PLAIN_LINES * PLAIN_ANSWER);
        if (answers == NULL)
            return false;
        const size_t lines_at_most = (scanner->length - scanner->at) / PLAIN_LINE;
        const size_t count = answer_some_lines(scanner->piece + scanner->at, lines_at_most, answers);
        if (count == 0)
            return true;
        text_skip_lines(scanner, count, count * PLAIN_LINE);
        progress->cases += count;
        *request->cases += count;
        out->length += count * PLAIN_ANSWER;
    }
}

static bool finish(struct progress *progress, struct problem *problem)
{
    if (progress->count > 0)
        text_fault(&progress->faults, PROBLEM_WRONG_DICE_COUNT, progress->case_place,
                   "Case %zu begins here and has %u dice, not %d", progress->cases + 1, progress->count, YUT_TURNS);
    else if (progress->cases == 0)
        text_fault(&progress->faults, PROBLEM_WRONG_CASE_COUNT, (struct text_place){1, 1}, "There is no case");
    if (!progress->faults.found)
        return true;
    *problem = progress->faults.first;
    return false;
}

bool yut_answer_text(const struct request *request, struct buffer *out, struct problem *problem)
{
    struct progress *const progress = request->progress;
    text_begin_piece(&progress->scanner, request->body, request->body_length);
    struct text_token token;
    for (;;) {
        const bool may_be_plain = request->writes == MEDIA_TEXT && progress->count == 0 && !progress->faults.found;
        if (may_be_plain && !answer_plain_lines(request, progress, out))
            return problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
        if (!text_next(&progress->scanner, &token))
            return !request->last_piece || finish(progress, problem);
        if (!add_die(request, progress, &token, out, problem))
            return false;
    }
}
