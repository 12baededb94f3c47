/* SPDX-License-Identifier: MIT */
#include "run_timers.h"

#include "base/input.h"
#include "format/counts.h"
#include "run_folder.h"
#include "run_samples.h"
#include "run_sum.h"
#include "tool/say.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP_MS   1000
#define MOST_TEXT (64 << 20)

/* A file as it was mapped, and its number in the sampling. */
struct known {
    uint64_t inode;
    char *path;
    uint32_t object;
};

struct timers {
    struct ep_counts counts; /* samples alone */
    struct ep_sampling *own; /* in it */
    struct known *known;
    size_t n_known;
    size_t capacity;
    char folder[PATH_MAX]; /* of the processes' files */
    char file[PATH_MAX];   /* what they add up to */
    char wish[PATH_MAX + 32];
    int all;     /* bool: those of processes that run, too */
    int changed; /* bool: since it was written */
    long long next_ms;
};

/* ---- what is where ------------------------------------------------------- */

struct mapped {
    uint64_t start, end, offset, inode;
    const char *path; /* "": none */
    size_t path_size;
};

/* The line of the kernel's text at AT, of which code is told, into OUT; the next line. */
static const char *read_line(const char *at, struct mapped *out)
{
    const char *end = strchr(at, '\n');
    char rights[8] = "";
    int skipped = 0;

    *out = (struct mapped){.path = ""};
    if (!end)
        end = at + strlen(at);
    if (sscanf(at, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %" SCNu64 "%n",
               &out->start, &out->end, rights, &out->offset, &out->inode,
               &skipped) == 5 &&
        strchr(rights, 'x')) {
        out->path = at + skipped;
        while (out->path < end && *out->path == ' ')
            out->path++;
        out->path_size = (size_t)(end - out->path);
    } else {
        out->end = out->start = 0;
    }
    return *end ? end + 1 : end;
}

/* What was mapped last where ADDRESS is; whether anything was. */
static int find_mapped(const char *text, uint64_t address, struct mapped *out)
{
    struct mapped line;
    int found = 0;

    while (*text) {
        text = read_line(text, &line);
        if (address >= line.start && address < line.end) {
            *out = line;
            found = 1;
        }
    }
    return found;
}

/* The build-id of the file at OBJECT's path, if it is INODE still, into OBJECT. */
static void read_id(uint64_t inode, struct ep_sampled_object *object)
{
    int fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat now;
    const void *id;
    ssize_t size;
    Elf *elf;

    (void)elf_version(EV_CURRENT);
    elf = fd >= 0 && fstat(fd, &now) == 0 && now.st_ino == inode
              ? elf_begin(fd, ELF_C_READ, NULL)
              : NULL;
    size = elf ? dwelf_elf_gnu_build_id(elf, &id) : 0;
    if (size > 0 && size <= (ssize_t)sizeof object->id) {
        object->id_size = (uint32_t)size;
        memcpy(object->id, id, (size_t)size);
    }
    if (elf)
        (void)elf_end(elf);
    if (fd >= 0)
        (void)close(fd);
}

/* NEW, but for its number, which goes into OUT; its path is kept. */
static int add_object(struct timers *timers, struct known new, uint32_t *out)
{
    struct ep_sampled_object object = {.path = new.path};
    int status;

    if (new.path[0] == '/')
        read_id(new.inode, &object);
    status = ep_sampling_object(timers->own, &object, out);
    if (!status)
        status = EP_GROW(timers->known, timers->n_known, timers->capacity);
    new.object = *out;
    if (!status)
        timers->known[timers->n_known++] = new;
    return status;
}

static int find_object(struct timers *timers, const struct mapped *mapped,
                       uint32_t *out)
{
    char *path;
    int status;

    for (size_t i = 0; i < timers->n_known; i++) {
        const struct known *known = &timers->known[i];

        *out = known->object;
        if (known->inode == mapped->inode &&
            strlen(known->path) == mapped->path_size &&
            memcmp(known->path, mapped->path, mapped->path_size) == 0)
            return EP_OK;
    }
    path = mapped->path_size ? ep_mem_dup(mapped->path, mapped->path_size)
                             : ep_mem_dup("[anonymous]", 11);
    if (!path)
        return EP_ENOMEM;
    status = add_object(timers, (struct known){mapped->inode, path, 0}, out);
    if (status)
        ep_mem_free(path);
    return status;
}

/* ---- a process's file ---------------------------------------------------- */

static int add_slot(struct timers *timers, const char *text,
                    const struct edgeprof_time *slot)
{
    struct ep_sample sample = {.count = slot->count};
    struct mapped mapped = {.path = "[unknown]", .path_size = 9};
    int found = find_mapped(text, slot->address, &mapped);
    int status = find_object(timers, &mapped, &sample.object);

    if (found && mapped.path[0] == '/')
        sample.offset = slot->address - mapped.start + mapped.offset;
    return status ? status : ep_sampling_add(timers->own, &sample);
}

