/* Programs that do anything but answer; the first argument says what. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hang(void)
{
    for (;;)
        pause();
}

/* Leaves its process id in the file that it is told, so that a test can look whether it is still there. */
static void fork_and_hang(const char *file)
{
    if (fork() == 0) {
        FILE *const out = fopen(file, "w");
        fprintf(out, "%d\n", (int)getpid());
        fclose(out);
    }
    hang();
}

static void print_forever(void)
{
    for (;;)
        puts("1");
}

int main(int argc, char **argv)
{
    const char *const what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "hangs") == 0)
        hang();
    else if (strcmp(what, "forks") == 0 && argc > 2)
        fork_and_hang(argv[2]);
    else if (strcmp(what, "prints-forever") == 0)
        print_forever();
    else if (strcmp(what, "keeps-printing") == 0 && signal(SIGPIPE, SIG_IGN) != SIG_ERR)
        print_forever();
    else if (strcmp(what, "crashes") == 0)
        raise(SIGSEGV);
    else if (strcmp(what, "aborts") == 0)
        abort();
    else if (strcmp(what, "exits") == 0)
        exit(3);
    else if (strcmp(what, "prints") == 0 && argc > 2)
        puts(argv[2]);
    return 0;
}
