// The tests of two variables, of a range, of fields that lie together stay two: what was
// not asked has 0, what was asked its count, at every level.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -flto %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdbool.h>

volatile int sink;

struct fields {
    unsigned low : 4;
    unsigned high : 4;
    bool first, second, third;
    char letters[4];
};

static int variables(int a, int b)
{
    if (a         //= 4
        || b)     //= 2
        sink++;   //= 3
    if (a == 0    //= 4
        && b == 0) //= 2
        sink++;   //= 1
    if (a < 0     //= 4
        || b < 0) //= 4
        sink++;   //= 0
    return 0;     //= 4
}

static int range(int c)
{
    if (c >= '0'      //= 4
        && c <= '9')  //= 3
        return 1;     //= 1
    if (c == 'a'      //= 3
        || c == 'b'   //= 3
        || c == 'c')  //= 3
        return 2;     //= 1
    if (c != 'z'      //= 2
        && c != '!')  //= 1
        return 3;     //= 0
    return 4;         //= 2
}

static int fields(const struct fields *f, const struct fields *g)
{
    if (f->low == 3       //= 5
        && f->high == 5   //= 4
        && f->first       //= 2
        && !f->second     //= 2
        && f->third)      //= 1
        return 1;         //= 1
    if (f->low == g->low      //= 4
        && f->high == g->high) //= 3
        return 2;             //= 2
    if (f->letters[0] == 'a'     //= 2
        && f->letters[1] == 'b') //= 1
        return 3;                //= 1
    return 4;                    //= 1
}

static int bits(int flags)
{
    if ((flags & 1)       //= 8
        && !(flags & 4)   //= 4
        && (flags & 2))   //= 2
        return 1;         //= 1
    if ((flags & 1) == 0  //= 7
        || (flags & 2) == 0) //= 3
        return 2;         //= 6
    return 3;             //= 1
}

static const int none = 0;

static int constants(int n)
{
    const int yes = 1;    //= 3
    if (none              //= 3
        && n)             //= 0
        return 1;         //= 0
    if (yes               //= 3
        && n > 1)         //= 3
        return 2;         //= 1
    yes && sink++;        //= 2
    return none ? 1 : 3;  //= 2
}

int main(void)
{
    struct fields f = {3, 5, true, false, true, "abc"}; //= 1
    struct fields g = {3, 6, true, false, true, "abc"}; //= 1
    struct fields h = {4, 5, true, false, true, "xbc"}; //= 1
    struct fields i = {3, 5, true, true, true, "abc"}; //= 1
    for (int n = 0; n < 4; n++)       //= 5
        variables(n & 1, n >> 1);     //= 4
    sink = range('5') + range('c') + range('z') + range('!');      //= 1
    sink = fields(&f, &g) + fields(&g, &g) + fields(&h, &g);       //= 1
    sink = fields(&i, &i) + fields(&g, &f);                        //= 1
    for (int n = 0; n < 8; n++)       //= 9
        sink = bits(n);               //= 8
    for (int n = 0; n < 3; n++)       //= 4
        sink = constants(n);          //= 3
    return 0;                         //= 1
}
