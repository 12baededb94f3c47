// Functions so short that no jump to a copy has room in them, and that pointers call: they are
// left alone, and with --breakpoints counted exactly, whatever the program does with signals.
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc %s -o prog -pthread && ./prog > want
// RUN: %prof_patch --verbose -o alone prog 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE-DAG: first is left alone: no room for a jump
// ALONE-DAG: second is left alone: no room for a jump
// RUN: %prof_patch --breakpoints --verbose -o counted prog 2>&1 | FileCheck %s --check-prefix=SAID
// SAID-NOT: left alone
// SAID-DAG: first is counted by 1 breakpoint: no room for a jump
// SAID-DAG: second is counted by 1 breakpoint: no room for a jump
// RUN: env EDGEPROF_FILE=run ./counted > got 2> price && cmp want got && FileCheck %s --check-prefix=PRICE < price
// PRICE: edgeprof: breakpoints stopped the program {{1[0-9][0-9][0-9]}} times, {{1[0-9][0-9][0-9]}} of them in first, which took some {{[0-9]+}} ms
// RUN: %py %S/Inputs/calls.py %prof_show run main=1 first=1501 second=10 in_handler=2
// The child's are its own, and it has nothing to say.
// RUN: %prof_merge -o children run.* && %py %S/Inputs/calls.py %prof_show children main=0 first=10 second=0
// Not position-independent; a probe each; a library, beside a program that has none.
// RUN: %plain_cc -no-pie -fno-pie %s -o exec -pthread && %prof_patch --breakpoints -o counted exec
// RUN: env EDGEPROF_FILE=exec.run ./counted 2>/dev/null | cmp want - && %py %S/Inputs/calls.py %prof_show exec.run main=1 first=1501 second=10
// RUN: %prof_patch --breakpoints --once -o counted prog && env EDGEPROF_FILE=once.run ./counted 2>/dev/null | cmp want -
// RUN: %py %S/Inputs/calls.py %prof_show once.run main=1 first=1 second=1
// RUN: %plain_cc -shared -fPIC -DLIBRARY %s -o liblib.so && %plain_cc -DUSES %s -o uses -L. -llib -Wl,-rpath,'$ORIGIN'
// RUN: env XDG_CACHE_HOME=%t/cache EDGEPROF_FILE=both %prof_patch --breakpoints --objects 'liblib*' ./uses && %py %S/Inputs/calls.py %prof_show both main=1 first=7 second=0
// A program that is as it was: without a runtime; where it is switched off; where it is blocked at the start.
// RUN: env EDGEPROF=off ./counted | cmp want -
// RUN: %prof_patch --breakpoints -o counted prog
// RUN: env EDGEPROF_FILE=blocked %py -c 'import os, signal; signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()); os.execv("./counted", ["./counted"])' 2>/dev/null | cmp want -
// RUN: %py %S/Inputs/calls.py %prof_show blocked main=1 first=1501 second=10
// In gdb the signal is seen, and passed on.
// RUN: env EDGEPROF_FILE=gdb.run gdb -batch -nx -ex 'handle SIGILL SIGUSR1 nostop noprint pass' -ex run ./counted 2>&1 | FileCheck %s --check-prefix=GDB
// GDB: exited normally
// RUN: %py %S/Inputs/calls.py %prof_show gdb.run main=1 first=1501 second=10
#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int first(const int *at);
int second(const int *at);

#ifndef USES
/* As compilers write them for small programs, one behind the other; no other function is so
 * near that it could have room for their jumps. */
__asm__(".text\n"
        ".skip 256, 6\n"
        ".globl first, second\n"
        ".type first, @function\n"
        ".type second, @function\n"
        "first: .cfi_startproc\n mov (%rdi), %eax\n ret\n .cfi_endproc\n.size "
        "first, . - first\n"
        "second: .cfi_startproc\n mov (%rdi), %eax\n ret\n .cfi_endproc\n.size "
        "second, . - second\n"
        ".skip 256, 6\n");
#endif

typedef int function(const int *at);
function *volatile pointers[] = {first, second};

#if defined LIBRARY

int library(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += pointers[0](&n);
    return sum;
}

#elif defined USES

int library(int n);

int main(void)
{
    return library(7) != 49;
}

#else

static const int one = 1;
static volatile int handled, sum;

/* All signals are blocked here, as far as the program knows. */
static void in_handler(int number)
{
    (void)number;
    handled += pointers[1](&one);
}

static void on_ill(int number, siginfo_t *info, void *context)
{
    (void)context;
    handled += number == SIGILL && info->si_pid == getpid();
    sum += pointers[0](&one);
}

static void *thread(void *unused)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    for (int i = 0; i < 100; i++)
        __atomic_fetch_add(&sum, pointers[0](&one), __ATOMIC_RELAXED);
    return unused;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigfillset(&action.sa_mask);
    if (sigaction(number, &action, NULL))
        abort();
}

/* Its own signals go where they would. */
static void own_signals(void)
{
    struct sigaction action = {.sa_sigaction = on_ill, .sa_flags = SA_SIGINFO},
                     old;
    if (sigaction(SIGILL, &action, &old) || old.sa_handler != SIG_DFL)
        abort();
    raise(SIGILL);
    if (signal(SIGILL, SIG_IGN) == SIG_ERR)
        abort();
    raise(SIGILL);
    printf("own: %d\n", handled);
}

static void masks(void)
{
    sigset_t all, but_one;
    sigfillset(&all);
    but_one = all;
    sigdelset(&but_one, SIGUSR1);
    handle(SIGUSR1, in_handler);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int i = 0; i < 8; i++)
        sum += pointers[1](&one);
    raise(SIGUSR1);
    sigsuspend(&but_one);
    raise(SIGUSR1);
    ppoll(NULL, 0, NULL, &but_one);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    printf("masks: %d\n", handled);
}

/* Ends as it would: by the signal, not by a breakpoint. */
static void child(int by_fault)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGILL, SIG_DFL);
        for (int i = 0; i < 5; i++)
            sum += pointers[0](&one);
        if (by_fault)
            __builtin_trap();
        exit(sum - sum);
    }
    waitpid(pid, &status, 0);
    printf("child: %d %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0,
           WIFEXITED(status));
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, thread, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 1000; i++)
        sum += pointers[0](&one);
    for (int i = 0; i < 100; i++)
        sum += first(&one); /* a copy's */
    own_signals();
    masks();
    fflush(stdout);
    child(0);
    child(1);
    printf("sum: %d\n", sum);
    return sum & 0;
}

#endif
