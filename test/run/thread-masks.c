// Threads begin with the signal mask that they have without the runtime, which
// blocks signals while it makes them.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: ./prog > got && %counts %s && env EDGEPROF=off ./prog > want && cmp got want
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

    pthread_sigmask(SIG_SETMASK, 0, &blocked);
    for (int i = 1; i < 64; i++)
        if (sigismember(&blocked, i) > 0)
            printf("%d ", i);
    puts("blocked"); //= 4
    return unused;
}

static void run(const pthread_attr_t *how)
{
    pthread_t thread;

    pthread_create(&thread, how, print, 0); //= 4
    pthread_join(thread, 0);
}

int main(void)
{
    pthread_attr_t how;
    sigset_t mask;

    run(0);
    pthread_attr_init(&how);
    sigemptyset(&mask);
    sigaddset(&mask, SIGUSR1);
    pthread_attr_setsigmask_np(&how, &mask);
    run(&how);
    sigaddset(&mask, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &mask, 0);
    run(0);
    sigfillset(&mask);
    pthread_attr_setsigmask_np(&how, &mask);
    run(&how);
    return 0;
}
