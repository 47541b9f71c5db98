#include <stdio.h>

#include "svg/writer.h"
#include "yut/codec.h"
#include "yut/curve.h"
#include "yut/solver.h"

/* The units of the picture are those of yut/drawing.h. */
enum {
    MOVE_GAP = 5, /* between a cell and the arrow of a move */
    MOVE_HEAD = 20,
    STEP_GAP = 4, /* between a cell and an arrow of the board */
    STEP_HEAD = 16,
    BADGE_RADIUS = 16,
    COLUMN_TURNS = YUT_TURNS / 2, /* the table has two columns of so many turns */
    COLUMN_WIDTH = 518,
    ROWS_TOP = 1092,
    ROW_HEIGHT = 37
};

/*
 * Every piece has a colour and a lane of its own beside the arrows of the board, so that moves over the same cells stay
 * apart: to the right of its way (on the ring: outside), or to the left if negative.
 */
static const struct {
    const char *color;
    int lane;
} pieces[YUT_PIECES] = {{"#7e22ce", 43}, {"#b45309", -43}, {"#0f766e", -70}, {"#334155", 72}};

/* What is written on a cell: its number or a word. */
struct label {
    char text[8];
};

static struct label label_of(unsigned cell)
{
    static const struct label start = {"start"}, finish = {"finish"};
    if (cell == YUT_START)
        return start;
    if (cell == YUT_FINISH)
        return finish;
    struct label label;
    snprintf(label.text, sizeof label.text, "%u", yut_cell(cell)->printed);
    return label;
}

/* Arrow heads: one of each colour, as an SVG 1.1 head can't take over the colour of its line. */
static void add_heads(struct buffer *out)
{
    static const char head[] =
        "<marker id=\"yut-head-%s\" viewBox=\"0 0 2 2\" refX=\"%s\" refY=\"1\" markerWidth=\"%d\""
        " markerHeight=\"%d\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
        "<path d=\"M0 0L2 1L0 2z\" fill=\"%s\"/></marker>\n";
    svg_add(out, "<defs>\n");
    svg_add(out, head, "red", "1", STEP_HEAD, STEP_HEAD, "#dc5f5f");
    svg_add(out, head, "blue", "1", STEP_HEAD, STEP_HEAD, "#2563eb");
    for (unsigned i = 0; i < YUT_PIECES; i++) {
        const char name[] = {(char)('1' + i), '\0'};
        svg_add(out, head, name, "0.3", MOVE_HEAD + 4, MOVE_HEAD + 4, pieces[i].color);
    }
    svg_add(out, "</defs>\n");
}

