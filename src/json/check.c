#include "json/check.h"

#include <stdint.h>
#include <string.h>

/*
 * What the next token may be. The check is a loop over tokens with one bit for each open bracket instead of
 * recursion, so depth costs nothing.
 */
enum expected {
    EXPECT_VALUE,        /* after ':' or ',' in an array, or at the start */
    EXPECT_VALUE_OR_END, /* after '[' */
    EXPECT_NAME,         /* after ',' in an object */
    EXPECT_NAME_OR_END,  /* after '{' */
    EXPECT_COMMA_OR_END, /* after a value */
    EXPECT_NOTHING       /* after the outermost value */
};

struct cursor {
    const unsigned char *text;
    size_t length;
    size_t at;
    const char *fault; /* what is wrong at `at`; NULL so far */
    uint64_t objects;  /* bit i: is the bracket at depth i + 1 a brace? */
    unsigned depth;
    bool too_deep;
    bool has_long_numbers;
};

/* The byte under the cursor, or -1 at the end. */
static inline int peek(const struct cursor *cursor)
{
    return cursor->at < cursor->length ? cursor->text[cursor->at] : -1;
}

static bool fail(struct cursor *cursor, const char *fault)
{
    cursor->fault = cursor->at < cursor->length ? fault : "The text ends too early";
    return false;
}

static inline bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static inline void skip_space(struct cursor *cursor)
{
    for (int byte = peek(cursor); byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; byte = peek(cursor))
        cursor->at++;
}

static bool check_digits(struct cursor *cursor)
{
    if (!is_digit(peek(cursor)))
        return fail(cursor, "A digit is missing in a number");
    do
        cursor->at++;
    while (is_digit(peek(cursor)));
    return true;
}

/* RFC 8259, section 6 */
static bool check_number(struct cursor *cursor)
{
    const size_t begin = cursor->at;
    if (peek(cursor) == '-')
        cursor->at++;
    if (peek(cursor) == '0') {
        cursor->at++;
        if (is_digit(peek(cursor)))
            return fail(cursor, "A number can't begin with a zero and more digits");
    } else if (!check_digits(cursor)) {
        return false;
    }
    if (peek(cursor) == '.') {
        cursor->at++;
        if (!check_digits(cursor))
            return false;
    }
    if (peek(cursor) == 'e' || peek(cursor) == 'E') {
        cursor->at++;
        if (peek(cursor) == '+' || peek(cursor) == '-')
            cursor->at++;
        const size_t exponent = cursor->at;
        if (!check_digits(cursor))
            return false;
        if (cursor->at - exponent > JSON_PLAIN_EXPONENT_MAX)
            cursor->has_long_numbers = true;
    }
    if (cursor->at - begin > JSON_PLAIN_NUMBER_MAX)
        cursor->has_long_numbers = true;
    return true;
}

static int hex_digit(int byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

/* The four digits of a \u escape, or -1 with a fault. */
static int check_hex4(struct cursor *cursor)
{
    int value = 0;
    for (int i = 0; i < 4; i++, cursor->at++) {
        const int digit = hex_digit(peek(cursor));
        if (digit < 0) {
            fail(cursor, "\\u wants four hexadecimal digits");
            return -1;
        }
        value = value * 16 + digit;
    }
    return value;
}

/* The cursor is behind "\u". */
static bool check_unicode_escape(struct cursor *cursor)
{
    const size_t begin = cursor->at;
    const int unit = check_hex4(cursor);
    if (unit < 0)
        return false;
    if (unit != 0 && (unit < 0xD800 || unit > 0xDFFF))
        return true;
    if (unit >= 0xD800 && unit <= 0xDBFF && peek(cursor) == '\\') {
        cursor->at++;
        if (peek(cursor) == 'u') {
            cursor->at++;
            const int low = check_hex4(cursor);
            if (low < 0)
                return false;
            if (low >= 0xDC00 && low <= 0xDFFF)
                return true;
        }
    }
    cursor->at = begin;
    return fail(cursor, unit == 0 ? "\\u0000 is not taken" : "\\u escape of a surrogate without its partner");
}

static bool check_escape(struct cursor *cursor)
{
    cursor->at++;
    switch (peek(cursor)) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        cursor->at++;
        return true;
    case 'u':
        cursor->at++;
        return check_unicode_escape(cursor);
    default:
        return fail(cursor, "No such escape in a string");
    }
}

