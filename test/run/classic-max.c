// The maximum of 100,000 random numbers: the scan's condition runs 99,999
// times, the generator's body 100,000.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog > named && %plain_cc %s -o plain && ./plain > want && cmp named want
// RUN: %counts --all %s
#include <stdio.h>

#define N 100000
static unsigned numbers[N];

static unsigned next(unsigned *state)
{
    *state = *state * 1103515245u + 12345u; //= 100000
    return *state >> 8;                     //= 100000
}

int main(void)
{
    unsigned state = 1; //= 1
    unsigned max;
    int i, improved = 0; //= 1

    for (i = 0; i < N; i++)       //= 100001
        numbers[i] = next(&state); //= 100000
    max = numbers[0];             //= 1
    for (i = 1; i < N; i++)       //= 100000
        if (numbers[i] > max) {   //= 99999
            max = numbers[i];     //= [improved]
            improved++;           //= [improved]
        }
    printf("max %u\nimproved %d\n", max, improved); //= 1
    return 0;                         //= 1
}
