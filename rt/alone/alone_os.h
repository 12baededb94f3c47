/* SPDX-License-Identifier: MIT
 *
 * alone_os.h - the kernel of x86-64, without a C library.
 *
 * Each function returns what the kernel does: a negative number is an error.
 */
#ifndef EDGEPROF_ALONE_OS_H
#define EDGEPROF_ALONE_OS_H

#include <edgeprof/call_x86_64.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ALONE_PAGE = 4096 };

/* Errors. */
enum { ALONE_NO_ENTRY = -2, ALONE_NO_PROCESS = -3, ALONE_EXISTS = -17 };

enum alone_call {
    CALL_OPEN = 2,
    CALL_CLOSE = 3,
    CALL_FSTAT = 5,
    CALL_MMAP = 9,
    CALL_MUNMAP = 11,
    CALL_RT_SIGACTION = 13,
    CALL_RT_SIGPROCMASK = 14,
    CALL_PWRITE = 18,
    CALL_ACCESS = 21,
    CALL_MADVISE = 28,
    CALL_GETPID = 39,
    CALL_FORK = 57,
    CALL_EXECVE = 59,
    CALL_UNAME = 63,
    CALL_FTRUNCATE = 77,
    CALL_GETCWD = 79,
    CALL_RENAME = 82,
    CALL_MKDIR = 83,
    CALL_UNLINK = 87,
    CALL_READLINK = 89,
    CALL_ARCH_PRCTL = 158,
    CALL_GETTID = 186,
    CALL_TGKILL = 234,
    CALL_FALLOCATE = 285,
    CALL_EXIT_GROUP = 231,
    CALL_EXECVEAT = 322,
    CALL_CLONE3 = 435
};

static inline long alone_call3(long number, long a, long b, long c)
{
    return edgeprof_call(number, a, b, c, 0, 0, 0);
}

/* SIZE bytes at OFFSET of FILE, or of no file if that is -1; at PLACE, whatever is
 * there, if they are to REPLACE it, else near it, if there is room.  NULL: it cannot
 * be. */
static inline void *alone_map_near(const void *place, bool replace,
                                   uint64_t size, int file, uint64_t offset)
{
    enum { READ_WRITE = 3, SHARED = 1, PRIVATE = 2, FIXED = 16, NO_FILE = 32 };
    long flags =
        (replace ? FIXED : 0) | (file < 0 ? PRIVATE | NO_FILE : SHARED);
    long at = edgeprof_call(CALL_MMAP, (long)place, (long)size, READ_WRITE,
                            flags, file, (long)offset);
    return at < 0 && at > -ALONE_PAGE ? NULL : (void *)at;
}

/* The same; anywhere where PLACE is NULL. */
static inline void *alone_map(const void *place, uint64_t size, int file,
                              uint64_t offset)
{
    return alone_map_near(place, place, size, file, offset);
}

static inline void alone_unmap(const void *at, uint64_t size)
{
    if (at)
        alone_call3(CALL_MUNMAP, (long)at, (long)size, 0);
}

static inline int alone_pid(void)
{
    return (int)alone_call3(CALL_GETPID, 0, 0, 0);
}

static inline int alone_tid(void)
{
    return (int)alone_call3(CALL_GETTID, 0, 0, 0);
}

/* Block all signals; returns which were. */
static inline uint64_t alone_block(void)
{
    uint64_t all = ~UINT64_C(0), old = 0;
    edgeprof_call(CALL_RT_SIGPROCMASK, 2, (long)&all, (long)&old, sizeof all, 0,
                  0);
    return old;
}

static inline void alone_unblock(uint64_t old)
{
    edgeprof_call(CALL_RT_SIGPROCMASK, 2, (long)&old, 0, sizeof old, 0, 0);
}

#endif
