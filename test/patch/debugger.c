// gdb knows copies by name: a breakpoint by name stops in them, backtraces go through them;
// in a program without symbols they have the names of the reports.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog && %prof_patch -o counted prog
// RUN: env EDGEPROF_FILE=run gdb -batch -nx -ex 'break inner' -ex run -ex bt -ex 'delete' -ex continue ./counted 2>&1 | FileCheck %s
// CHECK: Breakpoint 1{{.*}} inner
// CHECK: #0 {{.*}} inner
// CHECK-NEXT: #1 {{.*}} in outer
// CHECK-NEXT: #2 {{.*}} in main
// CHECK: exited with code 07
// RUN: %py %S/Inputs/calls.py %prof_show run main=1 outer=1 inner=1
// RUN: %plain_cc -static %s -o static && %prof_patch -o static.counted static
// RUN: env EDGEPROF_FILE=static.run gdb -batch -nx -ex 'break inner' -ex run -ex bt -ex 'delete' -ex continue ./static.counted 2>&1 | FileCheck %s
// RUN: strip prog -o bare && %prof_patch -o counted bare
// RUN: env EDGEPROF_FILE=more gdb -batch -nx -ex 'break puts' -ex run -ex bt ./counted 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: {{^}}#0 {{.*}}puts
// BARE: {{^}}#1 {{.*}} in sub_[[INNER:[0-9a-f]+]]
// BARE: {{^}}#2 {{.*}} in sub_[[OUTER:[0-9a-f]+]]
// BARE: {{^}}#3 {{.*}} in sub_[[MAIN:[0-9a-f]+]]
// RUN: %prof_patch -o counted prog && nm counted | FileCheck %s --check-prefix=NAMES
// NAMES-DAG: t inner
// NAMES-DAG: T inner
#include <stdio.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

static volatile int sink;

NOINLINE int inner(int n)
{
    puts("here");
    return n + sink;
}

NOINLINE int outer(int n)
{
    int sum = inner(n);
    sink = 1;
    return sum - 1;
}

int main(void)
{
    int sum = outer(8);
    sink = 2;
    return sum;
}
