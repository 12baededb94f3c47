// Handlers that count, interrupting counted code, their own code in other threads,
// and each other: each count is exact, and no run is marked.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
// RUN: %prof_show files --format jsonl | FileCheck %s
// CHECK: "cut":0
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s
#include "Inputs/score.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

static volatile int sink;
static __thread volatile int nested;

static void on_alarm(int number)
{
    __atomic_fetch_add(&score[0], 1, __ATOMIC_RELAXED); //= [0]
    __atomic_fetch_add(&score[2], 11, __ATOMIC_RELAXED); //= [0]
    for (int i = 0; i < 10; i++)            //= [2]
        __atomic_fetch_add(&score[1], 1, __ATOMIC_RELAXED); //= [1]
    if (number == SIGUSR1 && !nested) {     //= [0]
        nested = 1;                         //= 2000
        raise(SIGUSR2);                     //= 2000
        nested = 0;                         //= 2000
    }
}

static void *work(void *unused)
{
    for (int i = 0; i < 2000000; i++) {     //= 4000002
        if (i % 3 == 0)                     //= 4000000
            sink++;                         //= 1333334
        if (i % 2000 == 0)                  //= 4000000
            raise(SIGUSR1);                 //= 2000
    }
    return unused;                          //= 2
}

int main(void)
{
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}}; //= 1
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART}; //= 1
    pthread_t thread;

    score_open();                           //= 1
    sigaction(SIGALRM, &action, 0);         //= 1
    sigaction(SIGUSR1, &action, 0);         //= 1
    sigaction(SIGUSR2, &action, 0);         //= 1
    setitimer(ITIMER_REAL, &often, 0);      //= 1
    pthread_create(&thread, 0, work, 0);    //= 1
    work(0);                                //= 1
    pthread_join(thread, 0);                //= 1
    setitimer(ITIMER_REAL, &never, 0);      //= 1
    return score[0] < 4000;                 //= 1
}
