// What C11 does to an atomic variable is tried again if another thread was faster: it counts
// once, and nothing is decided. What the source tries again counts as often as it is tried.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -pthread %s -latomic -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc -pthread %s -latomic -o prog
// RUN: ./prog && %counts --all %s
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static _Atomic double sum;
static _Atomic long double wide;
static _Atomic int product = 1;
static _Atomic long half;
static _Atomic bool turned;
static _Atomic int found;
static int plain;

static int step(int i)
{
    return i + 1;                           //= 800000
}

static void *work(void *unused)
{
    for (int i = 0; i < 100000; i++) {      //? true 400000, false 4 //= 400004
        sum += 1.5;                         //= 400000
        wide += i;                          //= 400000
        product *= 3;                       //= 400000
        half /= 2;                          //= 400000
        turned ^= 1;                        //= 400000
        sum                                 //= 400000
            -= step(i);                     //= 400000
        product                             //= 400000
            ^= step(i);                     //= 400000
        half++;                             //= 400000
        sum++;                              //= 400000
    }
    return unused;                          //= 4
}

static int tried(int wanted)
{
    int old = 0, n = 0;                     //= 1
    while (!atomic_compare_exchange_strong(&found, &old, wanted)) //? true 1, false 1 //= 2
        n++;                                //= 1
    do
        old = 8 - n--;                      //= 2
    while (!atomic_compare_exchange_weak(&found, &old, 9)); //? true 1, false 1 //= 2
    if (__sync_bool_compare_and_swap(&plain, 8, 10)) //? true 0, false 1 //= 1
        n = 5;                              //= 0
    return n;                               //= 1
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)             //? true 4, false 1 //= 5
        pthread_create(&threads[i], 0, work, 0); //= 4
    for (int i = 0; i < 4; i++)             //? true 4, false 1 //= 5
        pthread_join(threads[i], 0);        //= 4
    found = 7;                              //= 1
    return tried(8) != -1;                  //= 1
}
