/* SPDX-License-Identifier: MIT
 *
 * Chains of calls, each of which spins for so many milliseconds of its own CPU time, one after
 * the other; and a child, which becomes this program again.
 *
 *     chains LIBRARY      that calls back
 *     chains LIBRARY only a chain, 60 ms
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define APART  __attribute__((noinline, noclone))
#define WITHIN static inline __attribute__((always_inline))

static volatile unsigned long sum;

static double spent(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* It has no calls in most of its time. */
APART void spin(int ms)
{
    double end = spent() + ms;

    do
        for (int i = 0; i < 200000; i++)
            sum += (unsigned long)i * sum;
    while (spent() < end);
    sum++;
}

APART void left(int ms)
{
    spin(ms);
    sum++;
}

APART void right(int ms)
{
    spin(ms);
    sum++;
}

/* Inlined: a frame that no machine code has. */
WITHIN void inlined(int ms)
{
    left(ms);
    sum++;
}

APART void both(int ms)
{
    inlined(ms);
    right(3 * ms);
    sum++;
}

APART void recursive(int depth, int ms)
{
    if (depth)
        recursive(depth - 1, ms);
    else
        spin(ms);
    sum++;
}

APART static void handle(int number)
{
    (void)number;
    spin(120);
    sum++;
}

APART void interrupted(void)
{
    struct itimerval timer = {.it_value = {0, 1000}};
    struct sigaction action = {.sa_handler = handle};

    sigaction(SIGVTALRM, &action, NULL);
    setitimer(ITIMER_VIRTUAL, &timer, NULL);
    for (unsigned long now = sum; sum == now || sum % 2;)
        for (volatile int i = 0; i < 1000; i++)
            ;
    sum++;
}

static void *in_thread(void *ms)
{
    left(*(int *)ms);
    return NULL;
}

APART void threads(void)
{
    pthread_t other[2];
    int ms = 100;

    for (int i = 0; i < 2; i++)
        pthread_create(&other[i], NULL, in_thread, &ms);
    for (int i = 0; i < 2; i++)
        pthread_join(other[i], NULL);
}

static int order(const void *a, const void *b)
{
    spin(1);
    return *(const int *)a - *(const int *)b;
}

/* Through the C library, which has no frame pointers. */
APART void sorted(void)
{
    int items[32];

    for (int i = 0; i < 32; i++)
        items[i] = (i * 7) % 32;
    qsort(items, 32, sizeof *items, order);
    sum++;
}

APART void through_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    void *function = library ? dlsym(library, "call_back") : NULL;
    void (*call_back)(void (*)(int), int);

    memcpy(&call_back, &function, sizeof call_back);
    if (!function) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    call_back(right, 120);
    sum++;
}

APART void child(const char *own)
{
    pid_t pid = fork();

    if (pid == 0) {
        left(100);
        execl(own, own, "", "only", (char *)NULL);
        _exit(1);
    }
    waitpid(pid, NULL, 0);
}

/* Deeper than what is copied of a stack. */
APART int deep(int depth, int ms)
{
    volatile char room[400];
    int n;

    room[0] = (char)depth;
    if (depth)
        n = deep(depth - 1, ms);
    else
        spin(ms), n = 0;
    return n + room[0];
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        right(60);
        return 0;
    }
    both(60);
    recursive(100, 120);
    interrupted();
    threads();
    sorted();
    through_library(argv[1]);
    child(argv[0]);
    deep(100, 120);
    return 0;
}
