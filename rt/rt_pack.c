/* SPDX-License-Identifier: MIT
 *
 * rt_pack.c - the run file's stream, and how it takes the file's name.
 *
 * Everything a run of this file needs is in one mapping of its own, so that it
 * can run in a signal handler and in several threads at once.
 */
#define _GNU_SOURCE
#include "rt_pack.h"
#include "rt_pool.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

/* Packing is for small files of small numbers: little memory to touch. */
#define WINDOW_BITS  12
#define MEMORY_LEVEL 4
#define ARENA_SIZE   65536
#define LEVEL        3  /* of 9: the last that does not look twice */
#define LEB_MOST     10 /* bytes of a number */

struct rt_packer {
    const char *path; /* NULL: it becomes an entry of the pool */
    int fd; /* of the temporary file or the pool, or -1: nothing written yet */
    uint64_t base; /* where in it */
    char temporary[RT_PATH_SIZE];
    int error;      /* 0, or the first -errno */
    bool measuring; /* count the bytes in `measured`, write nothing */
    size_t measured;
    bool holding, overfull; /* a record stays in `in`; has not had room there */
    bool final;
    uint64_t packed, plain; /* bytes so far */
    uint32_t crc;
    z_stream z;
    size_t n_in, arena_used;
    unsigned char in[16384]; /* the records of most short runs */
    struct { /* head, and the stream or the latest piece of it */
        struct edgeprof_run_head head;
        unsigned char out[16384];
    } image;
    _Alignas(16) unsigned char arena[ARENA_SIZE];
};

static void *take(void *opaque, unsigned n, unsigned size)
{
    struct rt_packer *w = opaque;
    size_t bytes = ((size_t)n * size + 15) & ~(size_t)15;
    if (bytes > ARENA_SIZE - w->arena_used)
        return NULL;
    void *result = w->arena + w->arena_used;
    w->arena_used += bytes;
    return result;
}

static void give(void *opaque, void *address)
{
    (void)opaque;
    (void)address;
}

/* ---- the temporary file ---------------------------------------------------
 */

static int open_target(struct rt_packer *w)
{
    if (!w->path)
        return rt_pool_open(&w->base);
    if (!rt_file_temporary(w->path, w->temporary))
        return -ENAMETOOLONG;
    int fd = os_create(w->temporary);
    if (fd == -EEXIST) { /* left by a process that was killed just then */
        os_unlink(w->temporary);
        fd = os_create(w->temporary);
    }
    return fd;
}

/* ---- the packed stream ----------------------------------------------------
 */

/* Take the piece of the stream that is in `image` as done; its bytes. */
static size_t take_piece(struct rt_packer *w)
{
    size_t n = sizeof w->image.out - w->z.avail_out;
    w->crc = (uint32_t)crc32(w->crc, w->image.out, (unsigned)n);
    w->packed += n;
    w->z.next_out = w->image.out;
    w->z.avail_out = sizeof w->image.out;
    return n;
}

/* Write a piece that is not the last. */
static void flush_out(struct rt_packer *w)
{
    uint64_t at = sizeof w->image.head + w->packed;
    size_t n = take_piece(w);
    if (!w->error && w->fd < 0) {
        w->fd = open_target(w);
        w->error = w->fd < 0 ? w->fd : 0;
    }
    if (!w->error)
        w->error = os_write(w->fd, w->image.out, n, w->base + at);
}

static void pack(struct rt_packer *w, int how)
{
    int status;
    w->z.next_in = w->in;
    w->z.avail_in = (unsigned)w->n_in;
    w->plain += w->n_in;
    w->n_in = 0;
    do {
        if (!w->z.avail_out)
            flush_out(w);
        status = deflate(&w->z, how);
    } while (status == Z_OK &&
             (w->z.avail_in || !w->z.avail_out || how == Z_FINISH));
}

void rt_pack_bytes(void *to, const void *data, size_t size)
{
    struct rt_packer *w = to;
    const unsigned char *at = data;
    if (w->measuring) {
        w->measured += size;
        return;
    }
    if (w->holding && size >= sizeof w->in - w->n_in) {
        w->overfull = true;
        return;
    }
    while (size) {
        size_t n = sizeof w->in - w->n_in;
        if (n > size)
            n = size;
        memcpy(w->in + w->n_in, at, n);
        w->n_in += n;
        at += n;
        size -= n;
        if (w->n_in == sizeof w->in)
            pack(w, Z_NO_FLUSH);
    }
}

/* What a run file mostly consists of, hence not by way of bytes. */
void rt_pack_number(void *to, uint64_t value)
{
    struct rt_packer *w = to;
    if (sizeof w->in - w->n_in < LEB_MOST) {
        w->overfull = w->holding;
        if (w->overfull)
            return;
        pack(w, Z_NO_FLUSH);
    }
    unsigned char *at = w->in + w->n_in;
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    size_t end = (size_t)(at - w->in);
    if (w->measuring)
        w->measured += end - w->n_in;
    else
        w->n_in = end;
}

