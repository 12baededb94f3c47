/* SPDX-License-Identifier: MIT
 *
 * cost.c - work that costs what it says: a chain of divisions, a chase of pointers
 * through 64 MB, calls through a table.
 * Usage: cost [THREADS]   of each a line: its name, nanoseconds of CPU time each turn
 *        cost spin MILLISECONDS    of CPU time, from main on
 *        cost between MILLISECONDS so, and asleep whenever the kernel's clock ticks
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SLOTS (8u << 20) /* 64 MB of pointers */

static double now(clockid_t of)
{
    struct timespec time;

    clock_gettime(of, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void say(const char *name, double start, long turns)
{
    double end = now(CLOCK_THREAD_CPUTIME_ID);

    printf("%s %.3f\n", name, (end - start) / (double)turns);
}

static uint64_t divide(uint64_t x, long n)
{
    for (long i = 0; i < n; i++)
        x = UINT64_MAX / (x | 1) + 12345; /* DIVIDE */
    return x;
}

static void **chase(void **at, long n)
{
    for (long i = 0; i < n; i++)
        at = *at; /* CHASE */
    return at;
}

/* All of each on one line. */
/* clang-format off */
static uint64_t up(uint64_t x) { return x + 7; }    /* UP */
static uint64_t mix(uint64_t x) { return x * 31; }  /* MIX */
/* clang-format on */
static uint64_t (*volatile table[])(uint64_t) = {up, mix};

static uint64_t call(uint64_t x, long n)
{
    for (long i = 0; i < n; i++) /* TURN */
        x = table[i & 1](x);     /* CALL */
    return x;
}

/* One cycle through all slots (Sattolo 1986). */
static void **make_slots(void)
{
    void **slots = malloc(SLOTS * sizeof *slots);
    uint64_t random = 1;

    for (uint32_t i = 0; i < SLOTS; i++)
        slots[i] = &slots[i];
    for (uint32_t i = SLOTS - 1; i > 0; i--) {
        uint32_t other;
        void *slot = slots[i];

        random = random * 6364136223846793005u + 1442695040888963407u;
        other = (uint32_t)((random >> 33) % i);
        slots[i] = slots[other];
        slots[other] = slot;
    }
    return slots;
}

static void *work(void *context)
{
    uint64_t *sum = context;
    void **slots = make_slots();
    double start = now(CLOCK_THREAD_CPUTIME_ID);

    *sum += divide(3, 100000000);
    say("DIVIDE", start, 100000000);
    start = now(CLOCK_THREAD_CPUTIME_ID);
    *sum += *(uint64_t *)chase(slots, 4000000);
    say("CHASE", start, 4000000);
    start = now(CLOCK_THREAD_CPUTIME_ID);
    *sum += call(3, 200000000);
    say("CALL", start, 200000000);
    free(slots);
    return NULL;
}

/* When the kernel's clock ticks: its coarse time changes then. */
static double next_tick(void)
{
    double coarse = now(CLOCK_MONOTONIC_COARSE);

    while (now(CLOCK_MONOTONIC_COARSE) == coarse)
        ;
    return now(CLOCK_MONOTONIC);
}

static void spin(double ms)
{
    volatile uint64_t turns = 0;
    double start = now(CLOCK_PROCESS_CPUTIME_ID);

    while (now(CLOCK_PROCESS_CPUTIME_ID) - start < ms * 1e6)
        for (int i = 0; i < 100000; i++)
            turns++; /* SPIN */
}

/* Of each time between ticks, from one tenth on to six. */
static void spin_between(double ms)
{
    volatile uint64_t turns = 0;
    struct timespec resolution, rest = {0};
    double start = now(CLOCK_PROCESS_CPUTIME_ID), first = next_tick();
    long tick;

    clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
    tick = resolution.tv_nsec;
    while (now(CLOCK_PROCESS_CPUTIME_ID) - start < ms * 1e6) {
        long since = (long)(now(CLOCK_MONOTONIC) - first) % tick;

        rest.tv_nsec = tick * 11 / 10 - since;
        if (since > tick * 6 / 10)
            nanosleep(&rest, NULL);
        for (int i = 0; i < 20000; i++)
            turns++;
    }
}

int main(int argc, char **argv)
{
    int n = argc == 2 ? atoi(argv[1]) : 1;
    uint64_t sum = 0;
    pthread_t threads[8];

    if (argc == 3 && strcmp(argv[1], "between") == 0) {
        spin_between(atof(argv[2]));
        return 0;
    }
    if (argc == 3) {
        spin(atof(argv[2]));
        return 0;
    }
    if (n == 1) {
        work(&sum);
        return 0;
    }
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, work, &(uint64_t){0});
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
