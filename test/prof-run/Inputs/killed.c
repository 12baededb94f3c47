/* SPDX-License-Identifier: MIT
 *
 * killed.c - a program whose threads wait until it is killed.
 * Usage: killed THREADS [SIGNAL]   it ends itself by that; else a line when all wait;
 *        -1: by _exit
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int before, behind;
static pthread_barrier_t all;

static void wait_for_end(int number)
{
    before++; /* ENTERED */
    pthread_barrier_wait(&all);
    if (number < 0)
        _exit(5);
    if (number)
        raise(number);
    pause();
    behind++; /* NEVER */
}

static void *thread(void *unused)
{
    before++; /* STARTED */
    wait_for_end(0);
    behind++; /* NEVER */
    return unused;
}

int main(int argc, char **argv)
{
    int threads = atoi(argv[1]), number = argc > 2 ? atoi(argv[2]) : 0;

    pthread_barrier_init(&all, NULL, (unsigned)threads + 1);
    for (int i = 0; i < threads; i++) {
        pthread_t new;

        if (pthread_create(&new, NULL, thread, NULL))
            return 1;
    }
    if (!number)
        write(1, "ready\n", 6);
    wait_for_end(number);
    behind++; /* NEVER */
    return 0;
}