static void add_step(struct buffer *out, unsigned from, unsigned to)
{
    const struct yut_vector begin = yut_cell_rim(from, yut_cell_middle(to), STEP_GAP);
    const struct yut_vector end = yut_cell_rim(to, yut_cell_middle(from), STEP_GAP + STEP_HEAD / 2);
    svg_add(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", begin.x, begin.y, end.x, end.y);
}

/* The arrows of the board. */
static void add_steps(struct buffer *out)
{
    svg_add(out, "<g stroke=\"#dc5f5f\" stroke-width=\"4\" marker-end=\"url(#yut-head-red)\">\n");
    for (unsigned cell = 0; cell < YUT_CELLS; cell++)
        if (yut_cell(cell)->red != YUT_NO_CELL)
            add_step(out, cell, yut_cell(cell)->red);
    svg_add(out, "</g>\n<g stroke=\"#2563eb\" stroke-width=\"5\" marker-end=\"url(#yut-head-blue)\">\n");
    for (unsigned cell = 0; cell < YUT_CELLS; cell++)
        if (yut_cell(cell)->blue != YUT_NO_CELL)
            add_step(out, cell, yut_cell(cell)->blue);
    svg_add(out, "</g>\n");
}

static void add_cell(struct buffer *out, unsigned cell)
{
    const struct yut_vector at = yut_cell_middle(cell);
    const bool is_blue = yut_cell(cell)->blue != YUT_NO_CELL;
    if (yut_cell_is_shared(cell))
        svg_add(out, "<rect id=\"cell-%u\" x=\"%d\" y=\"%d\" width=\"80\" height=\"44\" rx=\"22\"/>\n", cell, at.x - 40,
                at.y - 22);
    else
        svg_add(out, "<circle id=\"cell-%u\" cx=\"%d\" cy=\"%d\" r=\"%d\"%s/>\n", cell, at.x, at.y, YUT_CELL_RADIUS,
                is_blue ? " fill=\"#dbeafe\" stroke=\"#2563eb\" stroke-width=\"5\"" : "");
}

static void add_cells(struct buffer *out)
{
    svg_add(out, "<g fill=\"#ffffff\" stroke=\"#8a8178\" stroke-width=\"3\">\n");
    for (unsigned cell = 0; cell < YUT_CELLS; cell++)
        add_cell(out, cell);
    svg_add(out, "</g>\n<g font-size=\"29\" text-anchor=\"middle\" fill=\"#1c1917\">\n");
    for (unsigned cell = 0; cell < YUT_CELLS; cell++) {
        const struct yut_vector at = yut_cell_middle(cell);
        const bool is_word = yut_cell_is_shared(cell);
        svg_add(out, "<text x=\"%d\" y=\"%d\"%s>%s</text>\n", at.x, at.y + (is_word ? 8 : 10),
                is_word ? " font-size=\"25\"" : "", label_of(cell).text);
    }
    svg_add(out, "</g>\n");
}

static void add_arrow(struct buffer *out, unsigned piece, const struct yut_curve *curve)
{
    svg_add(out, "<path d=\"M%d %d", curve->begin.x, curve->begin.y);
    for (unsigned i = 0; i < curve->count; i++) {
        const struct yut_vector control = curve->controls[i], end = yut_curve_joint(curve, i + 1);
        svg_add(out, "Q%d %d %d %d", control.x, control.y, end.x, end.y);
    }
    svg_add(out, "\" stroke=\"%s\" marker-end=\"url(#yut-head-%u)\"/>", pieces[piece - 1].color, piece);
}

static void add_badge(struct buffer *out, unsigned turn, unsigned piece, struct yut_vector at)
{
    svg_add(out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%u</text>\n", at.x, at.y,
            BADGE_RADIUS, pieces[piece - 1].color, at.x, at.y + 8, turn);
}

/* How much room a badge has here beside those that stand already, squared; what is more than enough counts alike. */
static int room_at(struct yut_vector at, const struct yut_vector *badges, unsigned count)
{
    enum { ENOUGH = 40 };
    int room = ENOUGH * ENOUGH;
    for (unsigned i = 0; i < count; i++) {
        const int square = yut_square_apart(at, badges[i]);
        room = square < room ? square : room;
    }
    return room;
}

/* The place for the number of a turn: beside a step, not beside a cell, in the middle of the curve if there is room. */
static struct yut_vector place_badge(const struct yut_curve *curve, const struct yut_vector *badges, unsigned count)
{
    const unsigned first = (curve->steps - 1) / 2;
    struct yut_vector best = yut_curve_beside_step(curve, first);
    /* From the middle outwards. */
    for (unsigned i = 1; i < curve->steps; i++) {
        const unsigned step = i % 2 == 1 ? first + (i + 1) / 2 : first - i / 2;
        const struct yut_vector at = yut_curve_beside_step(curve, step);
        if (room_at(at, badges, count) > room_at(best, badges, count))
            best = at;
    }
    return best;
}

/* The line, as it is told and drawn. */
struct game {
    const uint8_t *dice;
    struct yut_move line[YUT_TURNS];
    unsigned totals[YUT_TURNS];
    struct yut_curve curves[YUT_TURNS];
    struct yut_vector badges[YUT_TURNS];
};

static void play(const uint8_t dice[YUT_TURNS], struct game *game)
{
    game->dice = dice;
    yut_best_line(dice, game->line);
    unsigned total = 0;
    for (unsigned i = 0; i < YUT_TURNS; i++) {
        const struct yut_move *const move = &game->line[i];
        game->totals[i] = total += move->points;
        game->curves[i] = yut_curve_of(move, pieces[move->piece - 1].lane, MOVE_GAP, MOVE_GAP + MOVE_HEAD);
        game->badges[i] = place_badge(&game->curves[i], game->badges, i);
    }
}

static void add_moves(struct buffer *out, const struct game *game)
{
    svg_add(out, "<g fill=\"none\" stroke-width=\"9\">\n");
    for (unsigned i = 0; i < YUT_TURNS; i++) {
        const struct yut_move *const move = &game->line[i];
        svg_add(out, "<g id=\"move-%u\" class=\"piece-%u\"><title>", i + 1, move->piece);
        svg_add(out, "%u: die %u, piece %u, from cell %u to cell %u, +%u, total %u</title>", i + 1, game->dice[i],
                move->piece, move->from, move->to, move->points, game->totals[i]);
        add_arrow(out, move->piece, &game->curves[i]);
        svg_add(out, "</g>\n");
    }
    svg_add(out, "</g>\n<g font-size=\"23\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#ffffff\">\n");
    for (unsigned i = 0; i < YUT_TURNS; i++)
        add_badge(out, i + 1, game->line[i].piece, game->badges[i]);
    svg_add(out, "</g>\n");
}

static void add_row(struct buffer *out, const struct game *game, unsigned i)
{
    const struct yut_move *const move = &game->line[i];
    svg_add(out, "<g transform=\"translate(%u %u)\"><text x=\"30\">%u</text><text x=\"95\">%u</text>",
            i / COLUMN_TURNS * COLUMN_WIDTH, ROWS_TOP + i % COLUMN_TURNS * ROW_HEIGHT, i + 1, game->dice[i]);
    svg_add(out, "<circle cx=\"163\" cy=\"-10\" r=\"16\" fill=\"%s\"/><text x=\"163\" fill=\"#ffffff\">%u</text>",
            pieces[move->piece - 1].color, move->piece);
    svg_add(out,
            "<text x=\"262\" text-anchor=\"end\">%s</text><text x=\"283\">\u2192</text>"
            "<text x=\"304\" text-anchor=\"start\">%s</text>",
            label_of(move->from).text, label_of(move->to).text);
    svg_add(out, "<g text-anchor=\"end\"><text x=\"414\">%u</text><text x=\"482\">%u</text></g></g>\n", move->points,
            game->totals[i]);
}

static void add_table(struct buffer *out, const struct game *game)
{
    svg_add(out, "<g font-size=\"27\" text-anchor=\"middle\" fill=\"#1c1917\">\n");
    for (unsigned column = 0; column < 2; column++)
        svg_add(out,
                "<g transform=\"translate(%u %u)\" font-size=\"24\" fill=\"#57534e\">"
                "<text x=\"30\">turn</text><text x=\"95\">die</text><text x=\"163\">piece</text>"
                "<text x=\"283\">move</text><g text-anchor=\"end\"><text x=\"414\">points</text>"
                "<text x=\"482\">total</text></g></g>\n",
                column * COLUMN_WIDTH, ROWS_TOP - ROW_HEIGHT);
    for (unsigned i = 0; i < YUT_TURNS; i++)
        add_row(out, game, i);
    svg_add(out, "</g>\n");
}

bool yut_write_picture(const uint8_t dice[YUT_TURNS], struct buffer *out)
{
    static const struct svg_frame frame = {"yut", "#fffdf7", -15, 1030, 1260};

    struct game game;
    play(dice, &game);
    const unsigned score = game.totals[YUT_TURNS - 1];
    char title[64];
    snprintf(title, sizeof title, "Dice yut: the best score is %u", score);
    svg_begin(out, &frame, title,
              "The arrows are the ten moves of a best game, numbered by turn, in a colour and a lane for each piece. "
              "The table lists them by the numbers that the cells print.");
    add_heads(out);
    add_steps(out);
    add_cells(out);
    add_moves(out, &game);
    svg_add(out,
            "<g fill=\"#1c1917\"><text x=\"10\" y=\"38\" font-size=\"27\" fill=\"#57534e\">best score</text>"
            "<text id=\"score\" x=\"10\" y=\"118\" font-size=\"84\" font-weight=\"bold\">%u</text></g>\n",
            score);
    add_table(out, &game);
    return svg_end(out);
}
