/* SPDX-License-Identifier: MIT
 *
 * rt_write.c - the run file: all counts summed, packed, written by a temporary
 * name.
 *
 * Everything a run of this file needs is in one mapping of its own, so that it
 * can run in a signal handler and in several threads at once.
 */
#define _GNU_SOURCE
#include "rt.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

/* Packing is for small files of small numbers: little memory to touch. */
#define WINDOW_BITS  12
#define MEMORY_LEVEL 4
#define ARENA_SIZE   65536
#define LEVEL        3  /* of 9: the last that does not look twice */
#define LEB_MOST     10 /* bytes of a number */

struct writer {
    const char *path;
    int fd; /* of the temporary file, or -1: nothing written yet */
    char temporary[RT_PATH_SIZE];
    int error;      /* 0, or the first -errno */
    bool measuring; /* count the bytes in `measured`, write nothing */
    size_t measured;
    bool final;
    uint64_t packed, plain; /* bytes so far */
    uint32_t crc;
    z_stream z;
    size_t n_in, arena_used;
    unsigned char in[4096];
    struct { /* head, and the stream or the latest piece of it */
        struct edgeprof_run_head head;
        unsigned char out[16384];
    } image;
    _Alignas(16) unsigned char arena[ARENA_SIZE];
};

static void *take(void *opaque, unsigned n, unsigned size)
{
    struct writer *w = opaque;
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

static int open_temporary(struct writer *w)
{
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
static size_t take_piece(struct writer *w)
{
    size_t n = sizeof w->image.out - w->z.avail_out;
    w->crc = (uint32_t)crc32(w->crc, w->image.out, (unsigned)n);
    w->packed += n;
    w->z.next_out = w->image.out;
    w->z.avail_out = sizeof w->image.out;
    return n;
}

/* Write a piece that is not the last. */
static void flush_out(struct writer *w)
{
    uint64_t at = sizeof w->image.head + w->packed;
    size_t n = take_piece(w);
    if (!w->error && w->fd < 0) {
        w->fd = open_temporary(w);
        w->error = w->fd < 0 ? w->fd : 0;
    }
    if (!w->error)
        w->error = os_write(w->fd, w->image.out, n, at);
}

static void pack(struct writer *w, int how)
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

static void put(void *to, const void *data, size_t size)
{
    struct writer *w = to;
    const unsigned char *at = data;
    if (w->measuring) {
        w->measured += size;
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

/* What a run file mostly consists of, hence not by way of `put`. */
static void put_number(void *to, uint64_t value)
{
    struct writer *w = to;
    if (sizeof w->in - w->n_in < LEB_MOST)
        pack(w, Z_NO_FLUSH);
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

/* ---- records --------------------------------------------------------------
 */

struct body {
    const struct rt_module *module;
    const uint64_t *counts;
    const uint8_t *used;
    uint32_t flags;
};

/* Write a record, whose size stands before its body: measured first. */
static void put_record(struct writer *w, enum edgeprof_record_type type,
                       void (*put_body)(struct writer *, const struct body *),
                       const struct body *body)
{
    w->measuring = true;
    w->measured = 0;
    put_body(w, body);
    w->measuring = false;
    put_number(w, type);
    put_number(w, w->measured);
    put_body(w, body);
}

static void put_runs(struct writer *w, const struct body *body)
{
    const struct edgeprof_sink sink = {put_number, put, w};
    edgeprof_put_runs(&sink, 1, body->flags,
                      body->flags & EDGEPROF_RUN_CUT ? 1 : 0);
}

static void put_label(struct writer *w, const struct body *body)
{
    const struct edgeprof_sink sink = {put_number, put, w};
    const char *label = rt.file.head->label;
    (void)body;
    edgeprof_put_label(&sink, 1, label, strnlen(label, EDGEPROF_LABEL_MAX));
}

static void put_module(struct writer *w, const struct body *body)
{
    const struct edgeprof_raw_module *raw = &body->module->raw;
    const struct edgeprof_sink sink = {put_number, put, w};
    const struct edgeprof_module_record record = {.id_kind = raw->id_kind,
                                                  .id_size = raw->id_size,
                                                  .id = raw->id,
                                                  .path = raw->path,
                                                  .path_size =
                                                      strlen(raw->path),
                                                  .n_counters = raw->n_counters,
                                                  .counts = body->counts,
                                                  .used = body->used};
    edgeprof_put_module(&sink, &record);
}

/* ---- sums -----------------------------------------------------------------
 */

/* The sum of a module's counts, and which stretches of it are not all 0: a large
 * program runs little of its code, and what is not touched costs no page. */
struct sum {
    uint64_t *counts;
    uint8_t *used;
};

static bool add_all(struct sum *sum, const uint64_t *counts, size_t n)
{
    for (size_t i = 0; counts && i < n; i++)
        if (counts[i]) {
            sum->counts[i] = edgeprof_add(sum->counts[i], counts[i]);
            sum->used[i / EDGEPROF_STRETCH] = 1;
        }
    return counts != NULL;
}

/* Whether there is anything to say of MODULE; its counts are in SUM. */
static bool sum_module(const struct rt_module *module, bool final,
                       struct sum *sum)
{
    size_t n = module->raw.n_counters;
    bool any = false;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        any |= add_all(sum, rt_region_counts(r, module), n);
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        if (p->module == module)
            any |= add_all(sum, p->counts, n);
    if (rt.in_sections && rt_section_there(module, final))
        any |= add_all(sum, module->start, n);
    return any;
}

static void put_sum(struct writer *w, const struct rt_module *module)
{
    size_t n = module->raw.n_counters;
    size_t size = n * sizeof(uint64_t) + n / EDGEPROF_STRETCH + 1;
    struct sum sum = {.counts = os_memory(size)};
    if (!sum.counts) {
        w->error = -ENOMEM;
        return;
    }
    sum.used = (uint8_t *)(sum.counts + n);
    const struct body body = {
        .module = module, .counts = sum.counts, .used = sum.used};
    if (sum_module(module, w->final, &sum))
        put_record(w, EDGEPROF_RECORD_MODULE, put_module, &body);
    os_unmap((uintptr_t)sum.counts, os_page_up(size));
}

/* Whether threads may have lost counts to each other: in the sections, or being
 * threads of which we never heard (where an interceptor in the program itself
 * stands before the C library). */
static bool shares_counters(void)
{
    const uint32_t unsafe = EDGEPROF_MODULE_PRIVATE | EDGEPROF_MODULE_SHARED;
    uint32_t modes = 0;
    if (rt.sees_threads || rt.all_atomic)
        return rt.made_thread && rt.lossy_sections;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        modes |= m->flags;
    return !libc_one_thread() && modes & unsafe;
}

uint32_t rt_run_flags(bool final)
{
    uint32_t flags = rt.flags;
    if (!final || rt.abandoned || rt_frames_left())
        flags |= EDGEPROF_RUN_CUT;
    if (shares_counters())
        flags |= EDGEPROF_RUN_SHARED;
    return flags | (rt.file.head->flags & EDGEPROF_RUN_CLONE);
}

static void put_run(struct writer *w)
{
    const struct body body = {.flags = rt_run_flags(w->final)};
    put_record(w, EDGEPROF_RECORD_RUNS, put_runs, &body);
    if (rt.file.head->label[0])
        put_record(w, EDGEPROF_RECORD_LABEL, put_label, &body);
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (m->raw.n_counters)
            put_sum(w, m);
}

/* ---- the file -------------------------------------------------------------
 */

static void make_head(struct writer *w)
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
static bool write_in_place(struct writer *w, size_t n)
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

static void write_and_rename(struct writer *w, size_t n, uint64_t at)
{
    if (w->fd < 0) {
        w->fd = open_temporary(w);
        w->error =
            w->fd < 0 ? w->fd
                      : os_write(w->fd, &w->image, sizeof w->image.head + n, 0);
    } else if (!w->error) {
        w->error = os_write(w->fd, w->image.out, n, at);
        if (!w->error)
            w->error = os_write(w->fd, &w->image.head, sizeof w->image.head, 0);
    }
    if (w->fd < 0)
        return;
    os_close(w->fd);
    if (!w->error)
        w->error = os_rename(w->temporary, w->path);
    if (w->error)
        os_unlink(w->temporary);
}

static void write_all(struct writer *w)
{
    put_run(w);
    pack(w, Z_FINISH);
    uint64_t at = sizeof w->image.head + w->packed;
    size_t n = take_piece(w);
    make_head(w);
    if (w->error && w->fd < 0)
        return;
    if (w->fd >= 0 || !write_in_place(w, n))
        write_and_rename(w, n, at);
}

int rt_write_run(const char *path, bool final)
{
    struct writer *w = os_memory(sizeof *w);
    if (!w)
        return ENOMEM;
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
        write_all(w);
    else
        w->error = -ENOMEM;
    int error = -w->error;
    os_unmap((uintptr_t)w, os_page_up(sizeof *w));
    return error;
}
