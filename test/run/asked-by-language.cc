// What C++ asks for a call through a pointer to a member, for whether two of these are the same,
// and for <=>, and C for a product of complex numbers, is no decision of the source.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
#include <compare>

struct base {
    virtual ~base() = default;
    virtual int get(int x) { return x; }               //= 4
    int next(int x) { return x + 1; }                  //= 1
    int m = 3;
};
struct derived : base {
    int get(int x) override { return 2 * x; }          //= 1
};
typedef int (base::*method)(int);
static volatile double one = 1;
static int sink;

__attribute__((noinline)) static int call(base *a, method f, int base::*m)
{
    return (a->*f)(2)                                  //= 3
           + a->*m;                                    //= 3
}

__attribute__((noinline)) static int same(method f, method g)
{
    if (f == g)                                        //? true 2, false 1 //= 3
        sink++;                                        //= 2
    while (f != g                                      //? true 1, false 3 //= 4
           && g)                                       //? true 1, false 0 //= 1
        f = g;                                         //= 1
    return f == g                                      //? true 3, false 0 //= 3
           ? (*new base.*f)(1) : 0;                    //= 3
}

__attribute__((noinline)) static int order(int a, int b, double c, double d)
{
    auto ab = a <=> b;                                 //= 3
    auto cd = c <=> d;                                 //= 3
    if (ab < 0                                         //? true 1, false 2 //= 3
        && cd > 0)                                     //? true 1, false 0 //= 1
        sink++;                                        //= 1
    if ((b <=> a) == 0)                                //? true 1, false 2 //= 3
        return 7;                                      //= 1
    if (cd == std::partial_ordering::unordered)        //? true 0, false 2 //= 2
        return 1;                                      //= 0
    return 2;                                          //= 2
}

static _Complex double product(_Complex double a, _Complex double b)
{
    return a * b * a;                                  //= 3
}

int main()
{
    base a;                                            //= 1
    derived b;                                         //= 1
    _Complex double c = {one, one};                    //= 1
    for (int i = 0; i < 3; i++) {                      //? true 3, false 1 //= 4
        method f = &base::get;                         //= 3
        base *p = &a;                                  //= 3
        if (i == 1)                                    //? true 1, false 2 //= 3
            p = &b;                                    //= 1
        if (i == 2)                                    //? true 1, false 2 //= 3
            f = &base::next;                           //= 1
        sink += call(p, f, &base::m);                  //= 3
        sink += same(f, &base::get);                   //= 3
        sink += order(i, 1, one, i);                   //= 3
        c = product(c, c);                             //= 3
    }
    return 0;                                          //= 1
}
