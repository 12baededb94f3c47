// A signal that a thread takes as its first act counts in its own counters.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
#include "Inputs/score.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

static void tick(void)
{
    __atomic_fetch_add(&score[0], 1, __ATOMIC_RELAXED); //= [0]
}

static void on_alarm(int number)
{
    __atomic_fetch_add(&score[1], 1, __ATOMIC_RELAXED);   //= [1]
    __atomic_fetch_add(&score[2], 200, __ATOMIC_RELAXED); //= [1]
    __atomic_fetch_add(&score[3], 201, __ATOMIC_RELAXED); //= [1]
    for (int i = 0; i < 200; i++) //= [3]
        tick();                   //= [2]
}

static void *work(void *unused)
{
    return unused; //= 1000
}

int main(void)
{
    struct itimerval often = {{0, 20}, {0, 20}}, never = {{0, 0}, {0, 0}}; //= 1
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART}; //= 1
    pthread_t thread;

    score_open();                                       //= 1
    sigaction(SIGALRM, &action, 0);                     //= 1
    setitimer(ITIMER_REAL, &often, 0);                  //= 1
    for (int i = 0; i < 1000; i++) {                    //= 1001
        pthread_create(&thread, 0, work, 0); //= 1000
        for (int k = 0; k < 1000; k++)                  //= 1001000
            tick(); //= 1000000
        pthread_join(thread, 0);                        //= 1000
    }
    setitimer(ITIMER_REAL, &never, 0);                  //= 1
    return 0; //= 1
}
