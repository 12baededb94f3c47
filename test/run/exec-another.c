// An instrumented program that executes another: both have their counts, under
// one process id, in two files.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -DSECOND -o second && %cc %s -o first && ./first
// RUN: ls | FileCheck %s --check-prefix=FILES
// RUN: %counts --all %s
// FILES: first
// FILES-NEXT: prof.out.[[PID:[0-9]+]]
// FILES-NEXT: prof.out.[[PID]].1
// FILES-NEXT: second
#include <unistd.h>

volatile int sink;

int main(void)
{
#ifndef SECOND
    for (int i = 0; i < 10; i++)         //= 11
        sink++;                          //= 10
    execl("./second", "second", (char *)0); //= 1
    return 1;                            //= 0
#else
    for (int i = 0; i < 20; i++)         //= 21
        sink++;                          //= 20
    return 0;                            //= 1
#endif
}
