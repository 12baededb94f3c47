#include <stdio.h>

#ifndef CASES
#define CASES case 2: return 'b';
#endif

static int letter(int n)
{
    switch (n) {
    case 3: return 'c';
    case 1: return 'a';
    CASES
    }
    return 0;
}

static int digits(const char *s)
{
    int n = 0;
    for (; *s; s++)
        if (*s >= '0' && *s <= '9')
            n++;
    return n;
}

int main(int argc, char **argv)
{
    int bad = 0;
    if (!argv[0])
        bad = 1;
    if (!(argc > 1 && argv[1][0] == 'x'))
        bad += 2;
    printf("%d %d\n", bad, letter(argc) + digits("a1") + (argc > 2 ? 3 : puts("")));
    return 0;
}
