// Signal handlers come between any two instructions of a mark: no mark is missing, and none
// is in the place of another.  Both the loop and the handler go one way and the other in turn.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:trace=ring %s -o prog -pthread
// RUN: %py %S/Inputs/turns.py %prof_show ./prog %s
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile long turns, signals, sink;

static void on_signal(int number)
{
    if (signals++ & 1)
        sink = number; // handler, odd
    else
        sink = 0; // handler, even
}

__attribute__((no_profile_instrument_function)) static void *send(void *thread)
{
    while (1)
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t self = pthread_self(), sender;
    long last = atol(argv[argc - 1]);
    signal(SIGUSR1, on_signal);
    pthread_create(&sender, NULL, send, &self);
    while (turns < last || signals < 100) {
        if (turns++ & 1)
            sink = 1; // loop, odd
        else
            sink = 2; // loop, even
    }
    kill(getpid(), SIGKILL);
    return 0;
}
