// Whatever ends the process, every count so far is in the run's file.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog _exit && %counts %s && rm prof.out.*
// RUN: not --crash ./prog kill && %counts %s && rm prof.out.*
// RUN: not --crash ./prog abort && %counts %s && rm prof.out.*
// RUN: not --crash ./prog segv && %counts %s && rm prof.out.*
// RUN: ./prog exec && %counts %s && rm prof.out.*
// RUN: ./prog quick && %counts %s && rm prof.out.*
// RUN: ./prog thread && %counts %s && rm prof.out.*
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile int sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++) //= 1001
        sink += i;                 //= 1000
}

static void *end_from_thread(void *unused)
{
    (void)unused;
    _exit(0);
}

static void end(const char *how)
{
    pthread_t thread;
    volatile char *null = 0;

    if (!strcmp(how, "_exit"))
        _exit(0);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "segv"))
        *null = 1;
    if (!strcmp(how, "exec"))
        execl("/bin/true", "true", (char *)0);
    if (!strcmp(how, "quick"))
        quick_exit(0);
    if (!strcmp(how, "thread") &&
        !pthread_create(&thread, 0, end_from_thread, 0))
        pthread_join(thread, 0);
    sink++;
}

int main(int argc, char **argv)
{
    (void)argc;
    work();                        //= 1
    end(argv[1]);                  //= 1
    return 1;                      //= 0
}
