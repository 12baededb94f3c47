// With -g there are lines, and the reports say that they are the line table's.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && %plain_cc prog.c -o prog
// RUN: %prof_patch -o counted prog && ./counted && %counts prog.c
// RUN: %prof_show functions 2>&1 | FileCheck %s
// CHECK: functions are machine code: their lines are those of the line table
// CHECK: 10 {{.*}} once prog.c:1{{[56]$}}
// RUN: %plain_cc -g0 prog.c -o prog && %prof_patch -o counted prog && rm prof.out.* && ./counted
// RUN: %prof_show functions 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=lines.of
// NONE: 10 {{.*}} once ?:0
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) void once(int n)
{
    sink += n; //= 10
    if (n > 6)
        sink ^= 5; //= 3
    if (n > 100)
        abort(); //= 0
}

int main(void)
{
    volatile int turns = 10; // or the loop would be unrolled, each call with its 1

    for (int i = 0; i < turns; i++)
        once(i); //= 10
    return 0;
}
