// 8 threads of 1,000,000 counted iterations each: exactly 8,000,000.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog -pthread && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cc -DC11 %s -o prog -pthread && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=threads=atomic %cc %s -o prog -pthread && ./prog
// RUN: %counts %s
#include <pthread.h>
#include <threads.h>

#define N 8
static volatile int sink[N * 64];

static void work(volatile int *own)
{
    for (int i = 0; i < 1000000; i++) //= 8000008
        *own += i;                    //= 8000000
}

#ifdef C11
static int run(void *own)
{
    work(own);
    return 0;
}
#else
static void *run(void *own)
{
    work(own);
    return 0;
}
#endif

int main(void)
{
#ifdef C11
    thrd_t thread[N];
#else
    pthread_t thread[N];
#endif
    for (int i = 0; i < N; i++) { //= 9
        void *own = (void *)&sink[i * 64];
#ifdef C11
        thrd_create(&thread[i], run, own);
#else
        pthread_create(&thread[i], 0, run, own);
#endif
    }
    for (int i = 0; i < N; i++) //= 9
#ifdef C11
        thrd_join(thread[i], 0);
#else
        pthread_join(thread[i], 0);
#endif
    return 0;                   //= 1
}
