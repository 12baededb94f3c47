// A static program, of glibc or musl, position-independent or not, with symbols or without:
// it does what it does without counting, and each process and thread has its counts. Only of
// who is killed the raw file stays.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %plain_cc -static -pthread %s -o plain
// RUN: %py %S/Inputs/static-runs.py %prof_patch %prof_show %prof_merge plain
// RUN: %plain_cc -static-pie -fPIE -pthread %s -o moved
// RUN: %py %S/Inputs/static-runs.py %prof_patch %prof_show %prof_merge moved
// RUN: musl-gcc -O2 -g -static %s -o musl
// RUN: %py %S/Inputs/static-runs.py %prof_patch %prof_show %prof_merge musl
// RUN: cp plain bare && strip bare
// RUN: %py %S/Inputs/static-runs.py %prof_patch %prof_show %prof_merge bare
// RUN: %py %S/Inputs/static-secure.py plain.counted
// What is not chosen is watched all the same: the child's counts are its own.
// RUN: %prof_patch --functions work -o chosen plain && EDGEPROF_FILE=one-%%p ./chosen > got
// RUN: %py %S/Inputs/static-chosen.py %prof_show one-*
// Without rights to write, or when told so, it runs all the same.
// RUN: EDGEPROF_FILE=/proc/none ./chosen > got && cmp got want && EDGEPROF=off EDGEPROF_FILE=off ./chosen > got
// RUN: cmp got want && not ls off
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

extern char **environ;

NOINLINE long work(long n)
{
    volatile long sum = 0;
    for (long i = 0; i < n; i++)
        sum += i % 7 == 3 ? i : 1;
    return sum;
}

NOINLINE int order(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static volatile int ticks;

NOINLINE void tick(void)
{
    ticks = 1;
}

/* So often that threads which shared counters would lose counts to each other. */
static void *threaded(void *unused)
{
    for (int i = 0; i < 200000; i++)
        tick();
    return unused;
}

static sigjmp_buf from_handler;
static jmp_buf back;
static volatile int hits;

NOINLINE void handler(int number)
{
    hits++;
    if (number == SIGSEGV)
        siglongjmp(from_handler, 1);
}

NOINLINE void jumper(int value)
{
    longjmp(back, value);
}

static void wait_for(const char *what, pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    printf("%s: %d %d\n", what, WEXITSTATUS(status), WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
}

static void processes(char *self)
{
    char *again[] = {self, "again", NULL};
    pid_t child = fork();
    if (child == 0) {
        work(1);
        _exit(3);
    }
    wait_for("fork", child);
    child = vfork();
    if (child == 0) {
        execv(self, again);
        _exit(9);
    }
    wait_for("vfork", child);
    posix_spawn(&child, self, NULL, NULL, again, environ);
    wait_for("spawn", child);
    child = fork();
    if (child == 0) {
        work(2);
        execv("/nonexistent", again);
        execv("garbage", again);
        work(3);
        execv(self, again);
    }
    wait_for("exec", child);
    child = fork();
    if (child == 0) {
        work(4);
        kill(getpid(), SIGKILL);
    }
    wait_for("kill", child);
}

static void jumps(void)
{
    volatile int taken = 0;
    signal(SIGSEGV, handler);
    signal(SIGUSR1, handler);
    if (!sigsetjmp(from_handler, 1))
        raise(SIGSEGV);
    raise(SIGUSR1);
    int value = setjmp(back);
    if (value < 5) {
        taken++;
        jumper(value + 1);
    }
    printf("jumps: %d %d %d\n", value, taken, hits);
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    int numbers[100];
    if (argc > 1) {
        work(5);
        printf("%s\n", argv[1]);
        return 4;
    }
    for (int i = 0; i < 100; i++)
        numbers[i] = i * 7919 % 101;
    qsort(numbers, 100, sizeof *numbers, order);
    printf("%d %d %d\n", numbers[0], numbers[50], numbers[99]);
    fflush(stdout);
    processes(argv[0]);
    jumps();
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, threaded, NULL);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}
