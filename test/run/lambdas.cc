// Lambdas: what is captured is not on the lines that use it; a call with constant arguments is a call at every level.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
volatile int sink;

constexpr int twice(int n)
{
    return 2 * n;            //= 4
}

static int outer(int n)
{
    int x = n;               //= 3
    int z = 1;               //= 3
    auto f = [&](int y) {    //= 3
        if (y > 2)           //= 9
            return y;        //= 3
        auto g = [&](int w) {  //= 6
            sink = w;        //= 6
            return x + w;    //= 6
        };
        if (y > 1)           //= 6
            z++;             //= 3
        return g(y) + x;     //= 6
    };
    sink = f(1) + f(5);      //= 3
    return f(2) + z;         //= 3
}

template <class T> static T apply(T n)
{
    T x = n;                 //= 2
    auto f = [=](T y) {      //= 2
        sink = sink + 1;     //= 4
        return x + y;        //= 4
    };
    return f(1) + f(2);      //= 2
}

int main()
{
    for (int i = 0; i < 3; i++) {  //= 4
        sink = sink + outer(i);    //= 3
        sink = sink + twice(4);    //= 3
    }
    sink = twice(sink);      //= 1
    sink = apply(1) + (int)apply(2l);  //= 1
    return 0;                //= 1
}
