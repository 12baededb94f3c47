/* SPDX-License-Identifier: MIT
 *
 * rt_string.c - what the runtime and its zlib call of <string.h>.
 *
 * WHY   a program may have functions of these names, and they may be counted, or fail
 *       where nobody but the program is known to call them: ours are nobody's calls.
 * MODEL hidden in the library, and local in the archive's one object, as all of the
 *       runtime.  What is long is copied and filled by the processor's own loops.
 */
#define _GNU_SOURCE
#include "rt_arch.h"

#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    arch_copy(to, from, n);
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    if ((uintptr_t)to - (uintptr_t)from >= n) {
        arch_copy(to, from, n);
        return to;
    }
    while (n--)
        a[n] = b[n];
    return to;
}

void *memset(void *at, int byte, size_t n)
{
    arch_fill(at, (unsigned char)byte, n);
    return at;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

size_t strnlen(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

size_t strlen(const char *text)
{
    return strnlen(text, SIZE_MAX);
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

/* In brackets, as from 2.43 on glibc has macros of these names. */

char *(strchr)(const char *text, int c)
{
    for (;; text++) {
        if (*text == (char)c)
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

char *(strrchr)(const char *text, int c)
{
    for (size_t n = strlen(text) + 1; n-- > 0;)
        if (text[n] == (char)c)
            return (char *)text + n;
    return NULL;
}

char *(strstr)(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (; strncmp(text, part, n) != 0; text++)
        if (!*text)
            return NULL;
    return (char *)text;
}
