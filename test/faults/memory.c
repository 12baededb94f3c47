/* SPDX-License-Identifier: MIT
 *
 * Preloaded: makes the program's Nth allocation fail, be it its own or a
 * library's.  What is allocated before main is the loader's and not counted.
 *
 *   FAULT_NTH   which one, from 1
 *   FAULT_EVER  set: and every one after it
 *   FAULT_FD    descriptor that gets a byte when it fails
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* glibc's own, by the names that it keeps for this. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static atomic_ulong allocations; /* since the start, of all threads */
static unsigned long first;      /* that fails; 0: none */
static int ever;
static int report = -1;

__attribute__((constructor)) static void start(void)
{
    const char *text = getenv("FAULT_NTH");
    const char *fd = getenv("FAULT_FD");

    ever = getenv("FAULT_EVER") != NULL;
    report = fd ? atoi(fd) : -1;
    (void)unsetenv("LD_PRELOAD"); /* git, say, is not what is tested */
    first = text ? strtoul(text, NULL, 10) : 0;
}

static int fails(void)
{
    unsigned long nth = atomic_fetch_add(&allocations, 1) + 1;

    if (first == 0 || nth < first || (nth > first && !ever))
        return 0;
    if (nth == first && report >= 0 && write(report, "!", 1) != 1)
        _exit(125);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return size > 0 && fails() ? NULL : __libc_realloc(old, size);
}
