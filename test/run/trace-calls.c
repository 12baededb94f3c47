// The whole paths of a function's calls, below prof-run --trace: rings come round in them, and
// each is what the program writes down itself, line by line: with recursion, longjmp, handlers,
// threads, a fork, and a call in which the process is killed.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %option:trace=ring %s -o prog -pthread
// RUN: %prof_run -q --trace work ./prog %t 40000 && %py %S/Inputs/calls.py %prof_show %s prof.out
// RUN: rm -f log.* && not --crash %prof_run -q --trace 'wor?' ./prog %t 4000 kill
// RUN: %py %S/Inputs/calls.py %prof_show %s prof.out killed
// Of each process the first call alone.
// RUN: %prof_run -q --trace work --calls 1 ./prog %t 10
// RUN: %prof_show trace | FileCheck %s --check-prefix=FIRST --implicit-check-not='call 2'
// FIRST: call 1 of work: {{[0-9]+}} marks{{$}}
// FIRST: call 1 of work: {{[0-9]+}} marks{{$}}
// RUN: %prof_run -q --trace nothing ./prog %t 10 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: prof-run: warning: --trace: no program that ran was built with trace=ring and has a function nothing
// RUN: %prof_run -q --trace never ./prog %t 10 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: prof-run: warning: --trace: never was not called
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define UNTRACED __attribute__((no_profile_instrument_function))
#define PLACES   (1 << 20)
#define HERE     (*trail++ = __LINE__)

static __thread volatile unsigned *volatile trail;
static __thread volatile int turns;
static const char *folder;

/* What is written down from now on is in a file: log.PID.TID.N. */
UNTRACED static void begin_log(void)
{
    static __thread int n;
    char name[4096];
    snprintf(name, sizeof name, "%s/log.%d.%d.%d", folder, getpid(), gettid(), ++n);
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || ftruncate(fd, PLACES * 4))
        abort();
    trail = (unsigned *)mmap(NULL, PLACES * 4 + 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
}

void never(void)
{
    HERE;
}

static void on_signal(int number)
{
    HERE;
    if (turns++ & number)
        HERE;
    HERE;
}

static jmp_buf back_from; // the main thread's

__attribute__((noinline)) static int down(int n, int jump)
{
    HERE;
    if (n == 0 && jump) {
        HERE;
        longjmp(back_from, 1);
    }
    if (n == 0) {
        HERE;
        return turns++;
    }
    HERE;
    return down(n - 1, jump) + 1;
}

__attribute__((noinline)) static int leaf(unsigned n)
{
    HERE;
    if (n & 4096)
        HERE;
    else if (n & 512)
        return HERE & 1;
    if (n & 64)
        return HERE & 1;
    return 0;
}

__attribute__((noinline)) static void work(unsigned n, int is_main)
{
    unsigned random = n;
    HERE;
    for (unsigned i = 0; i < n; i++) {
        HERE;
        random = random * 1103515245 + 12345;
        if (leaf(random))
            HERE;
        if ((random >> 16) % 64 == 0) {
            HERE;
            turns += down(random >> 24 & 7, 0);
        }
        if (is_main && (random >> 16) % 512 == 1) {
            HERE;
            if (setjmp(back_from) == 0) {
                HERE;
                down(random >> 24 & 7, 1);
            }
            HERE;
        }
        if ((random >> 16) % 512 == 2) {
            HERE;
            raise(SIGUSR1);
            if (turns++ & 1)
                HERE;
        }
        if (n == 33 && i == 11)
            work(5, 0); // one within another is a part of it
    }
    HERE;
}

static void *run(void *number)
{
    turns = 0;
    begin_log();
    work((unsigned)(size_t)number, 0);
    begin_log();
    work(33, 0);
    return NULL;
}

int main(int argc, char **argv)
{
    unsigned n = (unsigned)atoi(argv[2]);
    pthread_t threads[2];
    folder = argv[1];
    signal(SIGUSR1, on_signal);
    begin_log();
    work(n, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)(size_t)(n / 8 + i));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    pid_t child = fork();
    if (child == 0) {
        begin_log();
        work(n / 8, 1);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    if (argc > 3) {
        begin_log();
        pthread_create(&threads[0], NULL, run, (void *)(size_t)1000);
        pthread_join(threads[0], NULL);
        trail += PLACES - 100; // it dies within
        work(n, 1);
    }
    if (argc > 99)
        never();
    return 0;
}
