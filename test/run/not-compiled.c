// What the preprocessor leaves out has no number, and nothing is told from it: neither where what
// stands beside it begins, nor which way is true.  This file is compiled twice, each time with
// other branches of its #if.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
#ifndef AGAIN
#define AGAIN
#define P 53
#define CHOSEN first

__attribute__((noinline)) static int odd(int a)
{
    return a & 1;                      //= 25
}

__attribute__((noinline)) static int choices(int a, int b, int c)
{
    int i = c ?                        //? true 6, false 4 //= 10
#ifdef NOT_DEFINED
        odd(a) :
#else
        b :                            //= 6
#endif
#ifdef NOT_DEFINED
        1 + 4 * P - 3 - b + ((b + a - 1) & 3);
#elif P == 53
        1 + P - b;                     //= 4
#else
        P + c - b;
#endif
    i +=                               //= 10
#ifdef NOT_DEFINED
        a
#else
        a > 1                          //? true 4, false 6 //= 10
            ? b : odd(a)               //= 6
#endif
        ;
    return i;                          //= 10
}

__attribute__((noinline)) static int conditions(int a, int b, int c)
{
    int i = 0;                         //= 10
    if (
#if 0
        no && (a || odd(c) ||
#else
        b && odd(b) &&                 //? true 9, false 1; true 5, false 4 //= 10
#endif
        c)                             //? true 3, false 2 //= 5
        i++;                           //= 3
#ifdef NOT_DEFINED
    if (a > 1)
#else
    if (a > 2)                         //? true 2, false 8 //= 10
#endif
    {
        i += 2;                        //= 2
    }
#ifdef NOT_DEFINED
    while (i < 3 &&
#else
    while (i < 2 &&                    //? true 11, false 6 //= 17
#endif
           a-- > 0)                    //? true 7, false 4 //= 11
        i += 1;                        //= 7
    switch (a + 1) {                   //? case 1 4, default 6 //= 10
#ifdef NOT_DEFINED
    case 0:
        i += 5;
        /* FALLTHROUGH */
#endif
    case 1:
        i += odd(c)                    //= 4
#ifdef NOT_DEFINED
            ? 1 : 2
#endif
            ;
    }
    return i;                          //= 10
}

/* Nothing is beside these. */
__attribute__((noinline)) static int alone(int a, int b, int c, int d)
{
    int i = 1;                         //= 10
    i +=                               //= 10
#ifdef NOT_DEFINED
        a +
#endif
        b > 1 ? c : d;                 //? true 3, false 7 //= 10
    if (
#ifdef NOT_DEFINED
        a ||
#endif
        b)                             //? true 6, false 4 //= 10
        i++;                           //= 6
    while (b                           //? true 6, false 4 //= 10
#ifdef NOT_DEFINED
        < a
#endif
        && b-- > 3)                    //? true 0, false 6 //= 6
        i++;                           //= 0
    i = c &&                           //? true 9, false 1 //= 10
#if 0
        a && !
#endif
        d;                             //? true 9, false 0 //= 9
    return i;                          //= 10
}

#else
#define CHOSEN second
#endif

__attribute__((noinline)) static int CHOSEN(int a, int b)
{
    return a &&                        //? true 12, false 8 //= 20
#ifdef TWICE
           odd(b)                      //? true 3, false 3 //= 6
#else
           b                           //? true 6, false 0 //= 6
#endif
        ;
}
#undef CHOSEN

#ifndef TWICE
#define TWICE
#include __FILE__

int main(void)
{
    int n = 0;                         //= 1
    for (int i = 0; i < 10; i++)       //? true 10, false 1 //= 11
        n += choices(i % 4, i, i % 3)  //= 10
             + conditions(i % 4, i, i % 3) //= 10
             + alone(i % 4, i % 3, i, 3) //= 10
             + first(i % 3, i)         //= 10
             + second(i % 3, i);       //= 10
    return n == 0;                     //= 1
}
#endif
