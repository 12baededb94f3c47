// What ../modules.cc imports.
module;
#include <stdlib.h>
export module counted;

export template <class T>
T most(T a, T b)
{
    if (a > b               //= 10
        && a > 3)           //= 7
        return a;           //= 6
    return b;               //= 4
}

export inline int twice(int x)
{
    if (x < 0               //= 15
        || x > 100)         //= 14
        return 0;           //= 1
    return 2 * x;           //= 14
}

export struct sum {
    int all;
    sum()
    {
        all = 1;            //= 1
    }
    void add(int x)
    {
        if (x)              //= 10
            all += x;       //= 6
    }
    virtual ~sum()
    {
        if (all > 100)      //= 1
            abort();        //= 0
    }
};

export int far(int x)
{
    return x                //= 10
        ? twice(x)          //= 5
        : 7;
}
