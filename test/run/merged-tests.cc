// As merged-tests.c: in C++, whose conditions are in members, templates and lambdas too.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

struct point {
    short x, y, z;
    bool same(const point &other) const
    {
        if (x == other.x           //= 3
            && y == other.y        //= 2
            && z == other.z)       //= 1
            return true;           //= 0
        return false;              //= 3
    }
    bool origin() const
    {
        if (x == 0                 //= 3
            && y == 0              //= 0
            && z == 0)             //= 0
            return true;           //= 0
        return false;              //= 3
    }
};

template <class T> int digit(T c)
{
    if (c >= T('0')                //= 4
        && c <= T('9'))            //= 3
        return c - T('0');         //= 1
    if (c == T('a')                //= 3
        || c == T('b'))            //= 2
        return 10;                 //= 1
    return 0;                      //= 2
}

static int flags(bool a, bool b)
{
    auto both = [](bool left, bool right) {
        if (left                   //= 6
            && right)              //= 4
            return 1;              //= 3
        return 0;                  //= 3
    };
    if (!a                         //= 4
        && !b)                     //= 2
        return 2;                  //= 1
    return both(a, b) + both(b, b); //= 3
}

__attribute__((optimize("O1"))) static int own_level(int a, int b)
{
    if (a                          //= 4
        || b)                      //= 2
        return 1;                  //= 3
    return 0;                      //= 1
}

#pragma GCC push_options
#pragma GCC optimize("O3")
#pragma GCC target("sse4.2")
static int other_level(int a, int b)
{
    if (a == 0                     //= 4
        && b == 0)                 //= 2
        return 1;                  //= 1
    return 0;                      //= 3
}
#pragma GCC pop_options

static int behind(int a, int b)
{
    if (a == 0                     //= 4
        && b == 0)                 //= 2
        return 1;                  //= 1
    return 0;                      //= 3
}

int main()
{
    point p{1, 2, 3};              //= 1
    point q{1, 2, 4};              //= 1
    point r{2, 2, 3};              //= 1
    point s{1, 3, 3};              //= 1
    sink = p.same(q) + p.same(r) + p.same(s);             //= 1
    sink = p.origin() + q.origin() + r.origin();          //= 1
    sink = digit('7') + digit('a') + digit('z') + digit(L'!'); //= 1
    for (int n = 0; n < 4; n++) {  //= 5
        sink = flags(n & 1, n >> 1); //= 4
        sink = own_level(n & 1, n >> 1); //= 4
        sink = other_level(n & 1, n >> 1); //= 4
        sink = behind(n & 1, n >> 1); //= 4
    }
    return 0;                      //= 1
}
