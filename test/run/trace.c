// The path that led to the end, with trace=ring; and counts as ever.  Lines are counted from
// the one that says so.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:trace=ring %s -o prog -pthread
// RUN: ./prog && %counts %s prof.out.*
// RUN: not %prof_show trace 2>&1 | FileCheck %s --check-prefix=CLEAN
// CLEAN: no trace: the runs are not of programs built with trace=ring, or came to a clean end
// RUN: rm prof.out.* && not --crash ./prog crash
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s --check-prefix=CRASH
// CRASH: thread main@0 72 73 down@1 5 7 8 down@1 5 7 8 down@1 5 6 72 74
// CRASH-SAME: loop@1 13 14 17 13 14 15 13 14 17 13 14 15 13 75 76 77 odd@1 43 44
// RUN: %prof_show trace | FileCheck %s --check-prefix=TEXT
// TEXT: process {{[0-9]+}}, thread {{[0-9]+}}: {{[0-9]+}} marks
// TEXT-NEXT: > main
// TEXT: x 2 times:
// TEXT: > down
// TEXT: (ends somewhere here){{$}}
// More marks than the ring has room for.
// RUN: rm prof.out.* && not --crash ./prog wrap
// RUN: %prof_show trace --format json --top 20 | %py %S/Inputs/path.py %s 9 | FileCheck %s --check-prefix=WRAP
// WRAP: end of a thread 13 14 17 13 ... 47 die@1 23 24
// A child has a path of its own, from the fork on; and so has each thread.
// RUN: rm prof.out.* && ./prog fork
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s --check-prefix=FORK
// FORK: thread ... 50 51 die@1 23 24
// RUN: rm prof.out.* && not --crash ./prog thread
// RUN: %prof_show trace --format json | %py %S/Inputs/path.py %s | FileCheck %s --check-prefix=THREAD
// The last one may kill all before it is waited for, on line 57.
// THREAD: odd@1 43 45 49 54 55 56 57 55 56 57 55 56
// THREAD-DAG: {{^}}thread run@0 35 37{{$}}
// THREAD-DAG: {{^}}thread run@0 35 37{{$}}
// THREAD-DAG: {{^}}thread run@0 35 36 die@1 23 24
// A handler that comes in a loop: the condition is asked next, or once more after a turn.
// RUN: rm prof.out.* && not --crash ./prog signal
// RUN: %prof_show trace --format json --top 20 | %py %S/Inputs/path.py %s 9 | FileCheck %s --check-prefix=SIGNAL
// SIGNAL: {{65 on_signal@1 30|\(interrupted\) on_signal@1 30 64 63 65}} die@1 23 24
// RUN: %prof_show trace | FileCheck %s --check-prefix=MAYBE
// MAYBE: odd{{.*}}({{calls what follows, or was interrupted by it|somewhere here what follows came between}})
// MAYBE-NEXT: > on_signal
// RUN: %prof_show trace --top 2 --function die | FileCheck %s --check-prefix=TOP --implicit-check-not=odd
// TOP: > die
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct itimerval soon = {.it_value = {0, 50000}};
static volatile int sink, zero; // line 0
static jmp_buf back;

__attribute__((noinline)) static int down(int n)
{
    if (n == 0)                                            //= 3
        longjmp(back, 1);                                  //= 1
    sink = n;                                              //= 2
    return down(n - 1) + 1;                                //= 2
}

static void loop(int n)
{
    for (int i = 0; i < n; i++) {                          //= 5
        if (i & 1)                                         //= 4
            sink = 1;                                      //= 2
        else
            sink = 2;                                      //= 2
    }
}

__attribute__((noinline)) static void die(void)
{
    sink = 3;
    kill(getpid(), SIGKILL);
    sink = 4;
}

static void on_signal(int number)
{
    sink = number;
}

static void *run(void *argument)
{
    if (argument)
        die();
    return argument;
}

static void odd(const char *how)
{
    pthread_t thread;
    if (strcmp(how, "crash") == 0)
        *(volatile int *)(long)zero = 5;
    if (strcmp(how, "wrap") == 0) {
        loop(100001);
        die();
    }
    if (strcmp(how, "fork") == 0) {
        if (fork() == 0)
            die();
        wait(NULL);
    }
    if (strcmp(how, "thread") == 0) {
        for (long i = 0; i < 3; i++) {
            pthread_create(&thread, NULL, run, (void *)(i / 2));
            pthread_join(thread, NULL);
        }
    }
    if (strcmp(how, "signal") == 0) {
        signal(SIGVTALRM, on_signal);
        setitimer(ITIMER_VIRTUAL, &soon, NULL);
        while (!sink)
            zero++;
        die();
        sink = 6;
    }
}

int main(int argc, char **argv)
{
    if (setjmp(back) == 0)                                 //= 2
        sink = down(2);                                    //= 1
    loop(4);                                               //= 1
    sink = 0;                                              //= 1
    if (argc > 1)                                          //= 1
        odd(argv[1]);                                      //= 0
    return 0;                                              //= 1
}
