// An operand on a line of its own has on it how often it was asked, wherever the operator
// is, and a choice how often it was taken; in conditions, values, returns and loops.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -O1 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -O3 %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdbool.h>

volatile int sink;

static int operator_last(int a, int b)
{
    if (a &&          //= 4
        b)            //= 2
        sink++;       //= 1
    if (!a ||         //= 4
        !b)           //= 2
        sink++;       //= 3
    if (              //= 4
        a > 0         //= 4
        || b > 0)     //= 2
        sink++;       //= 3
    return (a &&      //= 4
            b) ||     //= 2
           a > 5;     //= 3
}

static int values(int a, int b)
{
    int first = a     //= 4
                && b; //= 2
    int second = a > 0 || //= 4
                 b > 0;   //= 2
    bool third;
    third = a         //= 4
            || b      //= 2
            || sink;  //= 1
    return first      //= 4
           && (second //= 1
               || third); //= 0
}

static int choices(int a, int b)
{
    int r = a         //= 4
        ? b + 1       //= 2
        : b - 1;      //= 2
    r += a > 0 ? b    //= 4
                 + 1
        : b           //= 2
        ? r * 2       //= 1
        : r - 2;      //= 1
    return a ?        //= 4
        r + 1 :       //= 2
        r - 1;        //= 2
}

static int loops(int a, int b)
{
    while (a          //= 5
           && !b)     //= 2
        a--;          //= 1
    for (int i = 0;   //= 4
         i < 2        //= 8
         && b;        //= 6
         i++)         //= 4
        sink++;       //= 4
    do
        b--;          //= 4
    while (b > 0      //= 4
           && a > 0); //= 0
    return a + b;     //= 4
}

static int chain(bool a, bool b, bool c)
{
    return a          //= 8
        && b          //= 4
        || c          //= 6
        ? 1 : 2;
}

static bool letter(int c)
{
    return (c >= 'A' && c <= 'Z') || //= 4
           (c >= 'a' && c <= 'z') || //= 3
           c == '_';                 //= 2
}

static bool in_set(int c)
{
    return !((c >= 'A' && c <= 'Z')  //= 4
             || c == '_');           //= 3
}

static int call(int n)
{
    return n;         //= 12
}

static int calls(int a, int b)
{
    if (call(a)       //= 4
        && call(b))   //= 2
        sink++;       //= 1
    return call(a) || //= 4
           call(b);   //= 2
}

int main(void)
{
    for (int n = 0; n < 4; n++) {       //= 5
        int a = n & 1, b = n >> 1;      //= 4
        sink = operator_last(a, b) + values(a, b); //= 4
        sink = 0;                       //= 4
        sink = choices(a, b) + loops(a, b) + calls(a, b); //= 4
    }
    for (int n = 0; n < 8; n++)         //= 9
        sink = chain(n & 1, n & 2, n & 4); //= 8
    sink = letter('B') + letter('b') + letter('_') + letter('1'); //= 1
    sink = in_set('B') + in_set('b') + in_set('_') + in_set('1'); //= 1
    return 0;                           //= 1
}
