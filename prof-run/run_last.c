/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* process_vm_readv */
#include "run_last.h"

#include "base/mem.h"
#include "run_proc.h"
#include "run_snapshot.h"

#include <edgeprof/abi.h>

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <unistd.h>

#define MOST_STACK ((uint64_t)8 << 20) /* bytes of a thread's that are kept */
#define RED_ZONE   128u                /* bytes below the stack pointer */
#define PAGE       EDGEPROF_RAW_PAGE

struct last {
    pid_t process;
    int fd;         /* of its raw file */
    uint64_t end;   /* of the chunks there */
    size_t threads; /* that are to come */
    size_t come;
    struct ep_buf maps;
    struct ep_buf stacks; /* STACK chunks */
};

/* ---- what the kernel says ------------------------------------------------- */

/* Whether THREAD has ended already, and waits for others. */
static int is_gone(pid_t thread)
{
    struct proc_status status;

    return proc_read_status(thread, &status) || status.state == 'Z' ||
           status.state == 'X';
}

static size_t count_threads(pid_t process)
{
    char path[64];
    const struct dirent *entry;
    DIR *threads;
    size_t n = 0;

    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    threads = opendir(path);
    while (threads && (entry = readdir(threads)) != NULL)
        n += entry->d_name[0] != '.' &&
             !is_gone((pid_t)strtol(entry->d_name, NULL, 10));
    if (threads)
        (void)closedir(threads);
    return n;
}

/* ---- the raw file --------------------------------------------------------- */

/* Where another chunk goes in the raw file FD; 0: it is none of the process OWN, or has
 * stacks already. */
static uint64_t find_end(int fd, uint32_t own)
{
    struct edgeprof_raw_head head;
    struct edgeprof_raw_chunk chunk;
    uint64_t at = PAGE;

    if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        memcmp(head.magic, EDGEPROF_MAGIC, sizeof head.magic) != 0 ||
        head.kind != EDGEPROF_KIND_RAW || head.pid != own)
        return 0;
    while (pread(fd, &chunk, sizeof chunk, (off_t)at) ==
               (ssize_t)sizeof chunk &&
           chunk.type != EDGEPROF_CHUNK_NONE) {
        if (chunk.type == EDGEPROF_CHUNK_MAPS || chunk.size == 0 ||
            chunk.size % PAGE || chunk.size > INT64_MAX - at)
            return 0;
        at += chunk.size;
    }
    return at;
}

/* Append the chunk of SIZE bytes AT to LAST's file; its type, which makes it one, comes
 * last.  0 or -1. */
static int append(struct last *last, const void *at, size_t size)
{
    const char *bytes = at;
    const struct edgeprof_raw_chunk *chunk = at;
    size_t type = sizeof chunk->type;

    if (ftruncate(last->fd, (off_t)(last->end + chunk->size)) ||
        pwrite(last->fd, bytes + type, size - type,
               (off_t)(last->end + type)) != (ssize_t)(size - type) ||
        pwrite(last->fd, bytes, type, (off_t)last->end) != (ssize_t)type)
        return -1;
    last->end += chunk->size;
    return 0;
}

static uint64_t page_up(uint64_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

static void write_maps(struct last *last)
{
    size_t size = last->maps.size - 1; /* without its zero */
    struct edgeprof_raw_maps head = {.chunk = {EDGEPROF_CHUNK_MAPS, 0, 0},
                                     .threads = (uint32_t)last->threads,
                                     .text_size = size};
    struct ep_buf chunk = {0};

    head.chunk.size = page_up(sizeof head + size);
    ep_buf_add(&chunk, &head, sizeof head);
    ep_buf_add(&chunk, last->maps.data, size);
    if (!chunk.failed)
        (void)append(last, chunk.data, chunk.size);
    ep_buf_release(&chunk);
}

/* All of LAST, or nothing that could be taken for that. */
static void write_all(struct last *last)
{
    size_t at = 0;

    /* As a core file, what was on the stack is not everybody's to read. */
    if (last->stacks.failed || fchmod(last->fd, 0600))
        return;
    write_maps(last);
    while (at < last->stacks.size) {
        struct edgeprof_raw_stack head;

        memcpy(&head, last->stacks.data + at, sizeof head);
        if (append(last, last->stacks.data + at, sizeof head + head.size))
            return;
        at += sizeof head + head.size;
    }
}

/* ---- one thread ----------------------------------------------------------- */

static int read_registers(pid_t thread, uint64_t out[EDGEPROF_REGISTERS],
                          uint64_t *out_own)
{
    struct user_regs_struct r;
    struct iovec to = {&r, sizeof r};

    if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &to) ||
        to.iov_len != sizeof r)
        return -1;
    const uint64_t as_dwarf[EDGEPROF_REGISTERS] = {
        r.rax, r.rdx, r.rcx, r.rbx, r.rsi, r.rdi, r.rbp, r.rsp, r.r8,
        r.r9,  r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rip};
    memcpy(out, as_dwarf, sizeof as_dwarf);
    *out_own = r.fs_base;
    return 0;
}

