// What a condition was is added to a counter where nothing else depends on it: there is no jump
// that may go wrong, as there is none in the plain program.
// UNSUPPORTED: O0
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s && %prof_show branches prof.out.* | FileCheck %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=threads=atomic %cc %s -o prog && ./prog && %counts --all %s
// RUN: %cc -S %s -o - | awk '/^[a-z]*:/ {f = $1} /\tj/ {n[f]++} \
// RUN:      END {exit n["either:"] || n["neither:"] || !n["subtract:"]}'
// RUN: env EDGEPROF_OPTIONS=threads=atomic %cc -S %s -o - | \
// RUN:      awk '/^[a-z]*:/ {f = $1} /\tj/ {n[f]++} END {exit !n["either:"] || !n["neither:"]}'
#include <stdlib.h>

// What is not 0 is 1, which the optimiser knows.
__attribute__((noinline)) unsigned either(unsigned word)
{
    unsigned bit = word >> 31;            //= 100

    // CHECK: alone.c:[[#@LINE+2]]:9: true 40, false 60
    // CHECK: alone.c:[[#@LINE+2]]:12: true 60, false 0
    if (bit == 0                          //= 100
        || bit == 1)                      //= 60
        return bit * 5;                   //= 100
    abort();                              //= 0
}

__attribute__((noinline)) unsigned neither(unsigned word)
{
    unsigned bit = word & 1;              //= 100

    // CHECK: alone.c:[[#@LINE+2]]:9: true 60, false 40
    // CHECK: alone.c:[[#@LINE+2]]:12: true 0, false 60
    if (bit != 0                          //= 100
        && bit != 1)                      //= 60
        abort();                          //= 0
    return bit;                           //= 100
}

// Of one bit each, from the lowest; what is borrowed is known to be a bit as well.
__attribute__((noinline)) unsigned subtract(unsigned *to, const int *from, int n)
{
    unsigned borrow = 0;                  //= 1

    for (int i = 0; i < n; i++) {         //= 101
        if (borrow != 0                   //= 100
            && borrow != 1)               //= 42
            abort();                      //= 0
        to[i] -= (unsigned)from[i] + borrow; //= 100
        borrow = to[i] >> 31;             //= 100
        to[i] &= 1;                       //= 100
    }
    return borrow;                        //= 1
}

int main(void)
{
    int bits[100];
    unsigned to[100];
    unsigned sum = 0;                     //= 1

    for (int i = 0; i < 100; i++) {       //= 101
        bits[i] = i * 7 % 10 > 3;         //= 100
        to[i] = i * 3 % 8 > 2;            //= 100
        sum += either((unsigned)bits[i] << 31) //= 100
               - neither((unsigned)bits[i]); //= 100
    }
    return sum != 240                     //= 1
           || subtract(to, bits, 100) > 1; //= 1
}
