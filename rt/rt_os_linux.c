/* SPDX-License-Identifier: MIT
 *
 * rt_os_linux.c - rt_os.h for Linux, by system calls of our own; what /proc says is in
 * rt_proc_linux.c, os_handler in rt_handler_linux.c.
 */
#define _GNU_SOURCE
#include "rt_arch.h"
#include "rt_os.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mman.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static long call4(long number, long a, long b, long c, long d)
{
    return arch_call(number, a, b, c, d, 0, 0);
}

/* ---- memory ---------------------------------------------------------------
 */

static long map(uintptr_t at, size_t size, int flags, int fd, uint64_t offset)
{
    return arch_call(SYS_mmap, (long)at, (long)size, PROT_READ | PROT_WRITE,
                     flags, fd, (long)offset);
}

static bool failed(long result)
{
    return result < 0 && result > -4096;
}

int os_map(enum os_place place, uintptr_t at, size_t size, int fd,
           uint64_t offset, void **out)
{
    int flags = MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0);
    if (place == OS_IF_FREE)
        flags |= MAP_FIXED_NOREPLACE;
    if (place == OS_REPLACE)
        flags |= MAP_FIXED;
    long got = map(place == OS_ANYWHERE ? 0 : at, size, flags, fd,
                   fd < 0 ? 0 : offset);
    if (failed(got))
        return (int)got;
    /* Before Linux 4.17 MAP_FIXED_NOREPLACE is unknown, the address a hint. */
    if (place != OS_ANYWHERE && (uintptr_t)got != at) {
        os_unmap((uintptr_t)got, size);
        return -EEXIST;
    }
    /* A touched page's neighbours are not read with it: few are. */
    if (fd >= 0 && size > OS_PAGE)
        call4(SYS_madvise, got, (long)size, MADV_RANDOM, 0);
    if (out)
        *out = (void *)got;
    return 0;
}

