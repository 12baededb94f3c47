// Exceptions through frames with and without handlers and cleanups.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <stdexcept>

volatile int sink;

struct Guard {
    ~Guard()
    {
        sink = sink + 1;              //= 40
    }
};

__attribute__((noinline)) static void raise(int n)
{
    if (n % 4 == 0)                   //= 40
        throw std::runtime_error(""); //= 10
    if (n % 4 == 1)                   //= 30
        throw 1;                      //= 10
    sink = sink + 1;                  //= 20
}

static void middle(int n)
{
    Guard guard;
    raise(n);                         //= 40
    sink = sink + 1;                  //= 20
}

static int handle(int n)
{
    try {
        middle(n);                    //= 40
        sink = sink + 1;              //= 20
    } catch (const std::exception &) { //= 10
        sink = sink + 1;              //= 10
        return 1;                     //= 10
    }
    sink = sink + 1;                  //= 20
    return 0;                         //= 20
}

int main()
{
    int caught = 0;                   //= 1
    for (int i = 0; i < 40; i++) {    //= 41
        try {
            caught += handle(i);      //= 40
            sink = sink + 1;          //= 30
        } catch (int) {               //= 10
            caught += 100;            //= 10
        }
    }
    return caught != 1010;            //= 1
}
