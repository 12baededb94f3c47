// A ?: of a constant that has a name and of what has none is as true as its condition: GCC exchanges
// them.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
#include <stddef.h>

static const int LIMIT = 9;
constexpr int kMost = 7;
struct pair { int x, y[2]; };
static volatile long sink;

static int *made(const pair *p)
{
    return p == nullptr ? nullptr : new int(p->x);           //? true 1, false 4 //= 5
}

static int *found(const pair *p, int *q)
{
    int *r = p == nullptr //? true 1, false 4 //= 5
        ? NULL
        : q + 1;          //= 4
    return r;             //= 5
}

static int least(pair p, const pair *q, int n, const int *a)
{
    int k = n == 1 ? LIMIT : p.x;             //? true 1, false 4 //= 5
    k += n == 1 ? kMost : q->y[0];            //? true 1, false 4 //= 5
    k += n == 1 ? LIMIT : a[1];               //? true 1, false 4 //= 5
    k += n == 1 ? p.x : kMost;                //? true 1, false 4 //= 5
    return k;                                 //= 5
}

int main()
{
    pair p = {1, {2, 3}};                     //= 1
    for (int i = 0; i < 5; i++) {             //? true 5, false 1 //= 6
        pair *q = i == 1 ? nullptr : &p;      //= 5
        sink += made(q) != found(q, p.y);     //= 5
        sink += least(p, &p, i, p.y);         //= 5
    }
    return 0; //= 1
}
