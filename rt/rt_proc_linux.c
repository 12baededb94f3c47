/* SPDX-License-Identifier: MIT
 *
 * rt_proc_linux.c - rt_os.h for Linux: what /proc says of mappings and threads.
 */
#define _GNU_SOURCE
#include "rt_arch.h"
#include "rt_os.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

/* What TEXT begins with, to BASE; the runtime calls no strtoul, which may be the program's. */
static uint64_t number_of(const char *text, unsigned base)
{
    uint64_t n = 0;
    for (;; text++) {
        unsigned c = (unsigned char)*text;
        unsigned digit = c >= 'a' ? c - 'a' + 10 : c - '0';
        if (digit >= base)
            return n;
        n = n * base + digit;
    }
}

size_t os_most_mappings(void)
{
    const size_t usual = 65530;
    char text[24] = "";
    int fd = os_open("/proc/sys/vm/max_map_count");
    if (fd < 0)
        return usual;
    long n = os_read(fd, text, sizeof text - 1, 0);
    os_close(fd);
    return n > 0 ? (size_t)number_of(text, 10) : usual;
}

int os_threads(void)
{
    struct stat st = {0};
    long error = arch_call(SYS_newfstatat, AT_FDCWD, (long)"/proc/self/task",
                           (long)&st, 0, 0, 0);
    return error || st.st_nlink < 2 ? 0 : (int)st.st_nlink - 2;
}

/* What the kernel says of thread TID in FILE ("/NAME"), SIZE - 1 bytes at most. */
static int read_task(int tid, const char *file, char *text, size_t size)
{
    static const char folder[] = "/proc/self/task/";
    size_t length = strlen(file) + 1;
    char path[64], *at = path + sizeof path - length;
    memcpy(at, file, length);
    for (; tid; tid /= 10)
        *--at = (char)('0' + tid % 10);
    at -= sizeof folder - 1;
    memcpy(at, folder, sizeof folder - 1);
    int fd = os_open(at);
    if (fd < 0)
        return fd;
    long n = os_read(fd, text, size - 1, 0);
    os_close(fd);
    text[n < 0 ? 0 : n] = 0;
    return n < 0 ? (int)n : 0;
}

/* The set of signals that a thread's status TEXT has as NAME. */
static uint64_t signals_of(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? number_of(at + strlen(name), 16) : 0;
}

bool os_thread_holds_off(int tid, int number)
{
    static char text[4096]; /* the stack may have little room */
    if (read_task(tid, "/status", text, sizeof text))
        return false;
    /* In its handler it is blocked, but waits no more. */
    return signals_of(text, "SigPnd:\t") & signals_of(text, "SigBlk:\t") &
           (uint64_t)1 << (number - 1);
}

int os_thread_place(int tid, uintptr_t *out_stack, uintptr_t *out_code)
{
    char text[256];
    int error = read_task(tid, "/syscall", text, sizeof text);
    if (error)
        return error;
    *out_stack = *out_code = 0;
    for (const char *next = text; *next; next++) { /* ... STACK CODE */
        if (next[0] != ' ' || next[1] != '0' || next[2] != 'x')
            continue;
        *out_stack = *out_code;
        *out_code = number_of(next + 3, 16);
    }
    return *out_stack ? 0 : -EAGAIN; /* "running" */
}