/* End of the mapping in the text MAPS that has ADDRESS; ADDRESS: none has. */
static uint64_t mapping_end(const char *maps, uint64_t address)
{
    while (maps && *maps) {
        char *at;
        uint64_t start = strtoull(maps, &at, 16);
        uint64_t end = *at == '-' ? strtoull(at + 1, &at, 16) : 0;

        if (address >= start && address < end)
            return end;
        maps = strchr(at, '\n');
        maps = maps ? maps + 1 : NULL;
    }
    return address;
}

/* The bytes of THREAD's memory from AT to END into OUT, page by page as long as there are
 * some. */
static size_t read_stack(pid_t thread, uint64_t at, uint64_t end, void *out)
{
    size_t done = 0;

    while (at + done < end) {
        uint64_t left = end - at - done;
        uint64_t page = PAGE - (at + done) % PAGE;
        struct iovec to = {(char *)out + done, left < page ? left : page};
        /* NOLINTNEXTLINE(performance-no-int-to-ptr): of another process */
        struct iovec from = {(void *)(uintptr_t)(at + done), to.iov_len};
        ssize_t n = process_vm_readv(thread, &to, 1, &from, 1, 0);

        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return done;
}

/* A thread's own data lie above its stack, in the same mapping. */
static int take_stack(struct last *last, pid_t thread)
{
    struct edgeprof_raw_stack head = {.chunk = {EDGEPROF_CHUNK_STACK, 0, 0},
                                      .thread = (uint32_t)thread};
    uint64_t own, at, end;
    void *bytes;

    if (read_registers(thread, head.registers, &own))
        return -1;
    at = head.registers[7] - RED_ZONE;
    end = mapping_end(last->maps.data, head.registers[7]);
    if (own > at && own < end)
        end = own;
    if (end - at > MOST_STACK)
        end = at + MOST_STACK;
    bytes = ep_mem_resize(NULL, end - at);
    if (!bytes)
        return -1;
    head.address = at;
    head.size = read_stack(thread, at, end, bytes);
    head.chunk.size = page_up(sizeof head + head.size);
    ep_buf_add(&last->stacks, &head, sizeof head);
    ep_buf_add(&last->stacks, bytes, head.size);
    ep_mem_free(bytes);
    return 0;
}

/* ---- the whole ------------------------------------------------------------ */

static void release(struct last *last)
{
    if (last->fd >= 0)
        (void)close(last->fd);
    ep_buf_release(&last->maps);
    ep_buf_release(&last->stacks);
}

/* THREAD is the first of its PROCESS, which knows itself as OWN.  0 or -1. */
static int begin(pid_t thread, pid_t process, uint32_t own, struct last *out)
{
    char name[32], path[PATH_MAX];

    *out = (struct last){.process = process, .fd = -1};
    (void)snprintf(name, sizeof name, "%d", (int)thread);
    if (snapshot_find_file(name, path, NULL))
        return -1;
    out->fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    out->end = out->fd < 0 ? 0 : find_end(out->fd, own);
    if (!out->end || proc_read(thread, "maps", &out->maps)) {
        release(out);
        return -1;
    }
    out->threads = count_threads(process);
    return 0;
}

static struct last *find(const struct lasts *lasts, pid_t process)
{
    for (size_t i = 0; i < lasts->n; i++)
        if (lasts->items[i].process == process)
            return &lasts->items[i];
    return NULL;
}

void lasts_add(struct lasts *lasts, pid_t thread)
{
    struct proc_status status;
    struct last *last;

    if (proc_read_status(thread, &status) || status.process <= 0 ||
        status.own <= 0)
        return;
    last = find(lasts, status.process);
    if (!last) {
        struct last new;

        if (begin(thread, status.process, (uint32_t)status.own, &new))
            return;
        if (EP_GROW(lasts->items, lasts->n, lasts->capacity)) {
            release(&new);
            return;
        }
        last = &lasts->items[lasts->n++];
        *last = new;
    }
    if (take_stack(last, thread) || ++last->come < last->threads)
        return;
    write_all(last);
    lasts_forget(lasts, status.process);
}

void lasts_forget(struct lasts *lasts, pid_t pid)
{
    struct last *last = find(lasts, pid);

    if (!last)
        return;
    release(last);
    *last = lasts->items[--lasts->n];
}
