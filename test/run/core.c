// A core file says where the frames of a process stood that crashed: what they never
// came to is 0, and the run is not one that is cut off.
// In optimised code the compiler need not say which line an instruction is of that is no
// call: there the crash is in the C library.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:frames=yes %s -o prog -Wl,--build-id -DDIVIDE -O0
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o merged --core core prof.out.* 2>&1 | count 0
// RUN: %counts --all %s merged && rm prof.out.* merged core
// RUN: %cc %option:frames=yes %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o merged --core core prof.out.* 2>&1 | count 0
// RUN: %counts --all %s merged
// RUN: %prof_merge -o twice merged merged && %prof_merge -o once --subtract merged twice
// RUN: %counts --all %s once
// Not its core file, or not one:
// RUN: not %prof_merge -o other --core core merged 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %prof_merge -o other --core %s prof.out.* 2>&1 | FileCheck %s --check-prefix=NONE
// OTHER: core: no input is the run of that process
// NONE: core.c: no core file
#include <string.h>

static volatile int zero, sink;
static char buffer[8], *volatile somewhere = buffer, *volatile nowhere;
static volatile size_t size = 4;

#ifdef DIVIDE
#define CRASH_IF_0(n) (sink += 10 / (n))
#else
#define CRASH_IF_0(n) memset((n) ? somewhere : nowhere, 0, size)
#endif

static inline int divide(int n)
{
    sink += n;            //= 6
    CRASH_IF_0(n);        //= 6
    sink += 2;            //= 5
    return n;             //= 5
}

__attribute__((noinline)) static int twice(int n)
{
    int sum = divide(n);  //= 3
    sum += divide(n - 1); //= 3
    if (sum > 3)          //= 2
        sink++;           //= 1
    sink += 3;            //= 2
    return sum;           //= 2
}

__attribute__((noinline)) static int deep(int n)
{
    if (n == 0)           //= 4
        return twice(1);  //= 1
    sink++;               //= 3
    n = deep(n - 1);      //= 3
    sink++;               //= 0
    return n;             //= 0
}

int main(void)
{
    sink += twice(3);     //= 1
    sink += twice(2);     //= 1
    if (sink)             //= 1
        sink += deep(3);  //= 1
    else
        sink = 0;         //= 0
    memset(nowhere, zero, size); //= 0
    sink++;               //= 0
    return 0;             //= 0
}