void *os_memory(size_t size)
{
    long got = map(0, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return failed(got) ? NULL : (void *)got;
}

void os_unmap(uintptr_t at, size_t size)
{
    if (size)
        call4(SYS_munmap, (long)at, (long)size, 0, 0);
}

int os_move(uintptr_t from, size_t size, uintptr_t to)
{
    long got = arch_call(SYS_mremap, (long)from, (long)size, (long)size,
                         MREMAP_MAYMOVE | MREMAP_FIXED, (long)to, 0);
    return failed(got) ? (int)got : 0;
}

int os_mirror(uintptr_t from, size_t size, uintptr_t to)
{
    int error = os_map(OS_IF_FREE, to, size, -1, 0, NULL);
    if (error)
        return error;
    /* Of a shared mapping, an old size of 0 makes a second one. */
    long got = arch_call(SYS_mremap, (long)from, 0, (long)size,
                         MREMAP_MAYMOVE | MREMAP_FIXED, (long)to, 0);
    if (failed(got))
        os_unmap(to, size);
    return failed(got) ? (int)got : 0;
}

void os_touched(uintptr_t at, size_t pages, unsigned char *out)
{
    if (call4(SYS_mincore, (long)at, (long)(pages * OS_PAGE), (long)out, 0))
        memset(out, 1, pages);
}

int os_protect(uintptr_t at, size_t size, enum os_access access)
{
    static const int bits[] = {PROT_READ, PROT_READ | PROT_WRITE,
                               PROT_READ | PROT_EXEC,
                               PROT_READ | PROT_WRITE | PROT_EXEC};
    return (int)call4(SYS_mprotect, (long)at, (long)size, bits[access], 0);
}

static uint64_t limit_of(int resource)
{
    struct rlimit64 limit = {RLIM64_INFINITY, RLIM64_INFINITY};
    call4(SYS_prlimit64, 0, resource, 0, (long)&limit);
    return limit.rlim_cur;
}

uintptr_t os_room_above(uintptr_t top)
{
    uintptr_t stack = os_page_down(getauxval(AT_RANDOM));
    if (stack <= top)
        return 0;
    uintptr_t gap = stack - top;
    uint64_t need = limit_of(RLIMIT_STACK);
    uintptr_t least = (uintptr_t)8 << 20;
    if (need < least)
        need = least;
    if (need > gap / 2)
        need = gap / 2;
    uintptr_t guard = (uintptr_t)2
                      << 20; /* the kernel's own, 1 MiB, and more */
    return gap - need > guard ? gap - need - guard : 0;
}

/* ---- files ----------------------------------------------------------------
 */

static int open_at(const char *path, int flags)
{
    return (int)call4(SYS_openat, AT_FDCWD, (long)path,
                      flags | O_CLOEXEC | O_NOCTTY, 0644);
}

int os_create(const char *path)
{
    return open_at(path, O_RDWR | O_CREAT | O_EXCL);
}

int os_open(const char *path)
{
    return open_at(path, O_RDONLY);
}

int os_open_log(const char *path)
{
    return open_at(path, O_WRONLY | O_CREAT | O_APPEND);
}

int os_reopen(const char *path, const struct os_file_id *id)
{
    struct os_file_id found = {0};
    int fd = open_at(path, O_RDWR | O_NOFOLLOW);
    if (fd < 0)
        return fd;
    int error = os_file_id(fd, &found);
    if (!error && found.device == id->device && found.inode == id->inode)
        return fd;
    os_close(fd);
    return error ? error : -ESTALE;
}

void os_close(int fd)
{
    call4(SYS_close, fd, 0, 0, 0);
}

int os_file_id(int fd, struct os_file_id *out)
{
    struct stat st = {0};
    int error = (int)call4(SYS_fstat, fd, (long)&st, 0, 0);
    if (error)
        return error;
    out->device = st.st_dev;
    out->inode = st.st_ino;
    return 0;
}

static int fill_with_zeros(int fd, uint64_t from, uint64_t to)
{
    static const char zeros[OS_PAGE];
    int error = 0;
    for (; !error && from < to; from += sizeof zeros)
        error = os_write(fd, zeros, sizeof zeros, from);
    return error;
}

int os_reserve(int fd, uint64_t from, uint64_t to)
{
    /* Beyond the limit the kernel would send SIGXFSZ. */
    if (limit_of(RLIMIT_FSIZE) < to)
        return -EFBIG;
    int error = (int)call4(SYS_fallocate, fd, 0, (long)from, (long)(to - from));
    if (error == -EOPNOTSUPP || error == -ENOSYS)
        error = fill_with_zeros(fd, from, to);
    return error;
}

uint64_t os_room(int fd)
{
    struct stat st;
    bool known = !call4(SYS_fstat, fd, (long)&st, 0, 0) &&
                 (uint64_t)st.st_blocks * 512 >= (uint64_t)st.st_size;
    return known ? (uint64_t)st.st_size : 0;
}

int os_write(int fd, const void *data, size_t size, uint64_t offset)
{
    const char *at = data;
    if (limit_of(RLIMIT_FSIZE) < offset + size)
        return -EFBIG;
    while (size) {
        long n = call4(SYS_pwrite64, fd, (long)at, (long)size, (long)offset);
        if (n == -EINTR)
            continue;
        if (n <= 0)
            return n ? (int)n : -EIO;
        at += n;
        size -= (size_t)n;
        offset += (uint64_t)n;
    }
    return 0;
}

int os_append(int fd, const void *data, size_t size)
{
    struct stat st = {0};
    uint64_t limit = limit_of(RLIMIT_FSIZE);
    if (limit != RLIM64_INFINITY && !call4(SYS_fstat, fd, (long)&st, 0, 0) &&
        S_ISREG(st.st_mode) && (uint64_t)st.st_size + size > limit)
        return -EFBIG; /* and not SIGXFSZ */
    long n = call4(SYS_write, fd, (long)data, (long)size, 0);
    return n < 0 ? (int)n : 0;
}

long os_read(int fd, void *data, size_t size, uint64_t offset)
{
    size_t done = 0;
    while (done < size) {
        long n = call4(SYS_pread64, fd, (long)data + (long)done,
                       (long)(size - done), (long)(offset + done));
        if (n == -EINTR)
            continue;
        if (n < 0)
            return n;
        if (!n)
            break;
        done += (size_t)n;
    }
    return (long)done;
}

int os_make_private(int fd)
{
    return (int)call4(SYS_fchmod, fd, 0600, 0, 0);
}

int os_rename(const char *from, const char *to)
{
    return (int)call4(SYS_rename, (long)from, (long)to, 0, 0);
}

int os_unlink(const char *path)
{
    return (int)call4(SYS_unlink, (long)path, 0, 0, 0);
}

int os_make_directory(const char *path)
{
    return (int)call4(SYS_mkdir, (long)path, 0755, 0, 0);
}

bool os_executable(const char *path)
{
    return !call4(SYS_faccessat, AT_FDCWD, (long)path, X_OK, 0);
}

/* ---- processes and threads ------------------------------------------------
 */

int os_pid(void)
{
    return (int)call4(SYS_getpid, 0, 0, 0, 0);
}

int os_tid(void)
{
    return (int)call4(SYS_gettid, 0, 0, 0, 0);
}

bool os_thread_gone(int tid)
{
    return call4(SYS_tgkill, os_pid(), tid, 0, 0) == -ESRCH;
}

uint64_t os_thread_time(int tid)
{
    const int clock = (int)(~(unsigned)tid << 3 | 6); /* of one thread */
    struct timespec time = {0};
    call4(SYS_clock_gettime, clock, (long)&time, 0, 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t os_clock(void)
{
    struct timespec time = {0};
    /* The C library's needs no system call, which a filter might kill for. */
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void os_sleep(unsigned microseconds)
{
    const struct timespec time = {.tv_nsec = (long)microseconds * 1000};
    call4(SYS_nanosleep, (long)&time, 0, 0, 0);
}

void os_block_signals(uint64_t *old)
{
    /* But for the C library's own: setgid waits until every thread has taken
     * its signal. */
    const uint64_t cancel = (uint64_t)1 << (32 - 1), setxid = cancel << 1;
    const uint64_t all = ~(cancel | setxid);
    call4(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)old, sizeof *old);
}

void os_restore_signals(const uint64_t *old)
{
    call4(SYS_rt_sigprocmask, SIG_SETMASK, (long)old, 0, sizeof *old);
}

void os_say(const char *text, size_t size)
{
    const uint64_t ours = (uint64_t)1 << (SIGPIPE - 1) | (uint64_t)1
                                                             << (SIGTTOU - 1);
    const struct timespec no_time = {0, 0};
    uint64_t mask;
    call4(SYS_rt_sigprocmask, SIG_BLOCK, (long)&ours, (long)&mask, sizeof ours);
    if (os_append(2, text, size))
        call4(SYS_rt_sigtimedwait, (long)&ours, 0, (long)&no_time, sizeof ours);
    os_restore_signals(&mask);
}

_Noreturn void os_stop(int status)
{
    for (;;)
        call4(SYS_exit_group, status, 0, 0, 0);
}

/* ---- names ----------------------------------------------------------------
 */

static long ended(char *out, size_t size, long length)
{
    if (length < 0)
        return length;
    if ((size_t)length >= size)
        return -ENAMETOOLONG;
    out[length] = 0;
    return length;
}

long os_directory(char *out, size_t size)
{
    long n = call4(SYS_getcwd, (long)out, (long)size, 0, 0);
    /* "(unreachable)..." is what the kernel says outside a chroot. */
    if (n > 0 && out[0] != '/')
        return -ENOENT;
    return n > 0 ? n - 1 : n;
}

/* Whether the program runs by `ld.so PROGRAM`, and /proc/self/exe is ld.so. */
static bool loader_was_run(void)
{
#ifdef EDGEPROF_RT_ARCHIVE
    return false; /* there is none */
#else
    return !getauxval(AT_BASE);
#endif
}

/* The path that the program was executed by; ld.so, if it was given the
 * program's name, has put that there. */
static long executed(char *out, size_t size)
{
    const char *path = (const char *)getauxval(AT_EXECFN);
    size_t at = 0;
    if (!path || !*path)
        return -ENOENT;
    if (*path != '/') {
        long length = os_directory(out, size - 1);
        if (length < 0)
            return length;
        at = length > 1 ? (size_t)length : 0;
        out[at++] = '/';
    }
    if (path[0] == '.' && path[1] == '/')
        path += 2;
    size_t length = strlen(path);
    if (length >= size - at)
        return -ENAMETOOLONG;
    memcpy(out + at, path, length + 1);
    return (long)(at + length);
}

long os_program(char *out, size_t size)
{
    long length = -ENOENT;
    if (!loader_was_run())
        length = ended(out, size,
                       call4(SYS_readlink, (long)"/proc/self/exe", (long)out,
                             (long)size, 0));
    return length < 0 ? executed(out, size) : length;
}

long os_host(char *out, size_t size)
{
    struct utsname name;
    long error = call4(SYS_uname, (long)&name, 0, 0, 0);
    if (error)
        return error;
    size_t length = strnlen(name.nodename, sizeof name.nodename);
    if (length >= size)
        return -ENAMETOOLONG;
    memcpy(out, name.nodename, length);
    return ended(out, size, (long)length);
}
