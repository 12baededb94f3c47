// Whether there is something to construct, to delete or to cast is the compiler's question
// and no branch of the source, with every compiler and at every level.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
#include <new>
#include <typeinfo>

namespace shapes
{
struct point {
    int v;
    point() : v(1) {}                                //= 5
    ~point() { v = 0; }                              //= 5
};
template <class A, class B> struct pair {
    A a;
    B b;
    pair() : a(), b() {}                             //= 5
    ~pair() {}                                       //= -
};
} // namespace shapes

struct base {
    virtual ~base() {}                               //= 8
    int x;
};

struct derived : base {
    int y;
};

static base plain;                                   //= 1

static int steps;
#define NEXT steps++

static int use(int n)
{
    shapes::point *many = new shapes::point[n];      //= 2
    auto *pairs = new shapes::pair<int, long>[n + 1]; //= 2
    shapes::point *one = new (std::nothrow) shapes::point; //= 2
    int *number = ::new int;                         //= 2
    base *b = n ? new derived : nullptr;             //? true 1, false 1 //= 2
    delete number;                                   //= 2
    delete[] many;                                   //= 2
    delete[] pairs;                                  //= 2
    ::delete one;                                    //= 2
    steps++, delete new base;                        //= 2
    NEXT, delete new base, delete new derived;       //= 2
    derived *d = dynamic_cast<derived *>(b);         //= 2
    int got = 0;                                     //= 2
    if (d)                                           //? true 1, false 1 //= 2
        got++;                                       //= 1
    if (dynamic_cast<derived *>(b))                  //? true 1, false 1 //= 2
        got++;                                       //= 1
    if (b && typeid(*b) == typeid(derived))          //? true 1, false 1; true 1, false 0 //= 2
        got++;                                       //= 1
    try {
        got += dynamic_cast<derived &>(n ? *b : plain).y * 0; //? true 1, false 1 //= 2
    } catch (const std::bad_cast &) {                //= 1
        got += 10;                                   //= 1
    }
    delete b;                                        //= 2
    return got;                                      //= 2
}

int main()
{
    return use(3) + use(0) - 13;                     //= 1
}
