// prof-patch --emulate: a program for another processor, counted under QEMU.  Each
// instruction has QEMU's own count, signals in the midst of its blocks too; calls are none
// where a function's first instruction begins its loop; a forked child has a file of its
// own, threads add up, and a killed process keeps what it had counted.
// REQUIRES: emulators
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.c && export XDG_CACHE_HOME=%t/cache EDGEPROF_FILE=run
// RUN: aarch64-linux-gnu-%gcc -g -O0 prog.c -o prog && %py %S/../patch/Inputs/status.py 5 %prof_patch --emulate ./prog > out
// RUN: %counts prog.c run && %prof_show functions run 2>&1 | FileCheck %s
// CHECK: functions are machine code: their lines are those of the line table
// RUN: riscv64-linux-gnu-%gcc -g -O0 -static prog.c -o prog && %py %S/../patch/Inputs/status.py 5 env EDGEPROF_FILE=riscv %prof_patch --emulate ./prog > out
// RUN: %counts prog.c riscv
//
// RUN: aarch64-linux-gnu-%gcc -g -O2 -static -no-pie prog.c -o arm && %py %S/Inputs/traced.py %prof_patch %prof_show qemu-aarch64 ./arm
// RUN: %py %S/../patch/Inputs/calls.py %prof_show traced.run main=1 spin=3 length=1 touch=5 grant=2 && rm traced.run
// RUN: riscv64-linux-gnu-%gcc -g -O2 -static -no-pie prog.c -o riscv.prog && %py %S/Inputs/traced.py %prof_patch %prof_show qemu-riscv64 ./riscv.prog
// RUN: %py %S/../patch/Inputs/calls.py %prof_show traced.run main=1 spin=3 length=1 touch=5 grant=2 && rm traced.run
// RUN: %plain_cc -O2 -static -no-pie prog.c -o x86 -pthread && %py %S/Inputs/traced.py %prof_patch %prof_show qemu-x86_64 ./x86
//
// RUN: env EDGEPROF_FILE=all.%%p EDGEPROF_LABEL=one %py %S/../patch/Inputs/status.py -9 %prof_patch --emulate ./arm fork threads kill > out
// RUN: %prof_merge -o all all.* && %py %S/../patch/Inputs/calls.py %prof_show all main=1 spin=5 work=4 length=1001 touch=5
// RUN: %prof_show functions all 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: 1 of 2 runs cut off
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile long sink;
static char *page;
static sigjmp_buf away;

NOINLINE size_t length(const char *text)
{
    const char *at = text; //= 1

    while (*at++)
        ;
    return (size_t)(at - text) - 1; //= 1
}

NOINLINE void spin(unsigned n)
{
    do
        sink++; //= 106
    while (--n); //= 106
}

NOINLINE long fib(long n)
{
    if (n < 2) //= 465
        return n; //= 233
    return fib(n - 1) + fib(n - 2); //= 232
}

NOINLINE int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void grant(int number)
{
    (void)number;
    mprotect(page, 65536, PROT_READ | PROT_WRITE); //= 2
}

static void jump(int number)
{
    (void)number;
    siglongjmp(away, 1); //= 3
}

NOINLINE long touch(char *at, long a, long b)
{
    long c = a * b + 3; //= 5

    at[5] = (char)c; //= 7
    c ^= a; //= 2
    at[7] = (char)b; //= 2
    return c + 7; //= 2
}

NOINLINE void *work(void *n)
{
    for (long i = 0; i < (long)n; i++)
        sink += (long)length("some text"); //= 0
    return NULL;
}

static void fork_and_thread(int argc)
{
    pthread_t threads[4];

    if (fork() == 0) { //= 0
        spin(7);
        execl("/nonexistent", "x", (char *)NULL);
        spin(8);
        _exit(3);
    }
    wait(NULL);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, (void *)(100 * (i + 1)));
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    if (argc > 3)
        kill(getpid(), SIGKILL); //= 0
}

int main(int argc, char **argv)
{
    int numbers[200];

    for (int i = 0; i < 200; i++)
        numbers[i] = i * 7919 % 211; //= 200
    qsort(numbers, 200, sizeof *numbers, compare); //= 1
    spin(100), spin(1), spin(5); //= 1
    page = mmap(NULL, 65536, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); //= 1
    signal(SIGSEGV, grant); //= 1
    sink = touch(page, 3, 4) + fib(12) + (long)length(argv[0]); //= 1
    mprotect(page, 65536, PROT_READ); //= 1
    sink += touch(page, 3, 4); //= 1
    signal(SIGSEGV, jump); //= 1
    for (volatile int i = 0; i < 3; i++)
        if (!sigsetjmp(away, 1))
            sink += touch((char *)8, 1, 2); //= 3
    if (argc > 1)
        fork_and_thread(argc); //= 0
    printf("%d\n", numbers[17]); //= 1
    return 5; //= 1
}
