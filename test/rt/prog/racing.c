/* SPDX-License-Identifier: MIT
 *
 * racing.c - a child of a raw clone, which shares its parent's counters, counts while
 * these are packed: each word becomes a long number and a short one again, many times.
 */
#define _GNU_SOURCE
#define N_COUNTERS 100000
#include "count.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FAR ((uint64_t)1 << 50)

static void add(uint64_t index, uint64_t value)
{
    __asm__ volatile("addq %0, %%gs:test_counters(,%1,8)" ::"r"(value),
                     "r"(index)
                     : "cc", "memory");
}

static uint64_t get(uint64_t index)
{
    uint64_t value;
    __asm__ volatile("movq %%gs:test_counters(,%1,8), %0"
                     : "=r"(value)
                     : "r"(index)
                     : "memory");
    return value;
}

/* In this order, so that no page is soon done with. */
static uint64_t at(uint64_t i)
{
    return i * 77773 % N_COUNTERS;
}

int main(void)
{
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) {
        while (!get(at(N_COUNTERS - 1)))
            ;
        return 0;
    }
    for (uint64_t i = 0; i < N_COUNTERS; i++)
        add(at(i), 1);
    for (uint64_t i = 0; i < (uint64_t)200 * N_COUNTERS; i++)
        add(at(i), i / N_COUNTERS % 2 ? 0 - FAR : FAR);
    _exit(0);
}
