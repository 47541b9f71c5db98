/* Dice yut. The first argument names a mistake to make; without one it is right. */
#include <stdio.h>
#include <string.h>

enum { PIECES = 4, TURNS = 10, FINISH = 21, FIRST_INNER = 22 };

static const char *mistake = "";
static int dice[TURNS];
static int pieces[PIECES];
static int best;

static int makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static int printed(int cell)
{
    static const int inner[] = {13, 16, 19, 25, 22, 24, 28, 27, 26, 30, 35};
    return cell >= FIRST_INNER ? inner[cell - FIRST_INNER] : cell == FINISH ? 0 : 2 * cell;
}

static int red(int cell)
{
    static const int inner[] = {23, 24, 25, 31, 27, 25, 29, 30, 25, 32, 20};
    return cell >= FIRST_INNER ? inner[cell - FIRST_INNER] : cell == FINISH ? FINISH : cell + 1;
}

static int blue(int cell)
{
    return cell == 5 ? 22 : cell == 10 ? 26 : 28;
}

static int move(int cell, int die)
{
    for (int step = 0; step < die; step++) {
        const int is_blue = cell == 5 || cell == 10 || cell == 15;
        const int turns = step == 0 ? !makes("blue-never") : makes("blue-in-passing");
        cell = is_blue && turns ? blue(cell) : red(cell);
    }
    return cell;
}

static int collide(int a, int b)
{
    return makes("collision-by-number") ? printed(a) == printed(b) : a == b;
}

static int is_free(int cell)
{
    if (makes("no-collision-check") || cell == FINISH)
        return 1;
    for (int i = 0; i < PIECES; i++)
        if ((pieces[i] != 0 && pieces[i] != FINISH && collide(pieces[i], cell)) || pieces[i] == cell)
            return 0;
    return 1;
}

/* Pieces that have not begun are all the same: only the first of them moves. */
static void play(int turn, int score)
{
    best = score > best ? score : best;
    const int turns = makes("last-die-ignored") ? TURNS - 1 : TURNS;
    for (int i = 0, begun = 1; turn < turns && i < PIECES && begun; i++) {
        const int from = pieces[i], to = move(from, dice[turn]);
        begun = from != 0;
        if (from == FINISH || !is_free(to))
            continue;
        pieces[i] = to;
        play(turn + 1, score + printed(to));
        pieces[i] = from;
    }
}

/* Are these arguments none, or a mistake that this program can make? */
static int take_mistake(int count, char **names)
{
    static const char *const known[] = {"blue-in-passing", "blue-never", "collision-by-number", "last-die-ignored",
                                        "no-collision-check"};
    for (unsigned i = 0; count == 1 && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(names[0], known[i]) == 0)
            mistake = known[i];
    return count == 0 || *mistake != '\0';
}

int main(int argc, char **argv)
{
    if (!take_mistake(argc - 1, argv + 1))
        return 2;
    for (int turn = 0; turn < TURNS; turn++)
        if (scanf("%d", &dice[turn]) != 1)
            return 1;
    play(0, 0);
    printf("%d\n", best);
    return 0;
}
