// A header that was precompiled with edgeprof is counted where it is used, as one that was
// not.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t && cp %S/Inputs/precompiled.h .
// RUN: %cc -x c-header precompiled.h -o precompiled.h.gch
// RUN: %cc -I. -Winvalid-pch -Werror %s -o prog && ./prog
// RUN: %counts --all %s && %counts --all precompiled.h
#include "precompiled.h"

int main(void)
{
    int sum = 0;                     //= 1
    for (int n = 0; n < 4; n++)      //= 5
        sum += twice(n & 1, n >> 1); //= 4
    return sum != 5;                 //= 1
}
