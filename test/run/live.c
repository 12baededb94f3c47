// The counts of a process with threads, read while it runs: its raw file by either
// tool, and snapshots that a signal asks for.  Never an error, never a count that
// was not true about then.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: %py %scripts/live.py %prof_show %prof_merge %s ./prog
#include "Inputs/score.h"
#include <pthread.h>

static volatile int sink;

static inline void add(int word)
{
    __atomic_fetch_add(&score[word], 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void branch(int n)
{
    if (n % 3 == 0)
        add(0);             //= [0]
    else if (n % 5 == 0)
        add(1);             //= [1]
    else
        add(2);             //= [2]
    for (int i = 0; i < n % 7; i++)
        add(3);             //= [3]
    add(4);                 //= [4]
}

static void *forever(void *gate)
{
    pthread_barrier_wait(gate);
    for (int n = 0;; n = (n + 1) & 0xffff) {
        add(5);             //= [5]
        branch(n);          //= [5]
        if (n == 77)
            add(6);         //= [6]
    }
}

int main(void)
{
    pthread_barrier_t gate;
    pthread_t thread;

    score_open();
    pthread_barrier_init(&gate, 0, 5);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, 0, forever, &gate);
    pthread_barrier_wait(&gate);
    if (write(1, "\n", 1) == 1)
        pthread_join(thread, 0);
    return 1;
}
