// Where operands of `?:`, && and || stand that compilers give the place of what asks for
// their truth: an argument's are at the call, a group's at the `!` or the `?` before it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: %prof_show branches prof.out.* | FileCheck %s
// RUN: rm -r prof.out.* && cp %s prog.c && %cc prog.c -o prog && ./prog
// RUN: %prof_show branches prof.out.* | sed s/prog.c:/lost-places.cc:/ | FileCheck %s
#include <stdbool.h>

static volatile int sink;

__attribute__((noinline)) static bool same(bool a)
{
    return a;                                                //= 59
}

// Every combination of four.
static int f(int a, int b, int c, int d)
{
    same(a ? !!b : !!c);                                     //= 16
    // CHECK-DAG: lost-places.cc:[[#@LINE-1]]:10: true 8, false 8
    same((a || b) || c);                                     //= 16
    // CHECK-DAG: lost-places.cc:[[#@LINE-1]]:11: true 8, false 8
    if (((a || b) ? !!(c || d) : !!(!d)) ? !!(same(a)) : !!(b)) //= 16
        sink = 1;                                            //= 8
    // CHECK-DAG: lost-places.cc:[[#@LINE-2]]:11: true 8, false 8
    // CHECK-DAG: lost-places.cc:[[#@LINE-3]]:16: true 4, false 4
    // CHECK-DAG: lost-places.cc:[[#@LINE-4]]:24: true 6, false 6
    // CHECK-DAG: lost-places.cc:[[#@LINE-5]]:29: true 3, false 3
    // CHECK-DAG: lost-places.cc:[[#@LINE-6]]:38: true 2, false 2
    int long_line = sink; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = long_line; sink = (a && b) && (c || d); //= 16
    // CHECK-DAG: lost-places.cc:[[#@LINE-1]]:269: true 8, false 8
    // CHECK-DAG: lost-places.cc:[[#@LINE-2]]:281: true 2, false 2
    int r =                                                  //= 16
        same(a) &&                                           //= 16
        b;                                                   //= 8
    // CHECK-DAG: lost-places.cc:[[#@LINE-2]]:9: true 8, false 8
    return r;                                                //= 16
}

int main(void)
{
    for (int i = 0; i < 16; i++)                             //= 17
        f(i & 1, i & 2, i & 4, i & 8);                       //= 16
    return 0;                                                //= 1
}
