// Each operand counts on the line where it begins, wherever the operator stands: of
// && and ||, of !, of comparisons and sums, of ?:, of calls and initialisers.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdbool.h>

struct flags {
    bool set;
    unsigned bit : 1;
    int number;
};

static volatile int sink;
static bool top;

static bool same(bool a)
{
    return a;                    //= 10
}

/* Both operands of each, a and b, are 0 and 1 in every combination. */
static void bools(bool a, bool b)
{
    if (a                        //= 4
        && b)                    //= 2
        sink = 1;                //= 1
    if (a &&                     //= 4
        b)                       //= 2
        sink = 2;                //= 1
    if (!a                       //= 4
        || !b)                   //= 2
        sink = 3;                //= 3
    if (!(a                      //= 4
          || b))                 //= 2
        sink = 4;                //= 1
    if (same(a)                  //= 4
        && same(b)               //= 2
        && top)                  //= 1
        sink = 5;                //= 0
    while (a                     //= 5
           && b)                 //= 3
        b = false;               //= 1
    sink = 6;                    //= 4
}

static void numbers(int a, int b)
{
    if (a                        //= 4
        && b)                    //= 2
        sink = 1;                //= 1
    if (a == 0                   //= 4
        || b == 0)               //= 2
        sink = 2;                //= 3
    if (a                        //= 4
        == b)                    //= 4
        sink = 3;                //= 2
    if (a +                      //= 4
        b                        //= 4
        == 2)                    //= 4
        sink = 4;                //= 1
    for (int i = 0;              //= 4
         a                       //= 9
             && i < b + 2;       //= 7
         i++)                    //= 5
        sink = i;                //= 5
    do                           //= -
        b--;                     //= 4
    while (a                     //= 4
           && b > 0);            //= 2
}

static void fields(const struct flags *p, const struct flags *q)
{
    if (p                        //= 4
        && p->set                //= 4
        && q->set)               //= 2
        sink = 1;                //= 1
    if (p->bit                   //= 4
        || q->bit)               //= 2
        sink = 2;                //= 3
    if (p->number == 0 &&        //= 4
        q->number == 0)          //= 2
        sink = 3;                //= 1
}

static int values(bool a, int b, const int *c)
{
    int both = a                 //= 4
               && b;             //= 2
    int any = a                  //= 4
              || b;              //= 2
    int chosen;

    chosen = a                   //= 4
                 ? b             //= 2
                 : c[1];         //= 2
    sink = both                  //= 4
           + any                 //= 4
           + chosen;             //= 4
    same(                        //= 4
        any);                    //= 4
    const int list[] = {         //= 4
        b,                       //= 4
        c[0],                    //= 4
    };
    return a                     //= 4
           && list[0];           //= 2
}

static int chains(int a, int b, int c)
{
    if ((a                       //= 8
         && b)                   //= 4
        || c)                    //= 6
        sink = 1;                //= 5
    sink = a                     //= 8
               ? b + 1           //= 4
           : b                   //= 4
               ? c + 2           //= 2
               : c + 3;          //= 2
    int r = a                    //= 8
            || b                 //= 4
            || c;                //= 2
    return (a && b) ||           //= 8
           (b && c) ||           //= 6
           (r && c);             //= 5
}

/* The condition of the loop is all of this; it begins at a. */
static int nested(int a, int b, int c)
{
    int n = 0;                   //= 8
    do
        n++;                     //= 12
    while (((a)                  //= 12
                ? !(b)           //= 6
                : !!(c))         //= 6
           && n < 2);            //= 8
    return n;                    //= 8
}

static int inverted(int a, int b, int c)
{
    return a                     //= 8
        && !(b                   //= 4
             ||                  //= -
             c);                 //= 2
}

int main(void)
{
    for (int i = 0; i < 4; i++) {                       //= 5
        int a = i & 1, b = i >> 1;                      //= 4
        struct flags p = {a, a, a}, q = {b, b, b};      //= 4
        int both[] = {a, b};                            //= 4

        bools(a, b);                                    //= 4
        numbers(a, b);                                  //= 4
        fields(&p, &q);                                 //= 4
        values(a, b, both);                             //= 4
    }
    for (int i = 0; i < 8; i++) {                       //= 9
        chains(i & 1, i & 2, i & 4);                    //= 8
        nested(i & 1, i & 2, i & 4);                    //= 8
        inverted(i & 1, i & 2, i & 4);                  //= 8
    }
    return 0;                                           //= 1
}
