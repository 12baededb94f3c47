// Options that harden code leave the counts alone, and the other way round: the
// guards still catch what they are for, and that run's counts are there as well.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -w -fcf-protection=full -fstack-protector-strong -D_FORTIFY_SOURCE=3 -fPIE -pie -Wl,-z,now,-z,relro %s -o prog
// RUN: ./prog 10 && ./prog 20 && not --crash ./prog 100 2>log
// RUN: FileCheck %s --check-prefix=CAUGHT < log
// RUN: %counts --all %s
// CAUGHT: {{buffer overflow|stack smashing}} detected
#include <stdlib.h>
#include <string.h>

static char text[200];

__attribute__((noinline)) static int copy(size_t n)
{
    volatile char guarded[8];
    char buffer[64];

    for (size_t i = 0; i < n; i++)      //= 133
        text[i] = (char)(i + 1);        //= 130
    guarded[n & 7] = 1;                 //= 3
    memcpy(buffer, text, n);            //= 3
    return buffer[n / 4] + guarded[n & 7]; //= 2 + 1
}

int main(int argc, char **argv)
{
    size_t n = (size_t)atoi(argv[1]);   //= 3
    return copy(n) == 0;                //= 3
}
