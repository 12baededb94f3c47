/* SPDX-License-Identifier: MIT
 *
 * collide.c - a library whose mirror's place is taken.
 * Usage: collide [kill] THREADS LIBRARY
 */
#define _GNU_SOURCE
#include "count.h"

#include <asm/prctl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char *taken;
static const size_t size = (size_t)128 << 20;

static void *sleeping(void *data)
{
    COUNT(1);
    pthread_barrier_wait(data);
    pthread_barrier_wait(data);
    return NULL;
}

/* Take all around where the library will be, plus this thread's delta. */
static int take_place(void)
{
    uintptr_t delta = 0;
    (void)syscall(SYS_arch_prctl, ARCH_GET_GS, &delta);
    uintptr_t at = (uintptr_t)dlsym(RTLD_DEFAULT, "malloc");
    at = (at & ~(uintptr_t)4095) + ((uintptr_t)8 << 20);
    taken =
        mmap((void *)(at - size + delta), size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
             -1, 0);
    return taken == MAP_FAILED;
}

static int untouched(void)
{
    static unsigned char touched[(128 << 20) / 4096];
    if (mincore(taken, size, touched))
        return 1;
    return memchr(touched, 1, sizeof touched) == NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[8];
    pthread_barrier_t barrier;
    int n = atoi(argv[argc - 2]);
    COUNT(0);
    pthread_barrier_init(&barrier, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, sleeping, &barrier);
    pthread_barrier_wait(&barrier);
    if (take_place())
        return 2;
    void *library = dlopen(argv[argc - 1], RTLD_NOW);
    int (*call)(void) = library ? (int (*)(void))dlsym(library, "call") : 0;
    for (int i = 0; call && i < 1000; i++)
        call();
    if (argc > 3)
        raise(SIGKILL);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return untouched() ? 0 : 3;
}
