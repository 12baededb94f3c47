// A thread makes threads, which blocks signals; another calls setgid, for which
// the C library sends a signal to every thread and waits until all have taken
// it.  The alarm is for the two waiting for each other.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: ./prog && %counts --all %s
#define _GNU_SOURCE
#include "Inputs/score.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int done;

static void *nothing(void *unused)
{
    return unused;            //= [0]
}

static void *make_threads(void *unused)
{
    while (!done) {           //= [0] + 1
        pthread_t thread;

        score[0]++; //= [0]
        if (pthread_create(&thread, 0, nothing, 0) == 0) //= [0]
            pthread_join(thread, 0); //= [0]
    }
    return unused; //= 1
}

int main(void)
{
    pthread_t maker;

    score_open(); //= 1
    alarm(60);                //= 1
    if (pthread_create(&maker, 0, make_threads, 0)) //= 1
        return 1; //= 0
    for (int i = 0; i < 500; i++) { //= 501
        if (setgid(getgid())) //= 500
            return 1;         //= 0
        usleep(200);          //= 500
    }
    done = 1;                 //= 1
    pthread_join(maker, 0);   //= 1
    return 0; //= 1
}
