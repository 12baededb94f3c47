// Of a process that a signal ends, the stacks of all threads are left: what none of their
// frames came to is 0, and the run is not cut off.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:frames=yes %s -o prog -Wl,--build-id -pthread
// RUN: not --crash ./prog && %prof_merge -o merged prof.out.* 2>&1 | count 0
// RUN: %counts --all %s merged
// But for those that block the signal: the run is cut off, and nothing is too low.
// RUN: rm prof.out.* && %cc %option:frames=yes %s -o prog -Wl,--build-id -pthread -DBLOCK
// RUN: not --crash ./prog && %prof_merge -o merged prof.out.* 2>&1 | FileCheck %s
// CHECK: 1 of 1 runs cut off
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int sink, never[2], thread_id[2];

#define UNCOUNTED __attribute__((noinline, no_profile_instrument_function))

/* Come back when the thread is asleep. */
UNCOUNTED static void await(volatile int *id)
{
    char path[64], text[256];
    for (char *state = NULL; !state || state[2] != 'S';) {
        snprintf(path, sizeof path, "/proc/self/task/%d/stat", *id);
        FILE *file = fopen(path, "r");
        state = file && fgets(text, sizeof text, file) ? strchr(text, ')') : NULL;
        if (file)
            fclose(file);
    }
}

UNCOUNTED static void tell(volatile int *id)
{
    *id = gettid();
}

__attribute__((noinline)) static int wait_deep(int n, volatile int *id)
{
    char byte;
    if (n == 0) {                                          //= 6
        tell(id);                                          //= 2
        sink += (int)read(never[0], &byte, 1);             //= 2
        sink++;                                            //= 0
    } else {
        sink += wait_deep(n - 1, id);                      //= 4
        sink++;                                            //= 0
    }
    sink++;                                                //= 0
    return sink;                                           //= 0
}

UNCOUNTED static void set_mask(void)
{
#ifdef BLOCK
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
#endif
}

static void *start(void *id)
{
    set_mask();                                            //= 2
    wait_deep(2, id);                                      //= 2
    sink++;                                                //= 0
    return id;                                             //= 0
}

int main(void)
{
    pthread_t thread;
    if (pipe((int *)never))                                //= 1
        return 1;                                          //= 0
    for (int i = 0; i < 2; i++) {                          //= 3
        if (pthread_create(&thread, NULL, start, (void *)&thread_id[i])) //= 2
            return 1;                                      //= 0
        await(&thread_id[i]);                              //= 2
    }
    raise(SIGTERM);                                        //= 1
    sink++;                                                //= 0
    return 0;                                              //= 0
}
