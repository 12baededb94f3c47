// What a `for` asks of its range, whether there is more, is asked at the `:`, whichever compiler
// made it; the range is evaluated once, also where it ends.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches | FileCheck %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
#include <cstddef>

struct cell {
    int n;
    cell(int n = 0) : n(n) {}                           //= 9
    ~cell() {}
};

struct row {
    const cell *at;
    const cell *last;
    struct turn {
        const cell *at;
        bool operator!=(const turn &o) const { return at != o.at; } //= 16
        turn &operator++()
        {
            at++;                                       //= 10
            return *this;                               //= 10
        }
        const cell &operator*() const { return *at; }   //= 10
    };
    turn begin() const { return {at}; }                 //= 6
    turn end() const { return {last}; }                 //= 6
};

static row whole(const cell *all, size_t n)
{
    return {all,                                        //= 8
            all + n};                                   //= 8
}

static int plain(int n)
{
    int all[] = {1, 2, 3}, s = n;                       //= 2
    for (int x : all)                                   //? true 6, false 2 //= 8
        s += x;                                         //= 6
    for (const auto &x                                  //= 6
         : all)                                         //? true 6, false 2 //= 8
        s += x;                                         //= 6
    for (int k = n; int x : all)                        //? true 6, false 2 //= 8
        s += x + k;                                     //= 6
    return s;                                           //= 2
}

static int classes(int n)
{
    const cell all[] = {1, 2};                          //= 2
    int s = 0;                                          //= 2
    for (const cell &x : whole(                         //? true 4, false 2 //= 6
             all,                                       //= 2
             2))                                        //= 2
        s += x.n;                                       //= 4
    for (auto [m] : n > 1 ? whole(all, 2)               //? true 2, false 2; true 1, false 1 //= 4
                    : whole(all, 0))                    //= 1
        s += m;                                         //= 2
    for (const cell &x : row{                           //? true 4, false 2 //= 6
             whole(all, 1).at,                          //= 2
             whole(all, 2).last                         //= 2
         })
        s += x.n;                                       //= 4
    return s;                                           //= 2
}

template <typename T> static int generic(const T &all)
{
    int s = 0;                                          //= 2
    for (const auto &x                                  //= 4
         : all)                                         //? true 4, false 2 //= 6
        s += x.n;                                       //= 4
    return s;                                           //= 2
}

#define EACH(x, all) for (int x : all)
#define ALL numbers

static int macros(int n)
{
    int numbers[] = {4, 5}, s = 0;                      //= 2
    EACH (x, numbers)                                   //? true 4, false 2 //= 6
        s += x;                                         //= 4
    for (int x : ALL)                                   //? true 4, false 2 //= 6
        s += x + n;                                     //= 4
    return s;                                           //= 2
}

// Whether an array has elements to construct or to destroy is asked by nobody.
static int arrays(int n)
{
    cell all[n];                                        //= 2
    return all[0].n;                                    //= 2
}

int main()
{
    const cell two[] = {1, 2};                          //= 1
    int s = 0;                                          //= 1
    for (int i = 1; i < 3; i++)                         //? true 2, false 1 //= 3
        s += plain(i) + classes(i)                      //= 2
             + generic(two)                             //= 2
             + macros(i) + arrays(i);                   //= 2
    return s == 0;                                      //= 1
}
// CHECK: ranges.cc:43:16:
// CHECK: ranges.cc:46:10:
// CHECK: ranges.cc:48:27:
// CHECK: ranges.cc:57:24:
// CHECK: ranges.cc:61:19:
// CHECK: ranges.cc:64:24:
// CHECK: ranges.cc:76:10:
// CHECK: ranges.cc:87:5:
// CHECK: ranges.cc:89:16:
