// A stack overflow, in either kind of thread, whether it kills or a handler exits:
// no call is lost, the frame in which the fault was may be one too high, and what
// comes after the calls one per frame.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: for who in main thread; do not --crash ./prog $who && %counts --all %s && rm prof.out.* || exit 1; done
// RUN: for who in main thread; do ./prog $who exit && %counts --all %s && rm prof.out.* || exit 1; done
#include "Inputs/score.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;

__attribute__((noinline)) static int recurse(int n)
{
    volatile char frame[4096];

    frame[n & 7] = (char)n;  //= [0] + 1
    score[1]++;              //= [0] + 1
    score[0]++;              //= [0] + 1
    n = recurse(n + 1);      //= [0] + 1
    sink = n + frame[n & 7]; //= 0 + [1]
    return sink;             //= 0 + [1]
}

static void on_fault(int number)
{
    exit(0);                 //= 0 + 1
}

static void *overflow(void *handled)
{
    static char stack[65536];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack}; //= 1
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK}; //= 1

    if (handled) {           //= 1
        sigaltstack(&alternative, 0); //= 0 + 1
        sigaction(SIGSEGV, &action, 0); //= 0 + 1
    }
    sink = recurse(0);      //= 1
    return 0;               //= 0 + 1
}

int main(int argc, char **argv)
{
    pthread_t thread;
    void *handled = argc > 2 ? argv[2] : 0; //= 1

    score_open();            //= 1
    score[1] = 1;            //= 1
    if (!strcmp(argv[1], "main")) //= 1
        overflow(handled);   //= 0 + 1
    pthread_create(&thread, 0, overflow, handled); //= 0 + 1
    pthread_join(thread, 0); //= 0 + 1
    return 1;                //= 0 + 1
}
