// Both sides of a fork run on, each with a file of its own; the counts add up.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: ls prof.out.* | FileCheck %s --check-prefix=FILES
// FILES-COUNT-4: prof.out.
// FILES-NOT: prof.out.
// RUN: %counts --all %s
#include <sys/wait.h>
#include <unistd.h>

volatile int sink;

static int split(void)
{
    int child = fork();      //= 6
    sink++;                  //= 6
    return child;            //= 6
}

static void spin(int n)
{
    while (n--)              //= 3104
        sink++;              //= 3100
}

int main(void)
{
    for (int i = 0; i < 10; i++)  //= 11
        sink++;                   //= 10
    for (int i = 0; i < 3; i++) { //= 4
        if (split() == 0) {       //= 6
            spin(1000 + i);       //= 3
            _exit(0);             //= 3
        }
    }
    spin(97);                     //= 1
    while (wait(0) > 0)           //= 4
        sink++;                   //= 3
    return 0;                     //= 1
}
