// Frames that are left for good: exit deep in calls, longjmp, setjmp in a loop.
// Lines after a call that never returned are 0, not 1.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && not ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && not ./prog
// RUN: %counts --all %s
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
volatile int sink;

__attribute__((noinline)) static void thrower(int n)
{
    sink++;              //= 15
    if (n == 0)          //= 15
        longjmp(env, 1); //= 3
    thrower(n - 1);      //= 12
    sink++;              //= 0
}

static int try_once(int depth)
{
    if (setjmp(env)) {   //= 8
        sink++;          //= 3
        return 1;        //= 3
    }
    sink++;              //= 5
    if (depth > 0)       //= 5
        thrower(depth);  //= 3
    sink++;              //= 2
    return 0;            //= 2
}

__attribute__((noinline)) static void leave(int n)
{
    if (n > 3)           //= 5
        exit(7);         //= 1
    leave(n + 1);        //= 4
    sink++;              //= 0
}

static void last(void)
{
    sink++;              //= 1
}

int main(void)
{
    volatile int caught = 0;           //= 1
    atexit(last);                      //= 1
    for (volatile int i = 0; i < 5; i++) //= 6
        caught += try_once(i % 2 ? 0 : 2 + i); //= 5
    if (caught != 3)                   //= 1
        return 0;                      //= 0
    leave(0);                          //= 1
    sink++;                            //= 0
    return 0;                          //= 0
}
