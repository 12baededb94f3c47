/* SPDX-License-Identifier: MIT
 *
 * rt_file.c - the raw file: made at start, grown by chunks (abi.h).
 *
 * No descriptor stays open: programs close them all, count them, or need the
 * low ones.  To grow, the file is opened again by its path, and checked to be
 * the same one.  Its head is written last, so that a file is valid or nothing.
 */
#define _GNU_SOURCE
#include "rt.h"
#include "rt_pool.h"
#include "rt_ring.h"

#include <errno.h>
#include <string.h>

/* ---- creating -------------------------------------------------------------
 */

/* Those that the pattern names; the starting directory is not ours to make. */
void rt_file_make_directories(char *path)
{
    char *at = path + rt_env_start_length() + 1;
    while ((at = strchr(at, '/'))) {
        *at = 0;
        os_make_directory(path);
        *at++ = '/';
    }
}

/* Create PATH, of the file SPARE, now TEMPORARY, if there is one. */
static int create(const char *path, int *spare, const char *temporary)
{
    int fd = *spare;
    if (fd < 0)
        return os_create(path);
    int error = os_rename_new(temporary, path);
    if (error == -EEXIST || error == -ENOENT)
        return error;
    *spare = -1;
    if (!error)
        return fd;
    os_close(fd);
    os_unlink(temporary);
    rt_spare_forget();
    return os_create(path);
}

/* Create the file under the first free name: PATH, PATH.1, PATH.2 ... */
static int create_free_name(struct rt_file *file, int pid)
{
    char temporary[RT_PATH_SIZE];
    if (!rt_env_file_name(pid, file->path))
        return -ENAMETOOLONG;
    size_t length = strlen(file->path);
    if (length > RT_PATH_SIZE - 16)
        return -ENAMETOOLONG;
    bool made = false;
    int spare = rt_spare_take(temporary);
    if (rt_env_names_process())
        file->suffix = 0; /* else a child goes on from its parent's number */
    for (;; file->suffix++) {
        if (file->suffix) {
            file->path[length] = '.';
            rt_decimal(file->path + length + 1, file->suffix);
        }
        int fd = create(file->path, &spare, temporary);
        if (fd == -ENOENT && !made) {
            rt_file_make_directories(file->path);
            made = true;
            fd = create(file->path, &spare, temporary);
        }
        if (fd != -EEXIST)
            return fd;
    }
}

static int set_up(struct rt_file *file, int fd, uint64_t bytes, void **head)
{
    uint64_t there = os_room(fd); /* of one that had another run */
    int error = os_file_id(fd, &file->id);
    if (!error && there < bytes)
        error = os_reserve(fd, there, bytes);
    /* Over the old head in a fork's child, whose parent has that mapped. */
    if (!error)
        error = os_map(*head ? OS_REPLACE : OS_ANYWHERE, (uintptr_t)*head,
                       EDGEPROF_RAW_PAGE, fd, 0, head);
    return error;
}

static struct edgeprof_raw_head plain_head;

static uint64_t bytes_needed(void)
{
    uint64_t bytes = EDGEPROF_RAW_PAGE;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_in_place(m))
            bytes +=
                EDGEPROF_RAW_PAGE + (rt.by_delta ? rt_file_counts_size(m) : 0);
    return bytes;
}

/* Make the empty file FD, which is PATH, that of all modules.  Returns FD, or
 * -1, having said why; there is no file then. */
static int furnish(int fd, const char *path)
{
    struct rt_file *file = &rt.file;
    void *head = file->present ? file->head : NULL;
    char label[EDGEPROF_LABEL_MAX] = "";
    if (file->head)
        memcpy(label, file->head->label, sizeof label - 1);
    file->used = EDGEPROF_RAW_PAGE;
    file->n_modules = 0;
    file->reserved = bytes_needed();
    int error = fd < 0 ? fd : set_up(file, fd, file->reserved, &head);
    if (error) {
        rt_log("cannot make the file", path, error);
        rt_spare_forget();
        if (fd >= 0)
            os_unlink(path);
        rt_file_close(fd);
        fd = -1;
    }
    file->present = fd >= 0;
    file->head = fd < 0 ? &plain_head : head;
    file->head->flags = rt.flags;
    memcpy(file->head->label, label, sizeof label);
    memcpy(file->head->ticket, file->ticket, sizeof file->ticket);
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_in_place(m))
            rt_file_add_module(fd, m);
    if (rt.in_sections)
        rt_use_sections();
    return fd;
}

