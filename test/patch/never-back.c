// A call that does not come back, by longjmp or exit, several frames deep: what stands
// behind it has the count of those that did.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog
// RUN: %prof_patch -o counted prog && EDGEPROF_FILE=run %py %S/Inputs/status.py 3 ./counted
// RUN: %py %S/Inputs/calls.py %prof_show run outer=10 middle=11 inner=11 behind=5 last=1
// RUN: %py %S/Inputs/sites.py %prof_show run outer:middle=10 outer:behind=5 middle:inner=11 main:last=1 main:behind=0
#include <setjmp.h>
#include <stdlib.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

static jmp_buf back;
static volatile int sink;

NOINLINE void inner(int n)
{
    if (n == 99)
        exit(3);
    if (n & 1)
        longjmp(back, 1);
    sink++;
}

NOINLINE void middle(int n)
{
    inner(n);
    sink++;
}

NOINLINE void behind(void)
{
    sink++;
}

NOINLINE void outer(int n)
{
    middle(n);
    behind();
    sink++;
}

NOINLINE void last(void)
{
    middle(99);
    sink++;
}

int main(void)
{
    for (volatile int i = 0; i < 10; i++)
        if (!setjmp(back))
            outer(i);
    last();
    behind();
    return 0;
}
