// A server forks its workers in a signal handler, where they live and exit.  What
// the signal interrupted is the server's: no worker is cut off.  One that exits in
// a handler of its own, called since, is.
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog && ./prog && %counts --all %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// CHECK: lines covered
// RUN: rm prof.out.* && ./prog other-stack && %counts --all %s
// RUN: %prof_show files 2>&1 | FileCheck %s --implicit-check-not='cut off'
// RUN: rm prof.out.* && ./prog killed
// RUN: %prof_show files 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: rm prof.out.* && ./prog killed other-stack
// RUN: %prof_show files 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: 10 of 11 runs cut off
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink, killed;

static void stop(int number)
{
    exit(number == 0); //= 0
}

static void work(void)
{
    for (int i = 0; i < 50; i++) //= 510
        sink++; //= 500
    if (killed)         //= 10
        raise(SIGTERM); //= 0
    sink++;             //= 10
    exit(0);            //= 10
}

static void start_worker(int number)
{
    if (fork() == 0) //= 20
        work();      //= 10
    sink = number;   //= 10
}

static void catch(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}; //= 2

    if (sigaction(number, &action, 0)) //= 2
        abort();                       //= 0
}

int main(int argc, char **argv)
{
    static char other[65536];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other}; //= 1
    int flags = SA_RESTART; //= 1

    if (argc > 1 && !strcmp(argv[argc - 1], "other-stack")) { //= 1
        sigaltstack(&stack, 0); //= 0 + 1
        flags |= SA_ONSTACK; //= 0 + 1
    }
    killed = argc > 1 && *argv[1] == 'k'; //= 1
    catch(SIGUSR1, start_worker, flags); //= 1
    catch(SIGTERM, stop, flags); //= 1
    for (int i = 0; i < 10; i++) { //= 11
        raise(SIGUSR1); //= 10
        wait(0);        //= 10
    }
    return 0; //= 1
}
