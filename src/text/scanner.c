#include "text/scanner.h"

#include <limits.h>
#include <string.h>

void text_begin_piece(struct text_scanner *scanner, const char *piece, size_t length)
{
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    const bool first = scanner->piece == NULL;
    scanner->before += scanner->length;
    scanner->piece = piece;
    scanner->length = length;
    scanner->at = 0;
    if (first && length >= sizeof byte_order_mark && memcmp(piece, byte_order_mark, sizeof byte_order_mark) == 0) {
        scanner->at = sizeof byte_order_mark;
        scanner->line_start = sizeof byte_order_mark;
    }
}

struct text_place text_place(const struct text_scanner *scanner, size_t at)
{
    return (struct text_place){.line = scanner->lines_before + 1,
                               .column = scanner->before + at - scanner->line_start + 1};
}

void text_skip_space_here(struct text_scanner *scanner)
{
    size_t at = scanner->at;
    for (; at < scanner->length && text_is_space(scanner->piece[at]); at++) {
        if (scanner->piece[at] == '\n') {
            scanner->lines_before++;
            scanner->line_start = scanner->before + at + 1;
        }
    }
    scanner->at = at;
}

bool text_next(struct text_scanner *scanner, struct text_token *ret_token)
{
    text_skip_space(scanner);
    const char *const piece = scanner->piece;
    const size_t begin = scanner->at;
    size_t at = begin;
    while (at < scanner->length && !text_is_space(piece[at]))
        at++;
    if (at == begin)
        return false;
    *ret_token = (struct text_token){.text = piece + begin, .length = at - begin, .place = text_place(scanner, begin)};
    scanner->at = at;
    return true;
}

bool text_integer(const struct text_token *token, int *ret_integer)
{
    const bool has_sign = token->text[0] == '-' || token->text[0] == '+';
    const bool negative = token->text[0] == '-';
    size_t i = has_sign ? 1 : 0;
    if (i == token->length || token->length > TEXT_TOKEN_BYTES_MAX)
        return false;
    long long value = 0;
    for (; i < token->length; i++) {
        const char c = token->text[i];
        if (c < '0' || c > '9')
            return false;
        value = value > INT_MAX ? value : value * 10 + (c - '0');
    }
    if (value > INT_MAX)
        *ret_integer = negative ? INT_MIN : INT_MAX;
    else
        *ret_integer = (int)(negative ? -value : value);
    return true;
}

bool text_malformed(const struct text_token *token, struct problem *problem)
{
    problem_set(problem, PROBLEM_MALFORMED_TEXT, "An integer is expected here");
    problem->line = token->place.line;
    problem->column = token->place.column;
    return false;
}
