// A call that may not return, with nothing behind it but the return, is no place
// to count: it stays a tail call, and the program needs no more stack than
// without edgeprof.  What stands behind such a call on another line is counted.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -DPLAIN -c %s -o plain.o
// RUN: %cc %s plain.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s plain.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show functions prof.out.* 2>&1 | FileCheck %s --implicit-check-not=balance
// RUN: %plain_cc -O2 -DPLAIN -c %s -o plain.o && %cc -O2 -DDEEP %s plain.o -o deep
// RUN: sh -c 'ulimit -s 256 && ./deep'
// CHECK: either
#include <setjmp.h>

int step(int (*next)(int), int n);
extern jmp_buf back;

#ifdef PLAIN
jmp_buf back;

int step(int (*next)(int), int n)
{
    if (n < 0)
        longjmp(back, 1);
    return next(n);
}
#else

#ifdef DEEP
#define STEPS 10000000
#else
#define STEPS 10
#endif

static int odd(int n);

__attribute__((noinline)) static int even(int n)
{
    if (n == 0)              //= 9
        return 1;            //= 3
    return step(odd, n - 1); //= 6
}

__attribute__((noinline)) static int odd(int n)
{
    if (n == 0)              //= 6
        return 0;            //= 0
    return step(even, n - 1); //= 6
}

__attribute__((noinline)) static int negative(int n)
{
    if (n < 3)               //= 5
        return step(even, n); //= 3
    n += 2;                  //= 2
    return n;                //= 2
}

__attribute__((noinline)) static void shared(int n, int *out)
{
    if (n)                                  //= 3
        *out = step(even, -n);              //= 2
    else
        *out = 7;                           //= 1
    *out += 1;                              //= 1
}

__attribute__((noinline)) static int either(int n)
{
    int result = 0; //= 4
    switch (n) {    //= 4
    case 0:
        goto out; //= 1
    case 1:
        result = step(even, 0); //= 1
        break;                  //= 1
    default:
        result = step(even, -n); //= 2
        break;               //= 0
    }
    result++; //= 1
out:
    return result; //= 2
}

int main(void)
{
    volatile int i;
    int out = 0;             //= 1

    if (!even(STEPS)) //= 1
        return 1;     //= 0
    for (i = -2; i < 5; i++) { //= 8
        if (i == 0 || i == 1) //= 7
            continue;         //= 2
        if (!setjmp(back))    //= 7
            negative(i);      //= 5
    }
    for (i = 0; i < 3; i++)  //= 4
        if (!setjmp(back))   //= 5
            shared(i, &out); //= 3
    for (i = 0; i < 4; i++)  //= 5
        if (!setjmp(back)) //= 6
            either(i);     //= 4
    return out != 8;       //= 1
}
#endif
