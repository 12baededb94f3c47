// The warnings of the counted program are those of the plain one: of the front end and of
// the optimisers, at their places.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %plain_cc -Wall -Wextra -Wmaybe-uninitialized -Wstrict-overflow -Wduplicated-branches -Wlogical-op -Wnull-dereference -c %s -o plain.o 2> expected
// RUN: %cc -Wall -Wextra -Wmaybe-uninitialized -Wstrict-overflow -Wduplicated-branches -Wlogical-op -Wnull-dereference -c %s -o counted.o 2> warnings
// RUN: cmp expected warnings && FileCheck %s < warnings
// CHECK-DAG: shift-count-overflow
// CHECK-DAG: logical-op
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int known(int n)
{
    const int wide = 40;
    return n + (1 << 40) + wide;
}

int perhaps(int n)
{
    int value;
    if (n > 3 &&
        n < 9)
        value = n;
    return value;
}

int never(unsigned n, int m)
{
    if (n < 0 || m == 3)
        return 1;
    if (m == 4 && m == 4)
        return 2;
    return m ? m : m;
}

int beyond(int n)
{
    static const int size = 4;
    int items[4] = {n, n, n, n};
    return items[7] + items[size - 1];
}

void cut(const char *text)
{
    char small[4];
    printf("%d\n", text);
    strcpy(small, "text that is too long");
    puts(small);
}

int falls(int n)
{
    switch (n) {
    case 1:
        n++;
    case 2:
        return n;
    }
}
