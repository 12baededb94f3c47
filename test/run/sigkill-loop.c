// Killed inside a tight loop, or left by a signal handler that exits.  In registers
// the loop's passes are lost, and the report names the function; in memory nothing is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && not --crash ./prog
// RUN: %prof_show functions --format jsonl | FileCheck %s --check-prefix=JSON-%loops
// RUN: %prof_show functions 2>&1 >table | FileCheck %s --check-prefix=TEXT-%loops
// RUN: rm prof.out.* && ./prog exit
// RUN: %prof_show functions 2>&1 >table | FileCheck %s --check-prefix=TEXT-%loops
// RUN: rm prof.out.*
// RUN: %cc %option:loops=memory %s -o memory && not --crash ./memory && %counts --all %s
// RUN: %prof_show functions --format jsonl | FileCheck %s --check-prefix=JSON-memory
// RUN: %prof_show functions 2>&1 >table | FileCheck %s --check-prefix=TEXT-memory
// JSON-memory-COUNT-4: "late":false
// JSON-registers-DAG: "name":"hash",{{.*}}"late":true
// JSON-registers-DAG: "name":"main",{{.*}}"late":false
// JSON-registers-DAG: "name":"before",{{.*}}"late":false
// TEXT-memory: 1 of 1 runs cut off
// TEXT-memory-NOT: functions count loops
// TEXT-registers: 1 of 1 runs cut off
// TEXT-registers: 1 functions count loops when these are left: {{.*}} the first is hash
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

volatile unsigned sink;

__attribute__((noinline)) static unsigned hash(unsigned long n)
{
    unsigned h = 1;                        //= 1
    for (unsigned long i = 0; i < n; i++)  //= 10000 + 10000000000
        h = h * 31 + (h >> 7 ^ (unsigned)i); //= 10000 + 10000000000
    return h;                              //= 0 + 1
}

__attribute__((noinline)) static void before(void)
{
    for (int i = 0; i < 100; i++)          //= 101
        sink++;                            //= 100
}

static void leave(int number)
{
    exit(number != SIGALRM);               //= 0
}

int main(int argc, char **argv)
{
    before();                              //= 1
    if (argc > 1)                          //= 1
        signal(SIGALRM, leave);            //= 0
    ualarm(200000, 0);                     //= 1
    sink += hash(1ul << 40);               //= 1
    return 0;                              //= 0 + 1
}
