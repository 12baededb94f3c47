/* SPDX-License-Identifier: MIT
 *
 * rt_pool.c - %m: runs of one program are added to a file that they share.
 *
 * Until its end a run counts into a raw file of its own.  Then its run file is
 * written behind those that the pool has, and the raw file is removed; both under
 * a lock, which the kernel gives back whatever ends the process.  An entry counts
 * only once the raw file that it names is gone (abi.h).  So that removal, one step
 * of the kernel's, is what passes the run on: whoever is killed when, it counts
 * once.  Wherever something fails, the run keeps a file of its own.
 */
#include "rt_pool.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <zlib.h>

static char path[RT_PATH_SIZE];

/* The entry that was begun last, and the pool that it is in. */
static struct {
    struct os_file_id pool;
    uint64_t at;
    struct edgeprof_pool_entry head;
} last;

bool rt_pool_wanted(void)
{
    return (rt.file.present || !rt.file.claimed) &&
           rt_env_pool_name(rt.pid, path);
}

const char *rt_pool_path(void)
{
    return path;
}

/* ---- the lock ------------------------------------------------------------- */

/* A process that was stopped may have it: nobody waits for that one long. */
static int lock(int fd)
{
    const uint64_t most = 10000000000; /* nanoseconds */
    uint64_t begin = 0;
    unsigned pause = 20; /* microseconds */
    int error;
    while ((error = os_lock(fd)) == -EAGAIN || error == -EACCES) {
        uint64_t now = os_clock();
        if (!begin)
            begin = now;
        if (now - begin > most)
            return -ETIMEDOUT;
        os_sleep(pause);
        pause = pause < 1000 ? pause * 2 : pause;
    }
    return error;
}

/* Open and lock what has the name.  Returns a descriptor or -errno. */
static int open_locked(struct os_file_id *out)
{
    for (bool made = false;;) {
        struct os_file_id there = {0};
        int fd = os_open_shared(path);
        if (fd == -ENOENT && !made) {
            rt_file_make_directories(path);
            made = true;
            continue;
        }
        if (fd < 0)
            return fd;
        int error = lock(fd);
        if (!error)
            error = os_file_id(fd, out);
        if (!error)
            error = os_path_id(path, &there);
        if (!error && out->device == there.device && out->inode == there.inode)
            return fd;
        os_close(fd);
        if (error && error != -ENOENT)
            return error;
    }
}

/* ---- the head ------------------------------------------------------------- */

static uint32_t checksum(const struct edgeprof_pool_head *head)
{
    return (uint32_t)crc32(0, (const void *)head,
                           offsetof(struct edgeprof_pool_head, crc));
}

static int write_head(int fd, uint64_t size)
{
    struct edgeprof_pool_head head = {.version = EDGEPROF_FILE_VERSION,
                                      .kind = EDGEPROF_KIND_POOL,
                                      .size = size};
    memcpy(head.magic, EDGEPROF_MAGIC, sizeof head.magic);
    head.crc = checksum(&head);
    return os_write(fd, &head, sizeof head, 0);
}

/* Bytes that are taken; a pool without any is new. */
static int read_size(int fd, uint64_t *out)
{
    struct edgeprof_pool_head head;
    uint64_t there;
    int error = os_size(fd, &there);
    if (error)
        return error;
    *out = sizeof head;
    if (!there)
        return 0;
    if (os_read(fd, &head, sizeof head, 0) != sizeof head ||
        memcmp(head.magic, EDGEPROF_MAGIC, sizeof head.magic) != 0 ||
        head.version != EDGEPROF_FILE_VERSION ||
        head.kind != EDGEPROF_KIND_POOL || head.crc != checksum(&head) ||
        head.size < sizeof head || head.size > there)
        return -EBADMSG;
    *out = head.size;
    return 0;
}

/* ---- adding --------------------------------------------------------------- */

/* The raw file's path, as the entry has it. */
static const char *raw_name(void)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    if (!rt.file.present)
        return "";
    return strncmp(path, rt.file.path, folder) ? rt.file.path
                                               : rt.file.path + folder;
}

int rt_pool_open(uint64_t *out_base)
{
    int fd = rt_env_pool_name(rt.pid, path) ? open_locked(&last.pool)
                                            : -ENAMETOOLONG;
    int error = fd < 0 ? fd : read_size(fd, &last.at);
    if (error) {
        rt_log("cannot add to", path, error);
        if (fd >= 0)
            os_close(fd);
        return error;
    }
    last.head =
        (struct edgeprof_pool_entry){.name_size = (uint32_t)strlen(raw_name())};
    memcpy(last.head.ticket, rt.file.ticket, sizeof last.head.ticket);
    *out_base = last.at + sizeof last.head + last.head.name_size;
    return fd;
}

static int write_withdrawn(int fd)
{
    const uint32_t yes = 1;
    return os_write(fd, &yes, sizeof yes,
                    last.at + offsetof(struct edgeprof_pool_entry, withdrawn));
}

/* Write the entry's head, and the pool's, which makes it one. */
static int make_entry(int fd)
{
    char start[sizeof last.head + RT_PATH_SIZE];
    size_t n = sizeof last.head + last.head.name_size;
    memcpy(start, &last.head, sizeof last.head);
    memcpy(start + sizeof last.head, raw_name(), last.head.name_size);
    int error = os_write(fd, start, n, last.at);
    return error ? error : write_head(fd, last.at + last.head.size);
}

/* Where the disk is full, the run's own file needs the room. */
static void leave_out(int fd)
{
    bool is_first = last.at == sizeof(struct edgeprof_pool_head);
    (void)os_truncate(fd, is_first ? 0 : last.at);
}

int rt_pool_commit(int fd, uint64_t size, int error)
{
    last.head.size = sizeof last.head + last.head.name_size + size;
    if (!error)
        error = make_entry(fd);
    if (error) {
        leave_out(fd);
    } else if (rt.file.present) {
        error = rt_spare_give(rt.file.path, rt_file_of_one_thread());
        if (error == -ENOENT)
            error = 0;
        else if (error)
            (void)write_withdrawn(fd);
    }
    os_close(fd);
    if (error)
        rt_log("cannot add to", path, error);
    return error;
}

/* ---- taking it back ------------------------------------------------------- */

/* The pool, locked, if it has the entry still; or -errno. */
static int open_again(void)
{
    struct os_file_id pool = {0};
    struct edgeprof_pool_entry head;
    int fd = open_locked(&pool);
    if (fd < 0)
        return fd;
    if (pool.device == last.pool.device && pool.inode == last.pool.inode &&
        os_read(fd, &head, sizeof head, last.at) == sizeof head &&
        memcmp(&head, &last.head, sizeof head) == 0)
        return fd;
    os_close(fd);
    return -ESTALE;
}

bool rt_pool_withdraw(const char *temporary)
{
    int fd = open_again();
    int error = fd < 0 ? fd : os_rename_new(temporary, rt.file.path);
    if (!error)
        (void)write_withdrawn(fd); /* the raw file is there: it is anyway */
    if (fd >= 0)
        os_close(fd);
    return !error;
}