/* One character of two to four bytes (RFC 3629, section 4): no overlong form, no surrogate, at most U+10FFFF. */
static bool check_utf8(struct cursor *cursor)
{
    const unsigned char lead = cursor->text[cursor->at];
    unsigned char low = 0x80, high = 0xBF; /* the range of the second byte */
    int more;
    if (lead >= 0xC2 && lead <= 0xDF) {
        more = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        more = 2;
        low = lead == 0xE0 ? 0xA0 : low;
        high = lead == 0xED ? 0x9F : high;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        more = 3;
        low = lead == 0xF0 ? 0x90 : low;
        high = lead == 0xF4 ? 0x8F : high;
    } else {
        return fail(cursor, "Not UTF-8");
    }
    for (cursor->at++; more > 0; more--, cursor->at++) {
        const int byte = peek(cursor);
        if (byte < low || byte > high)
            return fail(cursor, "Not UTF-8");
        low = 0x80;
        high = 0xBF;
    }
    return true;
}

/*
 * Passes over bytes that stand for themselves, eight at a time, as a row of a board is 19 of them; what follows the
 * first other one is looked at byte by byte. A subtraction turns on the highest bit of a byte that is less than what is
 * taken away, and nothing is borrowed before there is such a byte.
 */
static void skip_plain_bytes(struct cursor *cursor)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    while (cursor->length - cursor->at >= sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, cursor->text + cursor->at, sizeof word);
        const uint64_t zero_if_quote = word ^ ones * '"', zero_if_backslash = word ^ ones * '\\';
        const uint64_t special = (zero_if_quote - ones) | (zero_if_backslash - ones) | (word - ones * 0x20) | word;
        if ((special & ones * 0x80) != 0)
            return;
        cursor->at += sizeof word;
    }
}

static bool check_string(struct cursor *cursor)
{
    cursor->at++;
    skip_plain_bytes(cursor);
    for (;;) {
        const int byte = peek(cursor);
        if (byte == '"') {
            cursor->at++;
            return true;
        }
        if (byte < 0x20)
            return fail(cursor, "A control character in a string must be escaped");
        if (byte == '\\') {
            if (!check_escape(cursor))
                return false;
        } else if (byte < 0x80) {
            cursor->at++;
        } else if (!check_utf8(cursor)) {
            return false;
        }
    }
}

static bool check_word(struct cursor *cursor, const char *word)
{
    for (; *word != '\0'; word++, cursor->at++)
        if (peek(cursor) != (unsigned char)*word)
            return fail(cursor, "No such word; JSON has true, false and null");
    return true;
}

static bool in_object(const struct cursor *cursor)
{
    return (cursor->objects >> (cursor->depth - 1) & 1) != 0;
}

static bool open_bracket(struct cursor *cursor, bool object)
{
    if (cursor->depth == JSON_DEPTH_MAX) {
        cursor->too_deep = true;
        return false;
    }
    const uint64_t bit = UINT64_C(1) << cursor->depth;
    cursor->objects = object ? cursor->objects | bit : cursor->objects & ~bit;
    cursor->depth++;
    cursor->at++;
    return true;
}

static enum expected after_value(const struct cursor *cursor)
{
    return cursor->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
}

static bool check_value(struct cursor *cursor, enum expected *expected)
{
    const int byte = peek(cursor);
    *expected = after_value(cursor);
    switch (byte) {
    case '[':
        *expected = EXPECT_VALUE_OR_END;
        return open_bracket(cursor, false);
    case '{':
        *expected = EXPECT_NAME_OR_END;
        return open_bracket(cursor, true);
    case '"':
        return check_string(cursor);
    case 't':
        return check_word(cursor, "true");
    case 'f':
        return check_word(cursor, "false");
    case 'n':
        return check_word(cursor, "null");
    default:
        if (byte == '-' || is_digit(byte))
            return check_number(cursor);
        return fail(cursor, "A value is expected here");
    }
}

