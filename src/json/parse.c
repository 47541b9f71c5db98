#include "json/parse.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"
#include "json/check.h"

/*
 * cJSON reads a number through a double, and no more than 63 characters of it. The numbers beyond that (and beyond the
 * digits that a double holds) are rewritten before it sees them, in place: an integer below 10^15 to its shortest form,
 * any other integer to OUT_OF_RANGE, the rest to NO_INTEGER. Each is at most as long as what it stands for.
 */
#define OUT_OF_RANGE "1e99"
#define NO_INTEGER "0.5"

enum { EXACT_DIGITS = 15 };

/* A number as digits x 10^exponent, without zeros at either end of the digits. */
struct decimal {
    char digits[EXACT_DIGITS + 1];
    size_t digit_count; /* counts on beyond what `digits` holds; 0 for the number 0 */
    long long exponent;
    bool negative;
};

static long long read_exponent(const char *text, size_t length)
{
    const long long huge = 1LL << 40; /* beyond any number of digits that a text can hold */
    long long exponent = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] >= '0' && exponent < huge)
            exponent = exponent * 10 + (text[i] - '0');
    return text[0] == '-' ? -exponent : exponent;
}

static void add_digit(struct decimal *decimal, char digit)
{
    if (decimal->digit_count < EXACT_DIGITS)
        decimal->digits[decimal->digit_count] = digit;
    decimal->digit_count++;
}

static struct decimal read_decimal(const char *text, size_t length)
{
    struct decimal decimal = {.negative = text[0] == '-'};
    long long fraction_digits = 0, zeros = 0; /* zeros not yet known to be inside */
    bool in_fraction = false;
    size_t i = decimal.negative ? 1 : 0;
    for (; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
        if (text[i] == '.') {
            in_fraction = true;
            continue;
        }
        fraction_digits += in_fraction;
        if (text[i] == '0') {
            zeros += decimal.digit_count > 0;
            continue;
        }
        for (; zeros > 0; zeros--)
            add_digit(&decimal, '0');
        add_digit(&decimal, text[i]);
    }
    decimal.exponent = zeros - fraction_digits;
    if (i < length)
        decimal.exponent += read_exponent(text + i + 1, length - i - 1);
    return decimal;
}

/* The replacement of one number, without a final NUL's worth; returns its length. */
static size_t shorten(const char *text, size_t length, char replacement[32])
{
    const struct decimal decimal = read_decimal(text, length);
    const char *const sign = decimal.negative ? "-" : "";
    int written;
    if (decimal.digit_count == 0)
        written = snprintf(replacement, 32, "0");
    else if (decimal.exponent < 0)
        written = snprintf(replacement, 32, NO_INTEGER);
    else if ((long long)decimal.digit_count + decimal.exponent > EXACT_DIGITS)
        written = snprintf(replacement, 32, "%s" OUT_OF_RANGE, sign);
    else if (decimal.exponent <= 2) /* as zeros, which is shorter than an exponent where the text had none */
        written = snprintf(replacement, 32, "%s%.*s%.*s", sign, (int)decimal.digit_count, decimal.digits,
                           (int)decimal.exponent, "00");
    else
        written = snprintf(replacement, 32, "%s%.*se%d", sign, (int)decimal.digit_count, decimal.digits,
                           (int)decimal.exponent);
    return (size_t)written;
}

/* The end of the string that begins at text[at] with a quote: the index behind its closing quote. */
static size_t skip_string(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++)
        if (text[at] == '\\')
            at++;
    return at + 1;
}

static void shorten_numbers(char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        if (text[at] == '"') {
            at = skip_string(text, at);
        } else if (text[at] == '-' || (text[at] >= '0' && text[at] <= '9')) {
            bool is_long;
            const size_t number_length = json_number_length(text + at, length - at, &is_long);
            if (is_long) {
                char replacement[32];
                const size_t shorter = shorten(text + at, number_length, replacement);
                memcpy(text + at, replacement, shorter);
                memset(text + at + shorter, ' ', number_length - shorter);
            }
            at += number_length;
        } else {
            at++;
        }
    }
}

static const cJSON *too_large(struct problem *problem)
{
    problem_set(problem, PROBLEM_BODY_TOO_LARGE, "The document needs more memory than one may use");
    return NULL;
}

const cJSON *json_parse(const char *text, size_t length, struct problem *problem)
{
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    if (length >= sizeof byte_order_mark && memcmp(text, byte_order_mark, sizeof byte_order_mark) == 0) {
        text += sizeof byte_order_mark;
        length -= sizeof byte_order_mark;
    }
    bool has_long_numbers;
    if (!json_check(text, length, &has_long_numbers, problem))
        return NULL;
    if (!json_arena_reset()) {
        problem_set(problem, PROBLEM_OVERLOADED, "Out of memory");
        return NULL;
    }
    if (has_long_numbers) {
        char *const copy = json_arena_allocate(length);
        if (copy == NULL)
            return too_large(problem);
        memcpy(copy, text, length);
        shorten_numbers(copy, length);
        text = copy;
    }
    const cJSON *const root = cJSON_ParseWithLength(text, length);
    return root != NULL ? root : too_large(problem);
}
