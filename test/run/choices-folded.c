// GCC makes && and || of a ?: one of whose operands is a number, also where another ?: or && is
// the other operand, and negates what it is asked by: the tests stand where they are written.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
#include <stdbool.h>

struct pair {
    bool set;
    int number;
};
static volatile int sink;

static bool same(bool a)
{
    return a;                           //= 24
}

static void nested(int a, int b, bool c, int d)
{
    if (a                               //? true 8, false 8 //= 16
        ? 1
        : ((b                           //? true 4, false 4 //= 8
            && c)                       //? true 2, false 2 //= 4
           ? (d)                        //? true 1, false 1 //= 2
           : 1))
        sink = 1;                       //= 15
    if (a                               //? true 8, false 8 //= 16
        ? (b                            //? true 4, false 4 //= 8
           ? c                          //? true 2, false 2 //= 4
           : 0)
        : 0)
        sink = 1;                       //= 2
    if (a                               //? true 8, false 8 //= 16
        ? 0
        : ((b                           //? true 4, false 4 //= 8
            || d)                       //? true 2, false 2 //= 4
           ? c                          //? true 3, false 3 //= 6
           : 0))
        sink = 1;                       //= 3
}

static int negated(int a, struct pair b, int d)
{
    int r = 0;                          //= 16
    r += !((a                           //? true 8, false 8 //= 16
            ? 1
            : b.set)                    //? true 4, false 4 //= 8
           && d);                       //? true 6, false 6 //= 12
    r += !((a                           //? true 8, false 8 //= 16
            ? b.set                     //? true 4, false 4 //= 8
            : 0)
           || d);                       //? true 6, false 6 //= 12
    if (!((a                            //? true 8, false 8 //= 16
           ? 0
           : same(b.set))               //? true 4, false 4 //= 8
          && d))                        //? true 2, false 2 //= 4
        r++;                            //= 14
    if (!((a                            //? true 8, false 8 //= 16
           ? same(b.number)             //? true 4, false 4 //= 8
           : 1)
          || d))                        //? true 2, false 2 //= 4
        r++;                            //= 2
    r += !((a == 1                      //? true 8, false 8 //= 16
            ? same(b.set)               //? true 4, false 4 //= 8
            : 0)
           && d);                       //? true 2, false 2 //= 4
    return r;                           //= 16
}

int main(void)
{
    for (int i = 0; i < 16; i++) {      //? true 16, false 1 //= 17
        struct pair b = {(i & 2) != 0, i & 2};       //= 16
        nested(i & 1, i & 2, (i & 4) != 0, i & 8);   //= 16
        sink = negated(i & 1, b, i & 8);             //= 16
    }
    return 0;                           //= 1
}
