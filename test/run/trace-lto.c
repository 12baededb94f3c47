// The path that led to the end is told through link-time optimisation, across objects.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %option:trace=ring -flto %lto_ld -DPART=1 -c %s -o one.o
// RUN: %cc %option:trace=ring -flto %lto_ld -c %s -o main.o
// RUN: %cc %option:trace=ring -flto %lto_ld one.o main.o -o prog && not --crash ./prog
// RUN: %counts %s
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s
// RUN: rm prof.out.* && %cc %option:trace=ring %lto_thin %lto_ld -DPART=1 -c %s -o one.o
// RUN: %cc %option:trace=ring %lto_thin %lto_ld -c %s -o main.o
// RUN: %cc %option:trace=ring %lto_thin %lto_ld one.o main.o -o prog && not --crash ./prog
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s
// CHECK: {{^}}thread main@0 24 local@1 5 6 24 25 scale@1 12 13 local@1 5 6 25 26 scale@1 12 14
// CHECK-SAME: {{^}} 26 27 odd@1 18 19{{$}}
#include <signal.h>

int scale(int n);
extern volatile int sink; // line 0
void odd(void);

static inline int local(int n)
{
    sink = n;
    return n * 3; //= 2
}
#ifdef PART
volatile int sink;
int scale(int n)
{
    if (n & 1)           //= 2
        return local(n); //= 1
    return n;            //= 1
}
void odd(void)
{
    sink = 7; //= 1
    raise(SIGKILL);
}
#else
int main(void)
{
    sink = local(1);
    sink = scale(1);
    sink = scale(2);
    odd();
    return 0; //= 0
}
#endif
