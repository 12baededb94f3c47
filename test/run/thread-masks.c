// Threads begin with the signal mask that they have without the runtime, which
// blocks signals while it makes them.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: ./prog > got && %counts --all %s && env EDGEPROF=off ./prog > want && cmp got want
// RUN: FileCheck %s --input-file got
// CHECK: {{^}}blocked
// CHECK-NEXT: 10 blocked
// CHECK-NEXT: 10 12 blocked
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static void *print(void *unused)
{
    sigset_t blocked;

    pthread_sigmask(SIG_SETMASK, 0, &blocked); //= 4
    for (int i = 1; i < 64; i++) //= 256
        if (sigismember(&blocked, i) > 0) //= 252
            printf("%d ", i); //= 62
    puts("blocked"); //= 4
    return unused;   //= 4
}

static void run(const pthread_attr_t *how)
{
    pthread_t thread;

    pthread_create(&thread, how, print, 0); //= 4
    pthread_join(thread, 0); //= 4
}

int main(void)
{
    pthread_attr_t how;
    sigset_t mask;

    run(0);          //= 1
    pthread_attr_init(&how); //= 1
    sigemptyset(&mask); //= 1
    sigaddset(&mask, SIGUSR1); //= 1
    pthread_attr_setsigmask_np(&how, &mask); //= 1
    run(&how);       //= 1
    sigaddset(&mask, SIGUSR2); //= 1
    pthread_sigmask(SIG_BLOCK, &mask, 0); //= 1
    run(0);          //= 1
    sigfillset(&mask); //= 1
    pthread_attr_setsigmask_np(&how, &mask); //= 1
    run(&how);       //= 1
    return 0;        //= 1
}
