/* SPDX-License-Identifier: MIT
 *
 * rt_exec.c - a run file where another program comes.
 *
 * exec would leave the raw file as it is, most of it empty pages.  So the counts
 * are packed before, as at a clean exit, and the run file takes the raw one's
 * name.  The raw file lives on without a name, and where exec fails, its counts
 * move to a new one, which takes the name in its turn.  At each moment the name
 * is that of a whole file.
 *
 * With a pool, the run becomes an entry of it, and where exec fails the entry is
 * withdrawn by the new raw file's coming.  Where it cannot be (the pool was taken
 * away), it stays, and the process counts on from 0.
 *
 * Nothing may count between the packing and exec.  So a process with other
 * threads, or with a signal handler that may run then, leaves its raw file.  A
 * static program does: its C library calls its own exec.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_divert.h"
#include "rt_part.h"
#include "rt_pool.h"
#include "rt_time.h"

#ifndef EDGEPROF_RT_ARCHIVE

#include <alloca.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/* Whether all that counts is one thread, in a region of the raw file. */
static bool counts_in_one_region(void)
{
    const struct rt_region *here = rt_region_here();
    if (!here || !here->in_file || rt.in_sections || rt.parked ||
        rt.made_thread || !(libc_one_thread() || os_threads() == 1))
        return false;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        if (r != here && r->state != RT_STALE)
            return false;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_pending(m))
            return false;
    return true;
}

enum packed { NOT_PACKED, IN_FILE, IN_POOL };

static enum packed pack_one_region(uint64_t mask)
{
    if (!counts_in_one_region() || os_may_handle(mask | rt_time_signals()))
        return NOT_PACKED;
    if (rt_pool_wanted() && !rt_write_run(NULL, false))
        return IN_POOL;
    return rt_write_run(rt.file.path, false) ? NOT_PACKED : IN_FILE;
}

/* Pack the counts before PATH is executed (NULL: who knows which). */
static enum packed pack(const char *path)
{
    uint64_t mask;
    int saved = errno;
    if (rt.mode != RT_ON)
        return NOT_PACKED;
    rt_fork_check();
    /* A vfork's child is not the process of the file. */
    if (os_pid() != rt.pid || !rt.file.present ||
        (path && !os_executable(path)))
        return NOT_PACKED;
    rt_lock(&mask);
    enum packed packed = pack_one_region(mask);
    rt_unlock(&mask);
    errno = saved;
    return packed;
}

/* Have the counts go on in the new file FD. */
static bool refile(int fd)
{
    bool done =
        fd >= 0 && rt_region_refile(rt_region_here(), fd) && rt_part_refile(fd);
    if (done)
        rt_file_publish();
    return done;
}

/* A raw file takes the run's name again.  False: there is none. */
static bool take_back(enum packed packed)
{
    char temporary[RT_PATH_SIZE];
    int fd = rt_file_recreate(temporary);
    bool done = refile(fd);
    if (done)
        done = packed == IN_POOL ? rt_pool_withdraw(temporary)
                                 : !os_rename(temporary, rt.file.path);
    if (!done && fd >= 0)
        os_unlink(temporary);
    rt_file_close(fd);
    return done;
}

/* The entry stays, and another run begins here. */
static bool begin_anew(void)
{
    rt_reset();
    int fd = rt_file_create();
    bool done = refile(fd);
    if (!done && fd >= 0)
        os_unlink(rt.file.path);
    rt_file_close(fd);
    return done;
}

/* The program goes on after all. */
static void unpack(enum packed packed)
{
    uint64_t mask;
    if (packed == NOT_PACKED)
        return;
    int saved = errno;
    rt_lock(&mask);
    if (!take_back(packed) && (packed == IN_FILE || !begin_anew())) {
        /* the end will be written, unless it is a sudden one */
        rt_log("cannot make again", rt.file.path, 0);
        rt.file.present = false;
        rt.file.claimed = packed == IN_FILE;
    }
    rt_unlock(&mask);
    errno = saved;
}

int rt_execve(const char *path, char *const argv[], char *const envp[])
{
    enum packed packed = pack(path);
    int result = execve(path, argv, envp);
    unpack(packed);
    return result;
}

int rt_execv(const char *path, char *const argv[])
{
    return rt_execve(path, argv, environ);
}

/* One that is looked for in PATH. */
int rt_execvpe(const char *file, char *const argv[], char *const envp[])
{
    enum packed packed = pack(strchr(file, '/') ? file : NULL);
    int result = execvpe(file, argv, envp);
    unpack(packed);
    return result;
}

int rt_execvp(const char *file, char *const argv[])
{
    return rt_execvpe(file, argv, environ);
}

int rt_fexecve(int fd, char *const argv[], char *const envp[])
{
    enum packed packed = pack(NULL);
    int result = fexecve(fd, argv, envp);
    unpack(packed);
    return result;
}

/* ---- arguments one by one ------------------------------------------------- */

/* Pointers from ARGUMENT on, the NULL included. */
static size_t count(const char *argument, va_list rest)
{
    size_t n = 1;
    for (; argument; argument = va_arg(rest, const char *))
        n++;
    return n;
}

/* OUT: those pointers.  Returns OUT. */
static char **collect(char **out, const char *argument, va_list rest)
{
    for (char **at = out;; argument = va_arg(rest, const char *)) {
        memcpy(at++, &argument, sizeof argument); /* without its const */
        if (!argument)
            return out;
    }
}

/* On the stack: a vfork's child and a signal handler may call us. */
#define COLLECT(argv, rest, argument)                        \
    va_start(rest, argument);                                \
    (argv) = alloca(count(argument, rest) * sizeof *(argv)); \
    va_end(rest);                                            \
    va_start(rest, argument);                                \
    collect(argv, argument, rest)

int rt_execl(const char *path, const char *argument, ...)
{
    va_list rest;
    char **argv;
    COLLECT(argv, rest, argument);
    va_end(rest);
    return rt_execve(path, argv, environ);
}

int rt_execle(const char *path, const char *argument, ...)
{
    va_list rest;
    char **argv;
    COLLECT(argv, rest, argument);
    char *const *envp = argument ? va_arg(rest, char *const *) : environ;
    va_end(rest);
    return rt_execve(path, argv, envp);
}

int rt_execlp(const char *file, const char *argument, ...)
{
    va_list rest;
    char **argv;
    COLLECT(argv, rest, argument);
    va_end(rest);
    return rt_execvpe(file, argv, environ);
}

#endif
