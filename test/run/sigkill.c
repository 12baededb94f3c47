// SIGKILL from outside in the middle of main: what was counted is there, the
// run is said to be cut off, and one per live frame may be too high.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && not --crash ./prog
// RUN: %counts --all %s
// RUN: %prof_show lines 2>&1 >lines.txt | FileCheck %s --check-prefix=NOTE
// NOTE: cut off
// RUN: %prof_merge -o merged prof.out.* && rm prof.out.*
// RUN: %prof_show lines merged 2>&1 >lines.txt | FileCheck %s --check-prefix=NOTE
#include <signal.h>
#include <unistd.h>

volatile int sink;

static void wait_for_it(void)
{
    for (int i = 0; i < 5000; i++) //= 5001
        sink++;                    //= 5000
    kill(getpid(), SIGKILL);       //= 1
    for (;;)
        pause();                   //= 0
}

int main(void)
{
    sink++;                        //= 1
    wait_for_it();                 //= 1
    sink++;                        //= 0
    return 0;                      //= 0
}
