// Under gdb (breakpoints in threads, stepping, printing) and
// under valgrind: the program runs as it would, and its counts are exact.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: gdb -batch -nx -x %S/Inputs/debuggers.gdb ./prog > log 2>&1
// RUN: FileCheck %s --check-prefix=GDB < log && %counts --all %s && rm prof.out.*
// RUN: valgrind -q --error-exitcode=9 ./prog && %counts --all %s
// GDB: stop 1: 7
// GDB: finished
// GDB: stop 4: 7
// GDB: exited normally
#include <pthread.h>

static volatile int sink;
volatile int seven = 7;

__attribute__((noinline)) void stop_here(void)
{
    sink++;                             //= 4
}

static void *work(void *unused)
{
    for (int i = 0; i < 1000; i++)      //= 4004
        sink++;                         //= 4000
    stop_here();                        //= 4
    for (int i = 0; i < 1000; i++)      //= 4004
        sink++;                         //= 4000
    return unused;                      //= 4
}

int main(void)
{
    pthread_t thread[4];

    for (int i = 0; i < 4; i++)         //= 5
        pthread_create(&thread[i], 0, work, 0); //= 4
    for (int i = 0; i < 4; i++)         //= 5
        pthread_join(thread[i], 0);     //= 4
    return 0;                           //= 1
}