static bool check_name(struct cursor *cursor, enum expected *expected)
{
    if (peek(cursor) != '"')
        return fail(cursor, "A member's name in quotes is expected here");
    if (!check_string(cursor))
        return false;
    skip_space(cursor);
    if (peek(cursor) != ':')
        return fail(cursor, "A colon is expected here");
    cursor->at++;
    *expected = EXPECT_VALUE;
    return true;
}

static bool check_comma_or_end(struct cursor *cursor, enum expected *expected)
{
    const bool object = in_object(cursor);
    const int byte = peek(cursor);
    if (byte == ',') {
        *expected = object ? EXPECT_NAME : EXPECT_VALUE;
    } else if (byte == (object ? '}' : ']')) {
        cursor->depth--;
        *expected = after_value(cursor);
    } else {
        return fail(cursor, object ? "A comma or } is expected here" : "A comma or ] is expected here");
    }
    cursor->at++;
    return true;
}

/*
 * Passes over one-digit numbers that a comma follows at once: what most of a board or a list of dice is made of. A
 * value is still expected behind them.
 */
static void skip_short_elements(struct cursor *cursor, enum expected *expected)
{
    const bool in_array = cursor->depth > 0 && !in_object(cursor);
    if (!in_array || (*expected != EXPECT_VALUE && *expected != EXPECT_VALUE_OR_END))
        return;
    const unsigned char *const text = cursor->text;
    size_t at = cursor->at;
    while (at + 2 < cursor->length && is_digit(text[at]) && text[at + 1] == ',')
        at += 2;
    if (at == cursor->at)
        return;
    *expected = EXPECT_VALUE;
    cursor->at = at;
    skip_space(cursor);
}

static bool check_token(struct cursor *cursor, enum expected *expected)
{
    skip_short_elements(cursor, expected);
    switch (*expected) {
    case EXPECT_VALUE_OR_END:
        return peek(cursor) == ']' ? check_comma_or_end(cursor, expected) : check_value(cursor, expected);
    case EXPECT_NAME_OR_END:
        return peek(cursor) == '}' ? check_comma_or_end(cursor, expected) : check_name(cursor, expected);
    case EXPECT_NAME:
        return check_name(cursor, expected);
    case EXPECT_COMMA_OR_END:
        return check_comma_or_end(cursor, expected);
    case EXPECT_VALUE:
        return check_value(cursor, expected);
    default:
        return fail(cursor, "Nothing more is expected after the JSON value");
    }
}

static bool report(const struct cursor *cursor, struct problem *problem)
{
    if (cursor->too_deep)
        problem_set(problem, PROBLEM_JSON_TOO_DEEP, "Arrays and objects may be nested %d deep", JSON_DEPTH_MAX);
    else
        problem_set(problem, PROBLEM_MALFORMED_JSON, "%s", cursor->fault);
    problem->line = 1;
    problem->column = 1;
    for (size_t i = 0; i < cursor->at; i++) {
        problem->column++;
        if (cursor->text[i] == '\n') {
            problem->line++;
            problem->column = 1;
        }
    }
    return false;
}

bool json_check(const char *text, size_t length, bool *ret_has_long_numbers, struct problem *problem)
{
    struct cursor cursor = {.text = (const unsigned char *)text, .length = length};
    enum expected expected = EXPECT_VALUE;
    for (skip_space(&cursor); cursor.at < length || expected != EXPECT_NOTHING; skip_space(&cursor))
        if (!check_token(&cursor, &expected))
            return report(&cursor, problem);
    *ret_has_long_numbers = cursor.has_long_numbers;
    return true;
}

size_t json_number_length(const char *text, size_t length, bool *ret_is_long)
{
    struct cursor cursor = {.text = (const unsigned char *)text, .length = length};
    check_number(&cursor);
    *ret_is_long = cursor.has_long_numbers;
    return cursor.at;
}
