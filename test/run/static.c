// A static program names libedgeprof_rt.a; no warning, no other flag.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -static %s %rt_a -o prog -pthread > log 2>&1 && ./prog
// RUN: %counts --all %s && count 0 < log
// RUN: rm prof.out.* && %cc -static-pie -fPIE %s %rt_a -o prog -pthread > log 2>&1 && ./prog
// RUN: %counts --all %s && count 0 < log
// Without it, it runs on, uncounted.
// RUN: rm prof.out.* && %cc -static %s -o prog -pthread > log 2>&1 && ./prog
// RUN: count 0 < log && not ls prof.out.*
#include <pthread.h>

static volatile int sink;

static void *work(void *unused)
{
    for (int i = 0; i < 1000; i++) //= 3003
        sink = i;                  //= 3000
    return unused;                 //= 3
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)                 //= 3
        pthread_create(&thread[i], 0, work, 0); //= 2
    work(0);                                    //= 1
    for (int i = 0; i < 2; i++)                 //= 3
        pthread_join(thread[i], 0);             //= 2
    return 0;                                   //= 1
}
