// Threads that the C library makes, for timers, have counters of their own.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread && ./prog
// RUN: %counts --all %s 2>&1 | FileCheck %s --allow-empty
// CHECK-NOT: {{shared|want}}
#include <semaphore.h>
#include <signal.h>
#include <time.h>

enum { TIMERS = 4, ROUNDS = 25 };

static volatile int sink;
static sem_t done;

__attribute__((noinline)) static void work(int n)
{
    for (int i = 0; i < n; i++)          //= 2500275
        sink++;                          //= 2500150
}

static void on_timer(union sigval value)
{
    work(value.sival_int);               //= 100
    sem_post(&done);                     //= 100
}

int main(void)
{
    const struct itimerspec soon = {.it_value = {0, 1}}; //= 1
    timer_t timer[TIMERS];

    sem_init(&done, 0, 0);               //= 1
    for (int i = 0; i < TIMERS; i++) {   //= 5
        struct sigevent event = {.sigev_notify = SIGEV_THREAD}; //= 4
        event.sigev_notify_function = on_timer; //= 4
        event.sigev_value.sival_int = 10000 + i; //= 4
        timer_create(CLOCK_MONOTONIC, &event, &timer[i]); //= 4
    }
    for (int round = 0; round < ROUNDS; round++) { //= 26
        for (int i = 0; i < TIMERS; i++) //= 125
            timer_settime(timer[i], 0, &soon, 0); //= 100
        work(60000);                     //= 25
        for (int i = 0; i < TIMERS; i++) //= 125
            sem_wait(&done);             //= 100
    }
    return 0;                            //= 1
}
