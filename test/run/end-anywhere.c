// However a process ends, ten calls deep, in whichever thread, while others run:
// all counts of all threads are there, and the lines after the calls that never
// came back are 0.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog -pthread
// RUN: for way in exit quick_exit _Exit; do ./prog main $way && ./prog thread $way || exit 1; done
// RUN: for way in abort TERM KILL USR2; do not --crash ./prog main $way && not --crash ./prog thread $way || exit 1; done
// RUN: %counts --all %s
// RUN: %prof_show lines 2>&1 >lines.txt | FileCheck %s --check-prefix=NOTE
// NOTE: cut off
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_barrier_t all_ready;
static const char *way;
static volatile int sink;

static void end(void)
{
    if (!strcmp(way, "exit"))         //= 14
        exit(0);                      //= 2
    if (!strcmp(way, "quick_exit"))   //= 12
        quick_exit(0);                //= 2
    if (!strcmp(way, "_Exit"))        //= 10
        _Exit(0);                     //= 2
    if (!strcmp(way, "abort"))        //= 8
        abort();                      //= 2
    if (!strcmp(way, "TERM"))         //= 6
        raise(SIGTERM);               //= 2
    if (!strcmp(way, "USR2"))         //= 4
        pthread_kill(pthread_self(), SIGUSR2); //= 2
    kill(getpid(), SIGKILL);          //= 2
    for (;;)
        pause();                      //= 0
}

__attribute__((noinline)) static void descend(int n)
{
    if (n)                            //= 154
        descend(n - 1);               //= 140
    else
        end();                        //= 14
    sink++;                           //= 0
}

static void *ends(void *unused)
{
    pthread_barrier_wait(&all_ready); //= 14
    descend(10);                      //= 14
    return unused;                    //= 0
}

static void *runs(void *unused)
{
    for (int i = 0; i < 1000; i++)    //= 42042
        sink++;                       //= 42000
    pthread_barrier_wait(&all_ready); //= 42
    for (;;)
        pause();                      //= 0 + 42
    sink++;
    return unused;
}

static void waits(void)
{
    sink++;                           //= 7
    pthread_barrier_wait(&all_ready); //= 7
    for (;;)
        pause();                      //= 0 + 7
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int in_thread = argc == 3 && !strcmp(argv[1], "thread"); //= 14

    way = argv[2];                    //= 14
    pthread_barrier_init(&all_ready, 0, in_thread ? 5 : 4); //= 14
    for (int i = 0; i < 3; i++)       //= 56
        pthread_create(&thread, 0, runs, 0); //= 42
    if (in_thread) {                  //= 14
        pthread_create(&thread, 0, ends, 0); //= 7
        waits();                      //= 7
    } else {
        ends(0);                      //= 7
    }
    return 0;                         //= 0
}
