/* SPDX-License-Identifier: MIT
 *
 * rt_spare.c - raw files of runs that have passed on to a pool, for runs to come.
 *
 * To give a file its room, and to give that back, is most of what a short run of a
 * large program takes, on some disks many times as much.  So a raw file whose run is
 * in the pool waits beside it under one of a few hidden names.  Who takes it is
 * alone: a name is taken by renaming, and the kernel grants a lease only where
 * nobody has the file mapped any more, whether the process that it was of or one
 * born of that by a raw clone.  It is then made zeros, head first, by which a
 * reader knows that the run it reads has ended.
 */
#include "rt_pool.h"

#include <errno.h>
#include <string.h>

#define MOST_SPARES 4

/* Where the file is mapped that was taken last: what the run before touched has its
 * pages there, and so will most of what this one touches. */
static struct {
    uintptr_t at;
    uint64_t size; /* 0: nowhere */
} cleared;

/* The hidden name DIR/.POOL.I; returns its end, NULL: it is too long. */
static char *spare_name(unsigned i, char out[RT_PATH_SIZE])
{
    if (!rt_env_pool_name(rt.pid, out))
        return NULL;
    size_t length = strlen(out);
    if (length + 32 > RT_PATH_SIZE)
        return NULL;
    char *base = strrchr(out, '/') + 1;
    memmove(base + 1, base, strlen(base) + 1);
    base[0] = '.';
    out[length + 1] = '.';
    return rt_decimal(out + length + 2, i);
}

/* In the spare's first page, behind the head: the bytes that most runs will take. */
static uint64_t *need_of(void *head)
{
    return (uint64_t *)((char *)head + OS_PAGE) - 1;
}

int rt_spare_give(const char *path, uint64_t need)
{
    char name[RT_PATH_SIZE];
    struct os_file_id id;
    *need_of(rt.file.head) = need;
    for (unsigned i = 0; i < MOST_SPARES && spare_name(i, name); i++)
        if (os_path_id(name, &id) == -ENOENT)
            return os_rename(path, name);
    return os_unlink(path);
}

static bool is_unused(const char *path)
{
    int fd = os_open(path);
    bool unused = fd >= 0 && !os_nobody_writes(fd);
    if (fd >= 0)
        os_close(fd);
    return unused;
}

void rt_spare_forget(void)
{
    if (cleared.size)
        os_unmap(cleared.at, cleared.size);
    cleared.size = 0;
}

int rt_spare_map(uintptr_t to, size_t size, int fd, uint64_t offset)
{
    uintptr_t from = cleared.at + offset;
    if (offset + size > cleared.size)
        return 0;
    if (offset)
        os_unmap(cleared.at, offset);
    cleared.at = from;
    cleared.size -= offset;
    int error = os_move(from, size, to);
    if (error)
        error = os_map(OS_REPLACE, to, size, fd, offset, NULL);
    else {
        cleared.at += size;
        cleared.size -= size;
    }
    rt_spare_forget();
    return error;
}

/* Make it zeros, but touch only what is not.  What other threads had is cut off, or
 * all runs to come would look at it; last, so that who reads it finds the head
 * changed. */
static int clear(int fd)
{
    const uint64_t most = (uint64_t)1 << 30;
    uint64_t whole, size;
    void *at;
    int error = os_size(fd, &whole);
    if (!error && (!whole || whole > most || whole % OS_PAGE))
        error = -EINVAL;
    if (!error)
        error = os_map(OS_ANYWHERE, 0, whole, fd, 0, &at);
    if (error)
        return error;
    size = *need_of(at);
    if (!size || size > whole || size % OS_PAGE)
        size = whole;
    for (char *page = at; page < (char *)at + size; page += OS_PAGE) {
        const uint64_t *word = (const void *)page;
        size_t n = OS_PAGE / sizeof *word;
        if (edgeprof_skip_zeros(word, 0, n) < n)
            memset(page, 0, OS_PAGE);
    }
    rt_spare_forget();
    cleared.at = (uintptr_t)at;
    cleared.size = size;
    if (size == whole)
        return 0;
    os_unmap((uintptr_t)at + size, whole - size);
    return os_truncate(fd, size);
}

int rt_spare_take(char temporary[RT_PATH_SIZE])
{
    char name[RT_PATH_SIZE];
    for (unsigned i = 0; i < MOST_SPARES; i++) {
        char *end = spare_name(i, temporary);
        if (!end)
            return -ENOENT;
        memcpy(name, temporary, (size_t)(end - temporary) + 1);
        *end++ = '.';
        rt_decimal(end, (unsigned long)os_tid());
        if (os_rename(name, temporary))
            continue;
        int fd = is_unused(temporary) ? os_open_shared(temporary) : -EBUSY;
        if (fd == -EBUSY)
            os_rename(temporary, name);
        else if (fd < 0 || clear(fd)) {
            rt_spare_forget();
            os_unlink(temporary);
        } else
            return fd;
        if (fd >= 0)
            os_close(fd);
    }
    return -ENOENT;
}
