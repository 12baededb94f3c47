// 500 threads at once, then 2,000 one after another; pthread_exit, cancel.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog -pthread && ./prog
// RUN: %counts %s
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *together(void *unused)
{
    volatile int n = 0;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 1000; i++) //= 500500
        n++;                       //= 500000
    pthread_barrier_wait(&barrier);
    return unused;
}

static void *alone(void *unused)
{
    volatile int n = 0;
    for (int i = 0; i < 10; i++)   //= 22000
        n++;                       //= 20000
    pthread_exit(unused);
}

static void *forever(void *unused)
{
    (void)unused;
    for (;;)
        pause();
}

int main(void)
{
    pthread_t thread[500];

    pthread_barrier_init(&barrier, 0, 500);
    for (int i = 0; i < 500; i++)
        if (pthread_create(&thread[i], 0, together, 0)) //= 500
            return 1;
    for (int i = 0; i < 500; i++)
        pthread_join(thread[i], 0);                     //= 500
    for (int i = 0; i < 2000; i++) {
        if (pthread_create(&thread[0], 0, alone, 0))    //= 2000
            return 1;
        pthread_join(thread[0], 0);                     //= 2000
    }
    pthread_create(&thread[0], 0, forever, 0);          //= 1
    pthread_cancel(thread[0]);                          //= 1
    pthread_join(thread[0], 0);                         //= 1
    return 0;                                           //= 1
}
