// A loop counts in registers unless its counts could be seen while it runs: not where it
// reads and writes memory, by calls as well; but where it does more.
// RUN: %cc -O2 -S %s -o - | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t && %cc -O2 %s -o prog && ./prog
// RUN: %counts --all %s
#include <string.h>

// CHECK-LABEL: copy:
// CHECK: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: .size copy
__attribute__((noinline)) void copy(char *to, const char *from, int n, size_t size)
{
    for (int i = 0; i < n; i++)   //= 11
        memcpy(to, from + i, size); //= 10
}

// CHECK-LABEL: scratch:
// CHECK: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: .size scratch
__attribute__((noinline)) int scratch(const char *from, int n, size_t size)
{
    int sum = 0;                  //= 1
    for (int i = 0; i < n; i++) { //= 11
        char own[16];
        memcpy(own, from + i, size); //= 10
        sum += own[size / 2];        //= 10
    }
    return sum; //= 1
}

// CHECK-LABEL: fence:
// CHECK-NOT: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: mfence
// CHECK-NOT: addq %r{{.*}}, %gs:__edgeprof_c_
// CHECK: .size fence
__attribute__((noinline)) void fence(int n)
{
    for (int i = 0; i < n; i++)   //= 11
        __builtin_ia32_mfence();  //= 10
}

int main(void)
{
    static char from[32], to[16];
    copy(to, from, 10, 8); //= 1
    fence(10);             //= 1
    return scratch(from, 10, 8); //= 1
}
