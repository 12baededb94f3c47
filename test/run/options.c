// Options whose effect shows in counts or code, each beside the default.  What is a system's
// header, GCC says and Clang has by its path.
// RUN: rm -rf %t && mkdir -p %t/include/c++ %t/work && cd %t/work && cp %s prog.c
// RUN: sh -c 'echo "static inline int twice(int n) { return 2 * n; }" > ../include/c++/twice.h'
// RUN: %cc -isystem %t/include/c++ prog.c -o prog && ./prog && %prof_show lines > lines && %prof_show functions > functions
// RUN: FileCheck %s --check-prefixes=BOTH,EXACT < lines
// RUN: FileCheck %s --check-prefix=OWN --implicit-check-not=twice < functions
// RUN: rm prof.out.*
//
// RUN: %cc %option:system-headers=yes -isystem %t/include/c++ prog.c -o prog && ./prog && %prof_show functions | FileCheck %s --check-prefixes=OWN,SYSTEM
// RUN: rm prof.out.*
//
// What is behind a call that does not come back is taken to have run, and the report
// says that something is assumed.
// RUN: %cc %option:calls=assume-return -isystem %t/include/c++ prog.c -o prog && ./prog && %prof_show lines > lines 2> assumed
// RUN: FileCheck %s --check-prefixes=BOTH,ASSUMED < lines && grep assumption assumed
// RUN: rm prof.out.*
//
// Threads share what increments without a delta count; where there is one thread,
// nothing is lost.
// RUN: %cc %option:threads=shared -isystem %t/include/c++ prog.c -o prog && ./prog && %prof_show lines | FileCheck %s --check-prefixes=BOTH,EXACT
// RUN: objdump -d prog --disassemble=work > code && FileCheck %s --check-prefix=SHARED --implicit-check-not=%%gs --implicit-check-not=lock < code
// SHARED: {{(inc|add).*\(%rip\)|(inc|add).*0x}}
// OWN-DAG: {{^ *}}1000 {{.*}} work prog.c:
// SYSTEM-DAG: {{^ *}}1000 {{.*}} twice {{.*}}twice.h:
// BOTH: 1000:{{ *[0-9]+}}:    sink += twice(n);
// EXACT: 0:{{ *[0-9]+}}:    sink = 0;
// ASSUMED: 1:{{ *[0-9]+}}:    sink = 0;
#include "twice.h"

#include <stdlib.h>

volatile int sink;
void (*volatile leave)(int) = exit;

__attribute__((noinline)) void work(int n)
{
    sink += twice(n);
}

int main(void)
{
    for (volatile int i = 0; i < 1000; i++)
        work(i);
    leave(0);
    sink = 0;
    return 1;
}
