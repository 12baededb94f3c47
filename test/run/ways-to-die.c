// Whatever ends the process, every count so far is in the run's file.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog _exit && %counts --all %s && rm prof.out.*
// RUN: not --crash ./prog kill && %counts --all %s && rm prof.out.*
// RUN: not --crash ./prog abort && %counts --all %s && rm prof.out.*
// RUN: not --crash ./prog segv && %counts --all %s && rm prof.out.*
// RUN: ./prog exec && %counts --all %s && rm prof.out.*
// RUN: ./prog quick && %counts --all %s && rm prof.out.*
// RUN: ./prog thread && %counts --all %s && rm prof.out.*
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
    _exit(0);                      //= 0 + 1
}

static void end(const char *how)
{
    pthread_t thread;
    volatile char *null = 0;       //= 1

    if (!strcmp(how, "_exit"))     //= 1
        _exit(0);                  //= 0 + 1
    if (!strcmp(how, "kill"))      //= 0 + 1
        kill(getpid(), SIGKILL);   //= 0 + 1
    if (!strcmp(how, "abort"))     //= 0 + 1
        abort();                   //= 0 + 1
    if (!strcmp(how, "segv"))      //= 0 + 1
        *null = 1;                 //= 0 + 1
    if (!strcmp(how, "exec"))      //= 0 + 1
        execl("/bin/true", "true", (char *)0); //= 0 + 1
    if (!strcmp(how, "quick"))     //= 0 + 1
        quick_exit(0);             //= 0 + 1
    if (!strcmp(how, "thread") &&  //= 0 + 1
        !pthread_create(&thread, 0, end_from_thread, 0)) //= 0 + 1
        pthread_join(thread, 0);   //= 0 + 1
    sink++;                        //= 0 + 1
}

int main(int argc, char **argv)
{
    work();                        //= 1
    end(argv[1]);                  //= 1
    return 1;                      //= 0
}
