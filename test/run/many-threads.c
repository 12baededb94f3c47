// 500 threads at once, then 2,000 one after another; pthread_exit, cancel.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static void *together(void *unused)
{
    volatile int n = 0;                                 //= 500
    pthread_barrier_wait(&barrier);                     //= 500
    for (int i = 0; i < 1000; i++) //= 500500
        n++;                       //= 500000
    pthread_barrier_wait(&barrier);                     //= 500
    return unused;                                      //= 500
}

static void *alone(void *unused)
{
    volatile int n = 0;                                 //= 2000
    for (int i = 0; i < 10; i++)   //= 22000
        n++;                       //= 20000
    pthread_exit(unused);                               //= 2000
}

static void *forever(void *unused)
{
    for (;;)
        pause();                                        //= 0 + 1
}

int main(void)
{
    pthread_t thread[500];

    pthread_barrier_init(&barrier, 0, 500);             //= 1
    for (int i = 0; i < 500; i++)                       //= 501
        if (pthread_create(&thread[i], 0, together, 0)) //= 500
            return 1;                                   //= 0
    for (int i = 0; i < 500; i++)                       //= 501
        pthread_join(thread[i], 0);                     //= 500
    for (int i = 0; i < 2000; i++) {                    //= 2001
        if (pthread_create(&thread[0], 0, alone, 0))    //= 2000
            return 1;                                   //= 0
        pthread_join(thread[0], 0);                     //= 2000
    }
    pthread_create(&thread[0], 0, forever, 0);          //= 1
    pthread_cancel(thread[0]);                          //= 1
    pthread_join(thread[0], 0);                         //= 1
    return 0;                                           //= 1
}