static int add_times(struct timers *timers, const struct edgeprof_times *times,
                     const char *text)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < EDGEPROF_TIMES_SLOTS; i++)
        if (times->slots[i].address && times->slots[i].count)
            status = add_slot(timers, text, &times->slots[i]);
    timers->own->lost = edgeprof_add(timers->own->lost, times->lost);
    timers->own->runs += times->stopped == 0;
    timers->changed = 1;
    return status;
}

static int is_valid(const struct timers *timers,
                    const struct edgeprof_times *times)
{
    return memcmp(times->magic, EDGEPROF_MAGIC, sizeof times->magic) == 0 &&
           times->kind == EDGEPROF_KIND_TIMES &&
           times->version == EDGEPROF_FILE_VERSION &&
           times->period == timers->own->period &&
           times->text_size <= MOST_TEXT;
}

/* Add what is in FD, if it is whole. */
static int read_times(struct timers *timers, int fd)
{
    struct edgeprof_times *times = ep_mem_zeroed(1, sizeof *times);
    char *text = NULL;
    int status = times ? EP_OK : EP_ENOMEM;

    if (!status &&
        pread(fd, times, sizeof *times, 0) == (ssize_t)sizeof *times &&
        is_valid(timers, times)) {
        text = ep_mem_zeroed((size_t)times->text_size + 1, 1);
        status = text ? EP_OK : EP_ENOMEM;
        if (text && pread(fd, text, (size_t)times->text_size, sizeof *times) ==
                        (ssize_t)times->text_size)
            status = add_times(timers, times, text);
    }
    ep_mem_free(times);
    ep_mem_free(text);
    return status;
}

/* Processes have the files of their numbers. */
static int gather_one(void *context, const char *path, const char *name)
{
    struct timers *timers = context;
    pid_t pid = (pid_t)strtol(name, NULL, 10);
    char file[PATH_MAX];
    int fd, status;

    if (!timers->all && (kill(pid, 0) == 0 || errno != ESRCH))
        return EP_OK;
    if (folder_join(path, name, file, NULL))
        return EP_OK;
    fd = open(file, O_RDONLY | O_CLOEXEC);
    status = fd < 0 ? EP_OK : read_times(timers, fd);
    if (fd >= 0)
        (void)close(fd);
    (void)unlink(file);
    return status;
}

static void gather(struct timers *timers)
{
    struct ep_diag diag = {{0}};
    int status = folder_each(timers->folder, gather_one, timers, &diag);

    if (!status && timers->changed)
        status = ep_counts_write(&timers->counts, timers->file, &diag);
    if (status)
        say_warning("--time: %s; times are too low", ep_words(&diag, status));
    timers->changed = 0;
}

/* ---- the whole ----------------------------------------------------------- */

static void release(struct timers *timers)
{
    ep_counts_release(&timers->counts);
    for (size_t i = 0; i < timers->n_known; i++)
        ep_mem_free(timers->known[i].path);
    ep_mem_free(timers->known);
    ep_mem_free(timers);
}

static int prepare(struct timers *timers, unsigned hz, const char *path,
                   struct ep_diag *diag)
{
    struct ep_sampling like = {.event = EP_SAMPLING_CLOCK,
                               .flags = EP_SAMPLING_OWN};
    int status = folder_join(path, FOLDER_TIMES, timers->folder, diag);

    like.period = samples_period(hz < TIMERS_HZ ? hz : TIMERS_HZ);
    if (!status)
        status = folder_join(path, FOLDER_TIMES_SUM, timers->file, diag);
    if (status)
        return status;
    if (mkdir(timers->folder, 0700))
        return ep_fail(diag, EP_EIO, "%s: %s", timers->folder, strerror(errno));
    (void)snprintf(timers->wish, sizeof timers->wish, "%" PRIu64 ":%s",
                   like.period, timers->folder);
    timers->own = ep_samplings_own(&timers->counts.samplings, &like);
    timers->next_ms = now_ms() + STEP_MS;
    return timers->own ? EP_OK : EP_ENOMEM;
}

struct timers *timers_start(unsigned hz, const char *path)
{
    struct timers *timers = ep_mem_zeroed(1, sizeof *timers);
    struct ep_diag diag = {{0}};
    int status = timers ? prepare(timers, hz, path, &diag) : EP_ENOMEM;

    if (!status)
        return timers;
    say_warning("--time: %s; there will be no times", ep_words(&diag, status));
    if (timers)
        release(timers);
    return NULL;
}

const char *timers_wish(const struct timers *timers)
{
    return timers->wish;
}

void timers_step(struct timers *timers)
{
    if (!timers || now_ms() < timers->next_ms)
        return;
    gather(timers);
    timers->next_ms = now_ms() + STEP_MS;
}

void timers_stop(struct timers *timers)
{
    if (!timers)
        return;
    timers->all = 1;
    gather(timers);
    release(timers);
}
