// As operand-lines.c: in C++, where a return stands at its end, and what is destroyed
// behind a condition makes a value of it.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cxx -O3 %s -o prog && ./prog
// RUN: %counts %s
#include <string>

volatile int sink;

struct point {
    int x, y, z;
    bool same(const point &other) const
    {
        return x == other.x         //= 3
               && y == other.y      //= 2
               && z == other.z;     //= 1
    }
    bool origin() const
    {
        return x == 0 &&            //= 3
               y == 0 &&            //= 1
               z == 0;              //= 0
    }
    bool positive() const
    {
        return x > 0;               //= 7
    }
};

static int members(const point &p, const point &q)
{
    if (!p.positive()               //= 3
        && !q.positive())           //= 1
        return 1;                   //= 0
    while (p.positive()             //= 3
           && q.x > 100)            //= 2
        return 2;                   //= 0
    return p.x > 0                  //= 3
               ? p.y + 1            //= 2
               : q.y + 1;           //= 1
}

static int text(const std::string &name)
{
    if (name.size() > 2             //= 3
        && name[0] == 'a'           //= 2
        && name.substr(1) == "bc")  //= 1
        return 1;                   //= 1
    if (std::string(name) + "!" == "x!" //= 2
        || name.empty())            //= 1
        return 2;                   //= 1
    return 0;                       //= 1
}

template <class T> bool between(T low, T n, T high)
{
    return low <= n                 //= 3
           && n <= high;            //= 2
}

static int variables(int c)
{
    bool digit = c >= '0'           //= 3
                 && c <= '9';
    int both = c > 0                //= 3
               && c < 100;
    return digit + both;            //= 3
}

int main()
{
    point p{1, 2, 3}, q{1, 3, 3}, r{0, 1, 2};        //= 1
    sink = p.same(r) + p.same(q) + q.same(q);        //= 1
    sink = p.origin() + r.origin() + q.origin();     //= 1
    sink = members(p, q) + members(q, p) + members(r, p); //= 1
    sink = text("abc") + text("x") + text("xyz");    //= 1
    sink = between(1, 2, 3) + between(1.0, 0.5, 3.0) + between(1L, 5L, 4L); //= 1
    sink = variables('5') + variables('a') + variables(0); //= 1
    return 0;                                        //= 1
}
