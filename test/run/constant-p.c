// What the compiler takes for a constant, it does in the counted program as well.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc %s -o plain && ./plain > expected
// RUN: %cc %s -o prog && ./prog > output && cmp expected output
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog > output
// RUN: cmp expected output
#include <stdio.h>
#include <string.h>

__attribute__((always_inline)) static inline int is_known(size_t n)
{
    return __builtin_constant_p(n);
}

__attribute__((always_inline)) static inline int is_short(const char *s)
{
    return __builtin_constant_p(strlen(s) < 4) && strlen(s) < 4;
}

int main(int argc, char **argv)
{
    const size_t three = 3;
    static const int table[] = {1, 2};

    printf("%d %d %d %d %d\n", is_known(3), is_known((size_t)argc), is_known(three),
           is_known(sizeof table + (size_t)table[1]), __builtin_constant_p(argv));
    printf("%d %d\n", is_short("abc"), is_short(argv[0]));
    return 0;
}
