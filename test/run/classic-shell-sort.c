// Shell sort of 100 numbers; the inner loops are counted by hand as well.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog > named
// RUN: %counts --all %s
#include <stdio.h>

#define N 100
static int v[N];
static long gaps, outer, inner, swaps;

int main(void)
{
    unsigned state = 1;                                 //= 1

    for (int i = 0; i < N; i++) {                       //= 101
        state = state * 1103515245u + 12345u;           //= 100
        v[i] = (int)(state >> 8);                       //= 100
    }
    for (int gap = N / 2; gap > 0; gap /= 2) {          //= 7
        gaps++;                                         //= [gaps]
        for (int i = gap; i < N; i++) {                 //= [outer_heads]
            outer++;                                    //= [outer]
            for (int j = i - gap; j >= 0; j -= gap) {   //= [inner_heads]
                inner++;                                //= [inner]
                if (v[j] <= v[j + gap])                 //= [inner]
                    break;                              //= [breaks]
                swaps++;                                //= [swaps]
                int t = v[j];                           //= [swaps]
                v[j] = v[j + gap];                      //= [swaps]
                v[j + gap] = t;                         //= [swaps]
            }
        }
    }
    printf("gaps %ld\nouter %ld\n", gaps, outer);       //= 1
    printf("inner %ld\nswaps %ld\n", inner, swaps);     //= 1
    /* Each inner loop ends by its condition or by the break. */
    printf("outer_heads %ld\n", outer + gaps);          //= 1
    printf("inner_heads %ld\n", outer + swaps);         //= 1
    printf("breaks %ld\n", inner - swaps);              //= 1
    return gaps != 6;                                   //= 1
}
