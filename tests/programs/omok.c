/* Omok. The first argument names a mistake to make; without one it is right. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 19 };

static int board[SIZE + 2][SIZE + 2];
static const char *mistake = "";

static int makes(const char *name)
{
    return strcmp(mistake, name) == 0;
}

static void report(int color, int row, int col)
{
    if (makes("row-and-column-swapped"))
        printf("%d\n%d %d\n", color, col, row);
    else if (makes("counted-from-zero"))
        printf("%d\n%d %d\n", color, row - 1, col - 1);
    else
        printf("%d\n%d %d\n", color, row, col);
}

/* The length of the run that begins here in this direction; 0 when none does. */
static int run_at(int row, int col, int down, int right)
{
    const int color = board[row][col];
    int length = 0;
    if (board[row - down][col - right] == color && !makes("no-look-behind"))
        return 0;
    for (; board[row][col] == color; row += down, col += right)
        length++;
    return length;
}

static int wins(int length)
{
    return makes("six-wins") ? length >= 5 : length == 5;
}

static int judge(void)
{
    static const int directions[4][2] = {{-1, 1}, {0, 1}, {1, 1}, {1, 0}};

    /* Column by column, so that the leftmost stone comes first. */
    for (int col = 1; col <= SIZE; col++)
        for (int row = 1; row <= SIZE; row++)
            for (int d = makes("up-diagonal-missing") ? 1 : 0; d < 4 && board[row][col] != 0; d++)
                if (wins(run_at(row, col, directions[d][0], directions[d][1]))) {
                    report(board[row][col], row, col);
                    return 1;
                }
    return 0;
}

/* Are these arguments none, or a mistake that this program can make? */
static int take_mistake(int count, char **names)
{
    static const char *const known[] = {"counted-from-zero", "no-look-behind", "row-and-column-swapped", "six-wins",
                                        "up-diagonal-missing"};
    for (unsigned i = 0; count == 1 && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(names[0], known[i]) == 0)
            mistake = known[i];
    return count == 0 || *mistake != '\0';
}

int main(int argc, char **argv)
{
    if (!take_mistake(argc - 1, argv + 1))
        return 2;
    for (int row = 1; row <= SIZE; row++)
        for (int col = 1; col <= SIZE; col++)
            if (scanf("%d", &board[row][col]) != 1)
                return 1;
    if (!judge())
        puts("0");
    return 0;
}
