// A name of a structured binding stands for a part of what is declared; where it is used counts
// there, and not at the declaration.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches | FileCheck %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx -std=c++20 %s -o prog && ./prog
// RUN: %counts --all %s
#include <tuple>

struct pair {
    int first, second;
    unsigned bits : 3;
};
struct derived : virtual pair {};

static pair make(int n)
{
    return {n, n + 1, 5};                   //= 2
}

static auto [global,
             other] = std::make_pair(1, 2);

static int use()
{
    int s = 0;                              //= 1
    auto [a, b, bits] = make(               //= 1
        3);                                 //= 1
    auto &[c, d, e] = *new pair{1, 2, 3};   //= 1
    derived whole;                          //= 1
    auto &[f, g, h] = whole;                //= 1
    f = g = h = 1;                          //= 1
    int all[2] = {1, 2};                    //= 1
    auto [i, j] = all;                      //= 1
    const auto &&[k, l] = std::pair(1, 2);  //= 1
    auto [m, n] = std::tuple<int, int &>(s, s); //= 1
    for (int x = 0; x < 5; x++) {           //? true 5, false 1 //= 6
        s += a;                             //= 5
        s += b                              //= 5
             + c;                           //= 5
        s += f + i + k;                     //= 5
        if (d > 1                           //? true 5, false 0 //= 5
            && bits                         //? true 5, false 0 //= 5
            && h + 2 == 3                   //? true 5, false 0 //= 5
            && l                            //? true 5, false 0 //= 5
            && n > 90                       //? true 0, false 5 //= 5
            && m)                           //? true 0, false 0 //= 0
            c++;                            //= 0
        s -= j                              //= 5
             - c;                           //= 5
        auto get = [&n = n, m = m + a] { return m - 3 + n; }; //= 5
        s += get() - n;                     //= 5
        n -= global;                        //= 5
        while (other > 1)                   //? true 1, false 5 //= 6
            other--;                        //= 1
    }
    return s;                               //= 1
}

int main()
{
    auto [a, b, c] = make(use());           //= 1
    return a == 0                           //? true 0, false 1 //= 1
           || !b                            //? true 0, false 1 //= 1
           || c != 5;                       //? true 0, false 1 //= 1
}
// CHECK: bindings.cc:{{.*}}:21: true 5, false 1
// CHECK: :13: true 5, false 0
// CHECK: :16: true 5, false 0
// CHECK: :16: true 5, false 0
// CHECK: :16: true 5, false 0
// CHECK: :16: true 0, false 5
// CHECK: :16: true 0, false 0
// CHECK: :16: true 1, false 5
