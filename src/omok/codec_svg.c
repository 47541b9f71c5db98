#include <stdio.h>

#include "omok/codec.h"
#include "svg/writer.h"

/* Inside of the board column c and row r are at (c, r), so that what is drawn there can be read as it is. */
enum { BOARD_LEFT = 35, BOARD_TOP = 84, SPACING = 49 };

/* How a kind of line looks. */
struct style {
    const char *name;  /* what ids begin with */
    const char *color; /* stands out from both colours of stones, and from the board */
    const char *dashes;
    const char *radius;
};

static const struct style five_style = {"five", "#ef4444", "none", ".33"};
static const struct style overline_style = {"overline", "#3b82f6", ".15 .1", ".24"};

static void add_labels(struct buffer *out)
{
    svg_add(out, "<g font-size=\"25\" text-anchor=\"middle\" fill=\"#57534e\">\n");
    for (int i = 1; i <= OMOK_SIZE; i++)
        svg_add(out, "<text x=\"%d\" y=\"%d\">%d</text><text x=\"%d\" y=\"%d\">%d</text>\n", BOARD_LEFT + i * SPACING,
                BOARD_TOP + 7, i, BOARD_LEFT - 6, BOARD_TOP + i * SPACING + 9, i);
    svg_add(out, "</g>\n");
}

static void add_grid(struct buffer *out)
{
    svg_add(out, "<rect x=\".4\" y=\".4\" width=\"%d.2\" height=\"%d.2\" rx=\".1\" fill=\"#e8c27e\"/>\n", OMOK_SIZE,
            OMOK_SIZE);
    svg_add(out, "<path stroke=\"#7c5a26\" stroke-width=\".04\" stroke-linecap=\"square\" d=\"");
    for (int i = 1; i <= OMOK_SIZE; i++)
        svg_add(out, "M1 %dH%dM%d 1V%d", i, OMOK_SIZE, i, OMOK_SIZE);
    svg_add(out, "\"/>\n<g fill=\"#7c5a26\">");
    for (int row = 4; row <= OMOK_SIZE; row += 6)
        for (int column = 4; column <= OMOK_SIZE; column += 6)
            svg_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\".1\"/>", column, row);
    svg_add(out, "</g>\n");
}

/* A circle on each of these stones; ids are made with a name, or there are none if it is NULL. */
static void add_circles(struct buffer *out, const struct omok_stones *stones, const char *name, const char *radius)
{
    for (unsigned row = 1; row <= OMOK_SIZE; row++)
        for (unsigned column = 1; column <= OMOK_SIZE; column++) {
            if ((stones->rows[OMOK_MARGIN + row - 1] >> (column - 1) & 1) == 0)
                continue;
            svg_add(out, "<circle");
            if (name != NULL)
                svg_add(out, " id=\"%s-%u-%u\"", name, row, column);
            svg_add(out, " cx=\"%u\" cy=\"%u\" r=\"%s\"/>\n", column, row, radius);
        }
}

static void add_stones(struct buffer *out, const struct omok_board *board)
{
    svg_add(out, "<g class=\"black\" fill=\"#1c1917\">\n");
    add_circles(out, &board->stones[0], NULL, ".45");
    svg_add(out, "</g>\n<g class=\"white\" fill=\"#ffffff\" stroke=\"#57534e\" stroke-width=\".04\">\n");
    add_circles(out, &board->stones[1], NULL, ".43");
    svg_add(out, "</g>\n");
}

/* All lines of one kind, and a ring on each of their stones, whichever of them it is in. */
static void add_lines(struct buffer *out, const struct omok_line *lines, unsigned count, const struct style *style)
{
    static const char *const directions[OMOK_DIRECTIONS] = {"E", "S", "SE", "NE"};
    struct omok_stones ringed = {{0}};
    svg_add(out, "<g class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\".09\" stroke-dasharray=\"%s\">\n",
            style->name, style->color, style->dashes);
    for (const struct omok_line *line = lines; line < lines + count; line++) {
        unsigned row = 0, column = 0;
        for (unsigned i = 0; i < line->length; i++) {
            omok_line_stone(line, i, &row, &column);
            ringed.rows[OMOK_MARGIN + row - 1] |= UINT32_C(1) << (column - 1);
        }
        svg_add(out, "<line id=\"%s-%u-%u-%s\" x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\"/>\n", style->name, line->row,
                line->col, directions[line->direction], line->col, line->row, column, row);
    }
    add_circles(out, &ringed, style->name, style->radius);
    svg_add(out, "</g>\n");
}

static void add_legend(struct buffer *out)
{
    enum { TOP = BOARD_TOP + 20 * SPACING + 14, TEXT_TOP = TOP + 9 };
    svg_add(out, "<g fill=\"none\" stroke-width=\"4.4\">");
    svg_add(out, "<circle cx=\"74\" cy=\"%d\" r=\"16\" stroke=\"%s\"/>", TOP, five_style.color);
    svg_add(out, "<circle cx=\"328\" cy=\"%d\" r=\"16\" stroke=\"%s\"/>", TOP, five_style.color);
    svg_add(out, "<circle cx=\"328\" cy=\"%d\" r=\"10\" stroke=\"none\" fill=\"%s\"/>", TOP, five_style.color);
    svg_add(out, "<circle cx=\"588\" cy=\"%d\" r=\"12\" stroke=\"%s\" stroke-dasharray=\"7.4 4.9\"/></g>\n", TOP,
            overline_style.color);
    svg_add(
        out,
        "<g font-size=\"26\" fill=\"#44403c\"><text x=\"102\" y=\"%d\">five in a row</text><text x=\"356\" y=\"%d\">"
        "winning stone</text><text x=\"612\" y=\"%d\">six or more do not win</text></g>\n",
        TEXT_TOP, TEXT_TOP, TEXT_TOP);
}

static unsigned count_stones(const struct omok_stones *stones)
{
    unsigned count = 0;
    for (unsigned row = 0; row < OMOK_ROWS; row++)
        count += (unsigned)__builtin_popcount(stones->rows[row]);
    return count;
}

/* Who has won, in words. */
struct caption {
    char text[48];
};

static struct caption caption_of(struct omok_verdict verdict)
{
    struct caption caption = {"Nobody has won"};
    if (verdict.winner != OMOK_EMPTY)
        snprintf(caption.text, sizeof caption.text, "%s wins: row %u, column %u",
                 verdict.winner == OMOK_BLACK ? "Black" : "White", verdict.row, verdict.col);
    return caption;
}

bool omok_write_picture(const struct omok_board *board, struct omok_verdict verdict, struct buffer *out)
{
    static const struct svg_frame frame = {"omok", "#fffdf7", 0, 1000, 1120};

    struct omok_line fives[OMOK_LINES_MAX], overlines[OMOK_LINES_MAX];
    const unsigned five_count = omok_lines(board, false, fives), overline_count = omok_lines(board, true, overlines);
    const struct caption caption = caption_of(verdict);
    char description[160];
    snprintf(description, sizeof description,
             "A board with %u black and %u white stones. Fives in a row: %u. Overlines, which do not win: %u.",
             count_stones(&board->stones[0]), count_stones(&board->stones[1]), five_count, overline_count);
    svg_begin(out, &frame, caption.text, description);
    svg_add(out,
            "<text x=\"500\" y=\"58\" font-size=\"42\" font-weight=\"bold\" text-anchor=\"middle\""
            " fill=\"#1c1917\">%s</text>\n",
            caption.text);
    add_labels(out);
    svg_add(out, "<g transform=\"translate(%d %d) scale(%d)\">\n", BOARD_LEFT, BOARD_TOP, SPACING);
    add_grid(out);
    add_stones(out, board);
    add_lines(out, overlines, overline_count, &overline_style);
    add_lines(out, fives, five_count, &five_style);
    if (verdict.winner != OMOK_EMPTY)
        svg_add(out, "<circle id=\"winning-stone\" cx=\"%u\" cy=\"%u\" r=\".2\" fill=\"%s\"/>\n", verdict.col,
                verdict.row, five_style.color);
    svg_add(out, "</g>\n");
    add_legend(out);
    return svg_end(out);
}
