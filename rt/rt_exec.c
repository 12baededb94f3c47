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
 * Nothing may count between the packing and exec.  So a process with other
 * threads, or with a signal handler that may run then, leaves its raw file.  A
 * static program does: its C library calls its own exec.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_divert.h"
#include "rt_part.h"

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

/* Pack the counts before PATH is executed (NULL: who knows which).  False: the
 * raw file stays. */
static bool pack(const char *path)
{
    uint64_t mask;
    int saved = errno;
    if (rt.mode != RT_ON)
        return false;
    rt_fork_check();
    /* A vfork's child is not the process of the file. */
    if (os_pid() != rt.pid || !rt.file.present ||
        (path && !os_executable(path)))
        return false;
    rt_lock(&mask);
    bool packed = counts_in_one_region() && !os_may_handle(mask) &&
                  !rt_write_run(rt.file.path, false);
    rt_unlock(&mask);
    errno = saved;
    return packed;
}

/* The program goes on after all. */
static void unpack(bool packed)
{
    uint64_t mask;
    char temporary[RT_PATH_SIZE];
    if (!packed)
        return;
    int saved = errno;
    rt_lock(&mask);
    int fd = rt_file_recreate(temporary);
    bool done =
        fd >= 0 && rt_region_refile(rt_region_here(), fd) && rt_part_refile(fd);
    if (done) {
        rt_file_publish();
        done = !os_rename(temporary, rt.file.path);
    }
    if (!done) { /* the end will be written, unless it is a sudden one */
        rt_log("cannot make again", rt.file.path, 0);
        rt.file.present = false;
        if (fd >= 0)
            os_unlink(temporary);
    }
    rt_file_close(fd);
    rt_unlock(&mask);
    errno = saved;
}

int rt_execve(const char *path, char *const argv[], char *const envp[])
{
    bool packed = pack(path);
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
    bool packed = pack(strchr(file, '/') ? file : NULL);
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
    bool packed = pack(NULL);
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
