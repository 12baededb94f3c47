/* SPDX-License-Identifier: MIT
 *
 * rt_shared_linux.c - rt_os.h for Linux: files that several processes write.
 */
#define _GNU_SOURCE
#include "rt_arch.h"
#include "rt_os.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

static int call4(long number, long a, long b, long c, long d)
{
    return (int)arch_call(number, a, b, c, d, 0, 0);
}

int os_open_shared(const char *path)
{
    return call4(SYS_openat, AT_FDCWD, (long)path,
                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC |
                     O_NOCTTY,
                 0644);
}

/* The process's, and not the descriptor's, which a fork's child would have too,
 * and keep the lock. */
int os_lock(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return call4(SYS_fcntl, fd, F_SETLK, (long)&whole, 0);
}

bool os_is_locked(const char *path)
{
    int fd = os_open(path);
    if (fd < 0)
        return false;
    int error = call4(SYS_flock, fd, LOCK_SH | LOCK_NB, 0, 0);
    os_close(fd);
    return error == -EWOULDBLOCK;
}

/* A lease is granted then.  Only who opens it for writing in this moment would
 * have the kernel send a signal. */
int os_nobody_writes(int fd)
{
    int error = call4(SYS_fcntl, fd, F_SETLEASE, F_RDLCK, 0);
    return error ? error : call4(SYS_fcntl, fd, F_SETLEASE, F_UNLCK, 0);
}

int os_path_id(const char *path, struct os_file_id *out)
{
    struct stat st = {0};
    int error = call4(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st,
                      AT_SYMLINK_NOFOLLOW);
    out->device = st.st_dev;
    out->inode = st.st_ino;
    return error;
}

int os_size(int fd, uint64_t *out)
{
    struct stat st = {0};
    int error = call4(SYS_fstat, fd, (long)&st, 0, 0);
    *out = (uint64_t)st.st_size;
    return error || S_ISREG(st.st_mode) ? error : -EINVAL;
}

int os_rename_new(const char *from, const char *to)
{
    int error = (int)arch_call(SYS_renameat2, AT_FDCWD, (long)from, AT_FDCWD,
                               (long)to, RENAME_NOREPLACE, 0);
    if (!error || error == -EEXIST || error == -ENOENT)
        return error;
    /* It is not for every file system, nor kernel. */
    error = (int)arch_call(SYS_linkat, AT_FDCWD, (long)from, AT_FDCWD, (long)to,
                           0, 0);
    return error ? error : os_unlink(from);
}

bool os_knows_holes(int fd)
{
    struct statfs system = {0};
    return !call4(SYS_fstatfs, fd, (long)&system, 0, 0) &&
           system.f_type == TMPFS_MAGIC;
}

int64_t os_next_data(int fd, uint64_t offset)
{
    return arch_call(SYS_lseek, fd, (long)offset, SEEK_DATA, 0, 0, 0);
}

int64_t os_next_hole(int fd, uint64_t offset)
{
    return arch_call(SYS_lseek, fd, (long)offset, SEEK_HOLE, 0, 0, 0);
}

int os_truncate(int fd, uint64_t size)
{
    return call4(SYS_ftruncate, fd, (long)size, 0, 0);
}

void os_random(unsigned char out[16])
{
    const void *bytes = (const void *)getauxval(AT_RANDOM);
    memset(out, 0, 16);
    if (bytes)
        memcpy(out, bytes, 16);
}
