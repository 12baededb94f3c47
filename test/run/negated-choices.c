// The condition of ?: is as true as it is written, `!` and all, whatever is chosen.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
// RUN: rm -r prof.out.* && cp %s prog.cc && %cxx prog.cc -o prog && ./prog
// RUN: %prof_show branches prof.out.* | sed s/prog.cc/negated-choices.c/ | FileCheck %s
#include <stdbool.h>

static volatile int sink;

__attribute__((noinline)) static int one(int n)
{
    return n;                                    //= 25
}

// f(i) for i from 0 to 6: four are even.
static int f(int n)
{
    double d = n % 2;                            //= 7
    bool b = n % 2 == 1;                         //= 7
    int x = n;                                   //= 7
    sink = !(d > 0.5) ? one(1) : one(2);         //= 7
    // CHECK-DAG: negated-choices.c:[[#@LINE-1]]:14: true 4, false 3
    sink = !(d > 0.5) ? 2 : one(1);              //= 7
    // CHECK-DAG: negated-choices.c:[[#@LINE-1]]:14: true 4, false 3
    sink = !(d > 0.5) ? one(1) : 2;              //= 7
    // CHECK-DAG: negated-choices.c:[[#@LINE-1]]:14: true 4, false 3
    sink = !b ? one(1) : x;                      //= 7
    // CHECK-DAG: negated-choices.c:[[#@LINE-1]]:13: true 4, false 3
    if ((!(d > 0.5) ? x > 2 : x > 3) && n)       //= 7
        sink = 1;                                //= 3
    // CHECK-DAG: negated-choices.c:[[#@LINE-2]]:12: true 4, false 3
    if (n > 4 || (!(d > 0.5) ? x & 2 : x & 1))   //= 7
        sink = 1;                                //= 5
    // CHECK-DAG: negated-choices.c:[[#@LINE-2]]:21: true 3, false 2
    sink = one(!(b                               //= 7
                     ? n > 2                     //= 3
                     : ((d > 1 || n)             //= 4
                        && x > 3)));             //= 3
    return !(d > 0.5) ? x + 1 : x + 2;           //= 7
}

int main(void)
{
    for (int i = 0; i < 7; i++)                  //= 8
        sink = f(i);                             //= 7
    return 0;                                    //= 1
}
