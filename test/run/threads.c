// 8 threads of 1,000,000 counted iterations each: exactly 8,000,000.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -DC11 %s -o prog -pthread && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=threads=atomic %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
#include <pthread.h>
#include <threads.h>

#ifdef C11
typedef thrd_t thread;
typedef int result;
#define CREATE(at, own) thrd_create(at, run, own)
#define JOIN(at)        thrd_join(at, 0)
#else
typedef pthread_t thread;
typedef void *result;
#define CREATE(at, own) pthread_create(at, 0, run, own)
#define JOIN(at)        pthread_join(at, 0)
#endif

#define N 8
static volatile int sink[N * 64];

static void work(volatile int *own)
{
    for (int i = 0; i < 1000000; i++) //= 8000008
        *own += i;                    //= 8000000
}

static result run(void *own)
{
    work(own);                        //= 8
    return 0;                         //= 8
}

int main(void)
{
    thread threads[N];

    for (int i = 0; i < N; i++)       //= 9
        CREATE(&threads[i], (void *)&sink[i * 64]); //= 8
    for (int i = 0; i < N; i++)       //= 9
        JOIN(threads[i]);             //= 8
    return 0;                         //= 1
}
