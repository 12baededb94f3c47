// Calls that a path tells from each other: the Nth has N % 200 + 1 turns.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned sink;

__attribute__((noinline)) static void step(unsigned turns)
{
    for (unsigned i = 0; i < turns; i++)
        sink++;
}

int main(int argc, char **argv)
{
    unsigned n = (unsigned)atoi(argv[1]), pause = (unsigned)atoi(argv[2]);

    if (argc > 3) {
        FILE *begun = fopen("begun.new", "w");
        fprintf(begun, "%ld", (long)getpid());
        fclose(begun);
        rename("begun.new", argv[3]);
        (void)getchar();
    }
    for (unsigned i = 1; i <= n; i++) {
        if (i % 1000 == 0)
            usleep(pause);
        step(i % 200 + 1);
    }
    return 0;
}