/* Another run begins. */
static void make_ticket(void)
{
    const uint64_t own[] = {os_clock(), (uint64_t)rt.pid};
    uint8_t bytes[sizeof own];
    memcpy(bytes, own, sizeof own);
    os_random(rt.file.ticket); /* the same in a fork's child */
    for (size_t i = 0; i < sizeof own; i++)
        rt.file.ticket[i] ^= bytes[i];
}

int rt_file_create(void)
{
    make_ticket();
    int made = create_free_name(&rt.file, rt.pid);
    int fd = furnish(made, rt.file.path);
    rt.file.claimed = fd >= 0;
    return fd;
}

bool rt_file_temporary(const char *path, char out[RT_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t directory = slash ? (size_t)(slash - path) + 1 : 0;
    size_t length = strlen(path);
    if (length + 24 > RT_PATH_SIZE)
        return false;
    memcpy(out, path, directory);
    out[directory] = '.';
    memcpy(out + directory + 1, path + directory, length - directory);
    out[length + 1] = '.';
    rt_decimal(out + length + 2, (unsigned long)os_tid());
    return true;
}

int rt_file_recreate(char temporary[RT_PATH_SIZE])
{
    if (!rt_file_temporary(rt.file.path, temporary))
        return -1;
    os_unlink(temporary); /* left by a process that was killed just then */
    return furnish(os_create(temporary), temporary);
}

int rt_file_claim(void)
{
    if (rt.file.claimed)
        return 0;
    int fd = create_free_name(&rt.file, rt.pid);
    if (fd < 0)
        return fd;
    rt_spare_forget();
    os_close(fd);
    rt.file.claimed = true;
    return 0;
}

void rt_file_publish(void)
{
    struct edgeprof_raw_head *head = rt.file.head;
    rt_spare_forget();
    head->version = EDGEPROF_FILE_VERSION;
    head->kind = EDGEPROF_KIND_RAW;
    head->size = EDGEPROF_RAW_PAGE;
    head->pid = (uint32_t)rt.pid;
    atomic_signal_fence(memory_order_seq_cst);
    memcpy(head->magic, EDGEPROF_MAGIC, sizeof head->magic);
}

void rt_file_set_label(const char *text)
{
    char *label = rt.file.head->label;
    if (rt.file.head->kind == EDGEPROF_KIND_RUN)
        return; /* too late: the run's last word is written */
    size_t length = strnlen(text, EDGEPROF_LABEL_MAX - 1);
    memset(label + length, 0, EDGEPROF_LABEL_MAX - length);
    memcpy(label, text, length);
}

/* ---- growing --------------------------------------------------------------
 */

int rt_file_open(void)
{
    if (!rt.file.present)
        return -1;
    int fd = os_reopen(rt.file.path, &rt.file.id);
    if (fd < 0)
        rt_log("cannot open again", rt.file.path, fd);
    return fd < 0 ? -1 : fd;
}

void rt_file_close(int fd)
{
    if (fd >= 0)
        os_close(fd);
}

bool rt_file_reserve(int fd, uint64_t bytes)
{
    struct rt_file *file = &rt.file;
    uint64_t need = file->used + bytes;
    if (need <= file->reserved)
        return true;
    int error = os_reserve(fd, file->reserved, need);
    if (error)
        rt_log("no room in", file->path, error);
    else
        file->reserved = need;
    return !error;
}

/* Write a chunk's head, its type last once the file is valid, and take its
 * room. */
static void add_chunk(int fd, const struct edgeprof_raw_chunk *chunk,
                      size_t size)
{
    struct rt_file *file = &rt.file;
    const char *data = (const char *)chunk;
    size_t last = file->head->magic[0] ? sizeof chunk->type : 0;
    int error = os_write(fd, data + last, size - last, file->used + last);
    if (!error && last)
        error = os_write(fd, data, last, file->used);
    if (error) { /* the chunks after this one cannot be found any more */
        rt_log("cannot write", file->path, error);
        rt_flag_raw(EDGEPROF_RUN_LOST);
    }
    file->used += chunk->size;
}

void rt_file_add_module(int fd, struct rt_module *module)
{
    struct edgeprof_raw_module *raw = &module->raw;
    raw->chunk.type = EDGEPROF_CHUNK_MODULE;
    raw->chunk.size = EDGEPROF_RAW_PAGE;
    module->index = UINT32_MAX;
    if (fd < 0 || !rt_file_reserve(fd, raw->chunk.size))
        return;
    module->index = rt.file.n_modules++;
    module->chunk = rt.file.used;
    add_chunk(fd, &raw->chunk,
              raw->ring ? sizeof *raw
                        : offsetof(struct edgeprof_raw_module, path) +
                              strlen(raw->path));
}

void rt_file_set_ring(int fd, const struct rt_module *module)
{
    if (fd >= 0 && module->index != UINT32_MAX)
        (void)os_write(fd, &module->raw.ring, sizeof module->raw.ring,
                       module->chunk +
                           offsetof(struct edgeprof_raw_module, ring));
}

struct edgeprof_raw_ring *rt_file_add_ring(int fd, struct edgeprof_raw_ring *at)
{
    const size_t size = sizeof *at;
    const struct edgeprof_raw_chunk chunk = {EDGEPROF_CHUNK_RING, 0, size};
    void *place = at;
    if (fd < 0 || !rt_file_reserve(fd, size) ||
        os_map(at ? OS_REPLACE : OS_ANYWHERE, (uintptr_t)at, size + OS_PAGE, fd,
               rt.file.used, &place) ||
        os_map(OS_REPLACE, (uintptr_t)place + size, OS_PAGE, fd,
               rt.file.used + offsetof(struct edgeprof_raw_ring, slots), NULL))
        return NULL;
    add_chunk(fd, &chunk, sizeof chunk);
    return place;
}

/* The chunk's head takes the space before the first counter, if there is room
 * in that page, or a page of its own. */
uint64_t rt_file_counts_lead(const struct rt_module *module)
{
    uintptr_t within = (uintptr_t)module->start & (OS_PAGE - 1);
    return within >= sizeof(struct edgeprof_raw_counts) ? 0 : OS_PAGE;
}

uint64_t rt_file_counts_size(const struct rt_module *module)
{
    return rt_file_counts_lead(module) + rt_mirror_size(module);
}

void rt_file_add_counts(int fd, struct rt_module *module,
                        const struct rt_region *region)
{
    uintptr_t within = (uintptr_t)module->start & (OS_PAGE - 1);
    const struct edgeprof_raw_counts counts = {
        .chunk = {EDGEPROF_CHUNK_COUNTS, 0, rt_file_counts_size(module)},
        .module = module->index,
        .offset = rt_file_counts_lead(module) + within,
        .n_counters = module->raw.n_counters};
    module->filed_by = region;
    module->filed_at = rt.file.used + counts.offset;
    add_chunk(fd, &counts.chunk, sizeof counts);
}

uint64_t rt_file_of_one_thread(void)
{
    uint64_t region = 0, others = 0;
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (rt_module_mirrored(m) && m->index != UINT32_MAX)
            region += rt_file_counts_size(m);
    for (struct rt_region *r = rt.regions; r; r = r->next)
        if (r->in_file && r->next)
            others += region;
    return others < rt.file.used ? rt.file.used - others : 0;
}

void *rt_file_add_log(int fd, size_t size)
{
    const struct edgeprof_raw_chunk chunk = {EDGEPROF_CHUNK_PARTS, 0, size};
    void *at = NULL;
    if (rt_file_reserve(fd, size) &&
        !os_map(OS_ANYWHERE, 0, size, fd, rt.file.used, &at))
        add_chunk(fd, &chunk, sizeof chunk);
    return at;
}

/* What lies from AT on is read by the kernel, so that it may be any memory. */
bool rt_file_add_bytes(int fd, struct edgeprof_raw_chunk *chunk,
                       size_t head_size, const void *at, size_t size)
{
    chunk->size = os_page_up(head_size + size);
    if (!rt_file_reserve(fd, chunk->size) ||
        (at && os_write(fd, at, size, rt.file.used + head_size)))
        return false;
    add_chunk(fd, chunk, head_size);
    return true;
}
