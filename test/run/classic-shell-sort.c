// Shell sort of 100 numbers; the inner loops are counted by hand as well.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog > named
// RUN: %counts %s
#include <stdio.h>

#define N 100
static int v[N];
static long gaps, outer, inner, swaps;

int main(void)
{
    unsigned state = 1;

    for (int i = 0; i < N; i++) {
        state = state * 1103515245u + 12345u;
        v[i] = (int)(state >> 8);
    }
    for (int gap = N / 2; gap > 0; gap /= 2) {
        gaps++; //= [gaps]
        for (int i = gap; i < N; i++) {
            outer++; //= [outer]
            for (int j = i - gap; j >= 0; j -= gap) {
                inner++; //= [inner]
                if (v[j] <= v[j + gap])
                    break;
                swaps++; //= [swaps]
                int t = v[j]; //= [swaps]
                v[j] = v[j + gap]; //= [swaps]
                v[j + gap] = t; //= [swaps]
            }
        }
    }
    printf("gaps %ld\nouter %ld\ninner %ld\nswaps %ld\n", gaps, outer, inner,
           swaps);
    return gaps != 6;
}
