// Likewise in C++: members, constructors, operators, templates and what is destroyed behind
// them; and a call in a call, which may not come back, begins on a line of its own.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <string>

static volatile int sink;

struct some {
    int n;
    explicit some(int a) : n(a)        //= 16
    {
    }
    ~some()
    {
        sink = n;                      //= 16
    }
    int sum(int b, int c) const
    {
        return n + b + c;              //= 6
    }
    some &add(int b)
    {
        n += b;                        //= 2
        return *this;                  //= 2
    }
};

__attribute__((noinline)) static some make(int a)
{
    return some(a);                    //= 10
}

__attribute__((noinline)) static int take(int b, some x)
{
    return x.n + b;                    //= 4
}

__attribute__((noinline)) static int leaves(int b)
{
    if (b > 1)                         //= 4
        throw 3;                       //= 2
    return b;                          //= 2
}

template <class T> static int twice(T a, T b)
{
    return a < b;                      //= 4
}

static int operator+(const some &a, int b)
{
    return a.n + b;                    //= 4
}

static void count(int x)
{
    sink = take(                       //= 2
        x,                             //= 2
        make(                          //= 2
            x));                       //= 2
    if (make(x).sum(x,                 //= 2
            x) > 100) sink++;          //= 2
    if (make(x).add(                   //= 2
            x).sum(1,                  //= 2
            x) > 100) sink++;          //= 2
    if (twice<int>(x,                  //= 2
            x) && x > 100) sink++;     //= 2
    if (twice(x,                       //= 2
            9) && x > 100              //= 2
        && x > 200) sink++;            //= 0
    if (some(x).sum(x,                 //= 2
            3) > 100) sink++;          //= 2
    if (some(x) +                      //= 2
            3 > 100) sink++;           //= 2
    if (some(x) + leaves(              //= 2
            x) > 100) sink++;          //= 2
    std::string a("a");                //= 2
    if (a.find("b",                    //= 2
            0) == 0) sink++;           //= 2
    if (a.find("b",                    //= 2
            x) == 0) sink++;           //= 2
    if (make(x).n > 100 && make(x).sum(1, //= 2
            x) > 100) sink++;          //= 0
    take(x, make(                      //= 2
            x));                       //= 2
    if (twice(1,                       //= 2
            leaves(                    //= 2
                x + 1))) sink++;       //= 2
    twice(x,                           //= 0
            x);                        //= 0
}

int main()
{
    for (int i = 0; i < 2; i++) {      //= 3
        try {
            count(1);                  //= 2
        } catch (int) {                //= 2
            sink++;                    //= 2
        }
    }
    return 0;                          //= 1
}
