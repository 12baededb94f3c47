// A child that comes back through main and exits cleanly.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
#include <sys/wait.h>
#include <unistd.h>

volatile int sink;

static int split(void)
{
    sink++;                  //= 1
    return fork();           //= 2
}

int main(void)
{
    int child = split();     //= 2
    sink++;                  //= 2
    if (child)               //= 2
        wait(0);             //= 1
    else
        sink++;              //= 1
    return 0;                //= 2
}
