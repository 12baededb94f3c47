// A core file has the counts that the process had in its own memory: shared or atomic ones,
// which its prof.out file then lacks, and those of a program without a runtime.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:frames=yes %option:threads=shared %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_show functions prof.out.* 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE-NOT: 5 {{.*}} half core-counts.c
// RUN: %prof_merge -o with --core core prof.out.* 2>&1 | count 0
// RUN: %counts --all %s with
//
// The core file alone is the run.
// RUN: rm prof.out.* && %prof_merge -o alone --core core 2>&1 | count 0
// RUN: %counts --all %s alone && rm core
// RUN: %cc %option:frames=yes %option:threads=atomic %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: rm prof.out.* && %prof_merge -o alone --core core 2>&1 | count 0
// RUN: %counts --all %s alone && rm core
// RUN: %cc %option:frames=yes %option:runtime=none %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o alone --core core 2>&1 | count 0
// RUN: %counts --all %s alone && rm core
// RUN: %cc %option:frames=yes %s -static -o prog -Wl,--build-id
// RUN: env EDGEPROF=off gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o alone --core core 2>&1 | count 0
// RUN: %counts --all %s alone && rm core
//
// Without frames=yes a frame may be one too high, and is said to.
// RUN: %cc %option:runtime=none %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: %prof_merge -o alone --core core 2>&1 | FileCheck %s --check-prefix=CUT && rm core
// CUT: 1 of 1 runs cut off
//
// Threads that count in memory of their own have a file.
// RUN: %cc %s -o prog -Wl,--build-id
// RUN: gdb -batch -nx -ex run -ex "generate-core-file core" ./prog > log 2>&1
// RUN: rm prof.out.* && not %prof_merge -o none --core core 2>&1 | FileCheck %s --check-prefix=OWN && rm core
// OWN: core: no input is the run of that process
#include <stdlib.h>

static volatile int sink;

__attribute__((noinline)) static int half(int n)
{
    if (n < 0)    //= 5
        return 0; //= 0
    return n / 2; //= 5
}

int main(void)
{
    for (int i = 0; i < 5; i++) //= 6
        sink += half(i);        //= 5
    if (sink == 4)              //= 1
        abort();                //= 1
    return sink;                //= 0
}
