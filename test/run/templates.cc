// Inline functions and templates in several units: instances add up.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -DOTHER -c %s -o other.o && %cxx %s other.o -o prog && ./prog
// RUN: %counts --all %s
// RUN: %cxx -fPIC -shared -DOTHER %s -o libother.so
// RUN: rm prof.out.* && %cxx %s ./libother.so -o prog && ./prog
// RUN: %counts --all %s
#include <vector>

static volatile int sink;

inline int twice(int n)
{
    return 2 * n;               //= 30
}

template <typename T> T total(const std::vector<T> &items)
{
    T sum = 0;                  //= 3
    for (T item : items)        //= 21
        sum += item;            //= 18
    return sum;                 //= 3
}

static int own(int n)
{
    return n + 1;               //= 2
}

int other(int n);
#ifdef OTHER
int other(int n)
{
    std::vector<int> items(5, n);      //= 1
    for (int i = 0; i < 20; i++)       //= 21
        sink = sink + twice(i);        //= 20
    return total(items) + own(n);      //= 1
}
#else
struct Early {
    int n;
    Early() : n(other(1)) {}           //= 1
};
static Early early;                    //= 1

int main()
{
    std::vector<int> items(10, 1);     //= 1
    std::vector<long> longs(3, 1);     //= 1
    for (int i = 0; i < 10; i++)       //= 11
        sink = sink + twice(i);        //= 10
    auto square = [](int n) { return n * n; }; //= 1
    sink = square(sink & 7);           //= 1
    sink = total(items) + (int)total(longs) + own(early.n); //= 1
    return 0;                          //= 1
}
#endif
