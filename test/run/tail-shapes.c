// Tail calls in all their shapes stay such: behind a condition, out of a loop and
// of scopes with variables, without a value, with one in memory.  What stands
// behind them keeps its count where one does not come back.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -DPLAIN -c %s -o plain.o
// RUN: %cc %s plain.o -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s plain.o -o prog && ./prog
// RUN: %counts %s
// RUN: %prof_show functions prof.out.* 2>&1 | FileCheck %s --implicit-check-not=balance --implicit-check-not=inexact
// RUN: %plain_cc -O2 -DPLAIN -c %s -o plain.o && %cc -O2 -DDEEP %s plain.o -o deep
// RUN: sh -c 'ulimit -s 256 && ./deep'
// RUN: %cc -O2 -g0 -DDEEP %s plain.o -o deep && sh -c 'ulimit -s 256 && ./deep'
// CHECK: choose
#include <setjmp.h>

typedef struct big {
    long word[8];
} big;
typedef int shape(int);

int step(shape *next, int n);
_Bool step_bool(_Bool (*next)(int), int n);
void step_void(void (*next)(int), int n);
big step_big(big (*next)(int), int n);
extern jmp_buf back;

#ifdef PLAIN
jmp_buf back;

int step(shape *next, int n)
{
    if (n < 0)
        longjmp(back, 1);
    return next(n);
}

_Bool step_bool(_Bool (*next)(int), int n)
{
    if (n < 0)
        longjmp(back, 1);
    return next(n);
}

void step_void(void (*next)(int), int n)
{
    if (n < 0)
        longjmp(back, 1);
    next(n);
}

big step_big(big (*next)(int), int n)
{
    if (n < 0)
        longjmp(back, 1);
    return next(n);
}
#else

#ifdef DEEP
#define STEPS 1000000
#else
#define STEPS 10
#endif
#define SHAPE __attribute__((noinline)) static

SHAPE int choose(int n)
{
    return n == 0 ? 1 : step(choose, n - 1); //= 12
}

SHAPE int choose_lines(int n)
{
    return n == 0
               ? 1
               : step(choose_lines, n - 1);
}

/* To GCC the operand of && is a condition, whose outcomes it counts. */
SHAPE _Bool both(int n)
{
    return n != 0 && step_bool(both, n - 1); //= 12
}

SHAPE int from_loop(int n)
{
    for (int i = 0; i < 3; i++) {          //= 26
        int twice = i * 2;                 //= 25
        if (twice == 2 && n)               //= 25
            return step(from_loop, n - 1); //= 11
    }
    return 2; //= 1
}

SHAPE int from_scopes(int n)
{
    int less = n - 1;                       //= 12
    if (n) {                                //= 12
        int two = 2;                        //= 11
        if (n == two)                       //= 11
            return step(from_scopes, less); //= 1
        return step(from_scopes, less);     //= 10
    }
    less += 2;       //= 1
    return less + n; //= 1
}

SHAPE void nothing(int n)
{
    if (n)                         //= 12
        step_void(nothing, n - 1); //= 11
}

SHAPE void nothing_else(int n)
{
    if (n == 0)                     //= 12
        return;                     //= 1
    step_void(nothing_else, n - 1); //= 11
}

SHAPE big in_memory(int n)
{
    if (n == 0)                        //= 12
        return (big){{1}};             //= 1
    return step_big(in_memory, n - 1); //= 11
}

SHAPE int two_lines(int n)
{
    if (n == 0)                  //= 12
        return 1;                //= 1
    return
        step(two_lines, n - 1);  //= 11
}

SHAPE int same(int n)
{
    return n; //= 3
}

SHAPE int behind(int n)
{
    int got = step(same, n); //= 2
    return got;              //= 1
}

SHAPE void meets(int n)
{
    if (n < 0)         //= 3
        step(same, n); //= 1
    else
        step(same, 0); //= 2
    n++;               //= 2
}

void for_ever(void)
{
    step(same, 0); //= 0
    for (;;)
        ;
}

#define TRY(call)                                                              \
    if (!setjmp(back))                                                         \
    call

int main(void)
{
    int sum = choose(STEPS) + choose_lines(STEPS) + //= 1
              from_loop(STEPS) + from_scopes(STEPS) + two_lines(STEPS) - 1;
#if !defined DEEP || defined __clang__
    sum += both(STEPS); //= 1
#endif
    nothing(STEPS);      //= 1
    nothing_else(STEPS); //= 1
#ifndef DEEP
    TRY(choose(-1));                                 //= 2
    TRY(choose_lines(-1));                           //= 2
    TRY(both(-1));                                   //= 2
    TRY(from_loop(-1));                              //= 2
    TRY(from_scopes(-1));                            //= 2
    TRY(two_lines(-1));                              //= 2
    TRY(nothing(-1));                                //= 2
    TRY(nothing_else(-1));                           //= 2
    TRY(in_memory(-1));                              //= 2
    TRY(behind(-1));                                 //= 2
    TRY(meets(-1));                                  //= 2
    sum += in_memory(STEPS).word[0] + behind(1) - 2; //= 1
    meets(0);                                        //= 1
    meets(1);                                        //= 1
#endif
    return sum != 5; //= 1
}
#endif