uint64_t rt_pack_size(const struct rt_packer *w)
{
    return w->plain + w->n_in;
}

size_t rt_pack_measure(struct rt_packer *w, void (*put)(void *), void *context)
{
    bool measuring = w->measuring;
    size_t before = w->measured;
    w->measuring = true;
    w->measured = 0;
    put(context);
    size_t size = w->measured;
    w->measuring = measuring;
    w->measured = before;
    return size;
}

bool rt_pack_record(struct rt_packer *w, uint64_t type, void (*put)(void *),
                    void *context)
{
    if (w->n_in > sizeof w->in / 2)
        pack(w, Z_NO_FLUSH);
    size_t before = w->n_in, start = before + (size_t)2 * LEB_MOST;
    w->n_in = start;
    w->holding = true;
    w->overfull = false;
    put(context);
    w->holding = false;
    size_t size = w->n_in - start;
    w->n_in = before;
    if (w->overfull)
        return false;
    rt_pack_number(w, type);
    rt_pack_number(w, size);
    memmove(w->in + w->n_in, w->in + start, size);
    w->n_in += size;
    return true;
}

/* ---- the file -------------------------------------------------------------
 */

static void make_head(struct rt_packer *w)
{
    struct edgeprof_run_head head = {.version = EDGEPROF_FILE_VERSION,
                                     .kind = EDGEPROF_KIND_RUN,
                                     .packed_size = w->packed,
                                     .plain_size = w->plain,
                                     .crc = w->crc};
    memcpy(head.magic, EDGEPROF_MAGIC, sizeof head.magic);
    head.head_crc = (uint32_t)crc32(
        0, (const void *)&head, offsetof(struct edgeprof_run_head, head_crc));
    w->image.head = head;
}

/* A small raw file becomes the run file by one write to its first page, which
 * no signal can cut in two.  That spares programs of short life the making of
 * one file and the removal of another.  (It cannot be cut: a clone's child may
 * still have it mapped, and would get SIGBUS.) */
static bool write_in_place(struct rt_packer *w, size_t n)
{
    const uint64_t most = 65536; /* a larger one had better not stay */
    size_t used = sizeof w->image.head + n;
    if (!w->final || w->path != rt.file.path || !rt.file.present ||
        rt.file.reserved > most || used > EDGEPROF_RAW_PAGE)
        return false;
    int fd = rt_file_open();
    if (fd < 0)
        return false;
    memset(w->image.out + n, 0, EDGEPROF_RAW_PAGE - used);
    int error = os_write(fd, &w->image, EDGEPROF_RAW_PAGE, 0);
    os_close(fd);
    return !error;
}

/* The last piece, of N bytes, which comes AT, and the head. */
static void write_rest(struct rt_packer *w, size_t n, uint64_t at)
{
    if (w->fd < 0) {
        w->fd = open_target(w);
        w->error = w->fd < 0 ? w->fd
                             : os_write(w->fd, &w->image,
                                        sizeof w->image.head + n, w->base);
    } else if (!w->error) {
        w->error = os_write(w->fd, w->image.out, n, w->base + at);
        if (!w->error)
            w->error =
                os_write(w->fd, &w->image.head, sizeof w->image.head, w->base);
    }
}

static void finish(struct rt_packer *w)
{
    if (w->fd < 0)
        return;
    if (!w->path) {
        w->error =
            rt_pool_commit(w->fd, sizeof w->image.head + w->packed, w->error);
        return;
    }
    os_close(w->fd);
    if (!w->error)
        w->error = os_rename(w->temporary, w->path);
    if (w->error)
        os_unlink(w->temporary);
}

struct rt_packer *rt_pack_open(const char *path, bool final)
{
    struct rt_packer *w = os_memory(sizeof *w);
    if (!w)
        return NULL;
    w->path = path;
    w->fd = -1;
    w->final = final;
    w->z.zalloc = take;
    w->z.zfree = give;
    w->z.opaque = w;
    w->z.next_out = w->image.out;
    w->z.avail_out = sizeof w->image.out;
    if (deflateInit2(&w->z, LEVEL, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) == Z_OK)
        return w;
    os_unmap((uintptr_t)w, os_page_up(sizeof *w));
    return NULL;
}

int rt_pack_close(struct rt_packer *w, int error)
{
    if (error)
        w->error = -error;
    pack(w, Z_FINISH);
    uint64_t at = sizeof w->image.head + w->packed;
    size_t n = take_piece(w);
    make_head(w);
    if ((!w->error || w->fd >= 0) && (w->fd >= 0 || !write_in_place(w, n))) {
        write_rest(w, n, at);
        finish(w);
    }
    error = -w->error;
    os_unmap((uintptr_t)w, os_page_up(sizeof *w));
    return error;
}
