// A call that must be a tail call is one at every level and with whatever counters:
// nothing comes between it and the return.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && sh -c 'ulimit -s 256 && ./prog'
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog
// RUN: sh -c 'ulimit -s 256 && ./prog'
// RUN: %counts --all %s
// RUN: %prof_show functions prof.out.* 2>&1 | FileCheck %s --implicit-check-not=balance --implicit-check-not=inexact
// CHECK: odd
#include <setjmp.h>

#define STEPS 1000000
#define TAIL __attribute__((musttail)) return

static jmp_buf back;
static int odd(int n);
int (*to_odd)(int) = odd;

int even(int n)
{
    if (n == 0)           //= 1000002
        return 1;         //= 1
    if (n < 0)            //= 1000001
        longjmp(back, 1); //= 1
    TAIL to_odd(n - 1);   //= 1000000
}

static int odd(int n)
{
    int less = n - 1;  //= 1000000
    if (less == STEPS) //= 1000000
        return 0;      //= 0
    TAIL even(less);   //= 1000000
}

int main(void)
{
    if (!even(STEPS))       //= 1
        return 1;           //= 0
    if (setjmp(back))       //= 2
        return 0;           //= 1
    return even(STEPS - 1); //= 1
}
