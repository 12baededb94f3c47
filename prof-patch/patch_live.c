/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_live.h"
#include "patch_jumps.h"
#include "patch_maps.h"
#include "patch_raw.h"
#include "patch_stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* How long a moment is looked for at which the code can be changed, in seconds. */
enum { LONGEST = 10 };

static time_t now(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static void wait_a_little(void)
{
    const struct timespec some = {0, 2000000};

    (void)nanosleep(&some, NULL);
}

/* Stop PROCESS, as soon as that can be done. */
static int stop_at_last(struct process *process, struct ep_diag *diag)
{
    int status = process_stop(process, diag);

    for (time_t end = now() + LONGEST; status == EP_ENONE && now() < end;) {
        wait_a_little();
        status = process_stop(process, diag);
    }
    return status == EP_ENONE ? EP_EMATCH : status;
}

/* ---- calls that the process makes -------------------------------------------- */

/* An instruction that calls the kernel; 0: there is none. */
static uint64_t find_syscall(const struct process *process,
                             const struct maps *maps)
{
    uint8_t page[PAGE];

    for (size_t i = maps->n; i-- > 0;) {
        const struct map *map = &maps->items[i];

        if (!map->executable || map->start >> 63)
            continue;
        for (uint64_t at = map->start; at < map->end; at += PAGE)
            for (unsigned k = 0;
                 process_read(process, at, page, PAGE) && k + 1 < PAGE; k++)
                if (page[k] == 0x0f && page[k + 1] == 0x05)
                    return at + k;
    }
    return 0;
}

struct caller {
    struct process *process;
    uint64_t syscall_at;
    struct ep_diag *diag;
};

#define ARGUMENTS(...) ((const long[6]){__VA_ARGS__})

static int call(const struct caller *caller, const char *what, long number,
                const long arguments[6], long *out)
{
    *out = process_call(caller->process, caller->syscall_at, number, arguments);
    if (*out >= -4095 && *out < 0)
        return ep_fail(caller->diag, EP_EMATCH, "process %d: %s: %s",
                       (int)caller->process->pid, what, strerror((int)-*out));
    return EP_OK;
}

/* ---- bringing ---------------------------------------------------------------- */

static uint64_t text_size(const struct object *object)
{
    return ep_running_text_size(&object->running);
}

/* Room for OBJECT's copies and counters. */
static int map_object(const struct caller *caller, const struct object *object,
                      uint64_t *out_at)
{
    struct maps maps;
    int protection =
        PROT_READ | PROT_EXEC | (object->made.code.once ? PROT_WRITE : 0);
    int status = maps_read(caller->process->pid, caller->diag, &maps);
    /* What is not position-independent may call what is not there, at 0. */
    uint64_t low = object->bias ? object->low : 0;
    long got;

    *out_at =
        status ? 0
               : maps_find_room(&maps, low, object->high, object->running.size);
    maps_release(&maps);
    if (!status && !*out_at)
        status = ep_fail(caller->diag, EP_EMATCH,
                         "process %d: no room for copies near %s",
                         (int)caller->process->pid, object->path);
    if (status)
        return status;
    return call(caller, "no memory for copies", SYS_mmap,
                ARGUMENTS((long)*out_at, (long)object->running.size, protection,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                          0),
                &got);
}

/* The memory of all counters, which PROCESS has as FD and we as ours. */
static int open_counters(struct live *live, const struct caller *caller,
                         long fd)
{
    char path[64];
    struct stat there;
    long got;
    int status = call(caller, "no memory for counters", SYS_ftruncate,
                      ARGUMENTS(fd, (long)live->counters_size), &got);

    if (status)
        return status;
    (void)snprintf(path, sizeof path, "/proc/%d/fd/%ld",
                   (int)caller->process->pid, fd);
    live->counters = open(path, O_RDWR | O_CLOEXEC);
    if (live->counters < 0 || fstat(live->counters, &there))
        return ep_fail(caller->diag, EP_EMATCH, "%s: %s", path,
                       strerror(errno));
    live->inode = there.st_ino;
    return raw_describe(live, caller->process->pid, caller->diag);
}

static int map_counters(struct live *live, const struct caller *caller,
                        const uint64_t *at)
{
    char name[NAME_MAX] = {0};
    long fd, got;
    int status = EP_OK;

    raw_name(live, name);
    if (!process_write(caller->process, at[0], name, sizeof name))
        return ep_fail(caller->diag, EP_EMATCH,
                       "process %d: its code cannot be written",
                       (int)caller->process->pid);
    status = call(caller, "no memory for counters", SYS_memfd_create,
                  ARGUMENTS((long)at[0], MFD_CLOEXEC), &fd);
    if (status)
        return status;
    status = open_counters(live, caller, fd);
    for (size_t i = 0; !status && i < live->n; i++) {
        const struct object *object = &live->objects[i];
        uint64_t text = text_size(object);

        status = call(caller, "no memory for counters", SYS_mmap,
                      ARGUMENTS((long)(at[i] + text),
                                (long)(object->running.size - text),
                                PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                fd, (long)object->first_counter),
                      &got);
    }
    (void)process_call(caller->process, caller->syscall_at, SYS_close,
                       ARGUMENTS(fd));
    return status;
}

static void unmap(const struct live *live, const struct caller *caller,
                  const uint64_t *at)
{
    for (size_t i = 0; i < live->n; i++)
        if (at[i])
            (void)process_call(
                caller->process, caller->syscall_at, SYS_munmap,
                ARGUMENTS((long)at[i], (long)live->objects[i].running.size));
}

/* AT: for each object, where its copies go. */
static int map_all(struct live *live, const struct caller *caller, uint64_t *at)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < live->n; i++) {
        status = map_object(caller, &live->objects[i], &at[i]);
        if (status)
            at[i] = 0;
    }
    if (!status)
        status = map_counters(live, caller, at);
    if (status)
        unmap(live, caller, at);
    return status;
}

int live_bring(struct live *live, struct process *process, struct ep_diag *diag)
{
    struct caller caller = {.process = process, .diag = diag};
    uint64_t *at = ep_mem_zeroed(live->n, sizeof *at);
    struct maps maps = {0};
    int status;

    if (!at)
        return ep_fail(diag, EP_ENOMEM, "out of memory");
    status = stop_at_last(process, diag);
    if (!status) {
        status = maps_read(process->pid, diag, &maps);
        caller.syscall_at = status ? 0 : find_syscall(process, &maps);
        if (!status && !caller.syscall_at)
            status = ep_fail(diag, EP_EMATCH,
                             "process %d: no code that calls the kernel",
                             (int)process->pid);
        if (!status)
            status = map_all(live, &caller, at);
        process_go(process);
    }
    for (size_t i = 0; !status && i < live->n; i++) {
        struct object *object = &live->objects[i];

        if (ep_running_place(&object->running, at[i] - object->bias))
            status = ep_fail(diag, EP_EMATCH, "%s: too large", object->path);
    }
    maps_release(&maps);
    ep_mem_free(at);
    return status;
}

/* ---- the way in -------------------------------------------------------------- */

/* Whether old code may not be changed under who is at ADDRESS of the process. */
static int is_amid(const void *context, uint64_t address)
{
    const struct live *live = context;

    for (size_t i = 0; i < live->n; i++) {
        const struct object *object = &live->objects[i];
        uint64_t at = address - object->bias;

        if (ep_running_is_old(&object->running, at) &&
            !ep_running_is_jump(&object->running, at))
            return 1;
    }
    return 0;
}

/* Have each thread come out of where it IS. */
static int settle(const struct live *live, struct process *process,
                  stacks_is_fn *is)
{
    enum { MOST_STEPS = 20000 };
    struct ep_diag diag = {{0}};
    struct maps maps;
    int found = 0;

    for (size_t i = 0; i < process->n_threads; i++) {
        struct process_thread *thread = &process->threads[i];

        for (int n = 0; is(live, thread->registers.rip); n++)
            if (n == MOST_STEPS || !process_step(process, thread))
                return 0;
    }
    if (maps_read(process->pid, &diag, &maps) == EP_OK)
        for (size_t i = 0; !found && i < process->n_threads; i++)
            found = stacks_interrupted(process, &maps, &process->threads[i], is,
                                       live);
    maps_release(&maps);
    return !found;
}

/* Stop PROCESS at a moment when nobody IS, nor comes back there. */
static int stop_settled(const struct live *live, struct process *process,
                        stacks_is_fn *is, struct ep_diag *diag)
{
    for (time_t end = now() + LONGEST; now() < end;) {
        int status = stop_at_last(process, diag);

        if (status || settle(live, process, is))
            return status;
        process_go(process);
        wait_a_little();
    }
    return ep_fail(diag, EP_EMATCH,
                   "process %d: in %d seconds was never where its code could "
                   "be changed",
                   (int)process->pid, LONGEST);
}

/* Code can be written only by who traces. */
static int write_copies(const struct object *object,
                        const struct process *process, struct ep_diag *diag)
{
    const struct ep_running *running = &object->running;

    if (process_write(process, running->at + object->bias,
                      running->copies.bytes.data, running->copies.bytes.size))
        return EP_OK;
    return ep_fail(diag, EP_EMATCH, "process %d: its code cannot be written",
                   (int)process->pid);
}

/* Where it fails, live_end takes away what is there. */
static int begin(const struct live *live, const struct process *process,
                 struct ep_diag *diag)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < live->n; i++)
        status = write_copies(&live->objects[i], process, diag);
    for (size_t i = 0; !status && i < live->n; i++)
        status = jumps_write(&live->objects[i], process, 0, diag);
    return status;
}

int live_begin(const struct live *live, struct process *process,
               struct ep_diag *diag)
{
    int status = stop_settled(live, process, is_amid, diag);

    if (!status) {
        status = begin(live, process, diag);
        process_go(process);
    }
    return status;
}

/* ---- the way out ------------------------------------------------------------- */

/* The object that has ADDRESS of the process in its copies, or NULL. */
static const struct object *copied_at(const struct live *live, uint64_t address)
{
    for (size_t i = 0; i < live->n; i++) {
        const struct object *object = &live->objects[i];

        if (address - object->bias - object->running.at < object->running.size)
            return object;
    }
    return NULL;
}

static int is_of_copies(const void *context, uint64_t address)
{
    return copied_at(context, address) != NULL;
}

static int is_between(const void *context, uint64_t address)
{
    const struct live *live = context;

    for (size_t i = 0; i < live->n; i++)
        if (ep_running_is_between(&live->objects[i].running,
                                  address - live->objects[i].bias))
            return 1;
    return 0;
}

/* Put THREAD to the old instruction, if it is within a copy. */
static void leave_copy(const struct live *live, struct process *process,
                       struct process_thread *thread)
{
    enum { MOST_STEPS = 100 };

    for (int n = 0; n < MOST_STEPS; n++) {
        const struct object *object = copied_at(live, thread->registers.rip);
        uint64_t old =
            object ? ep_running_old(&object->running,
                                    thread->registers.rip - object->bias)
                   : 0;

        if (old) {
            thread->registers.rip = old + object->bias;
            thread->moved = 1;
        }
        if (old || !object || !process_step(process, thread))
            return;
    }
}

/* Whether the process has the counters where we put them: it may execute another
 * program now. */
static int has_counters(const struct live *live, const struct maps *maps)
{
    const struct object *object = &live->objects[0];
    const struct map *map =
        maps_at(maps, object->bias + object->running.counters);

    return map && map->shared && map->inode == live->inode;
}

static void remove_copies(const struct live *live, struct process *process,
                          const struct maps *maps)
{
    struct ep_diag diag = {{0}};
    struct caller caller = {process, find_syscall(process, maps), &diag};

    for (size_t i = 0; i < process->n_threads; i++)
        if (stacks_refer(process, maps, &process->threads[i], is_of_copies,
                         live))
            return;
    for (size_t i = 0; caller.syscall_at && i < live->n; i++) {
        const struct object *object = &live->objects[i];

        (void)process_call(process, caller.syscall_at, SYS_munmap,
                           ARGUMENTS((long)(object->bias + object->running.at),
                                     (long)object->running.size));
    }
}

static int end(const struct live *live, struct process *process,
               const struct maps *maps, struct ep_diag *diag)
{
    int status = stop_settled(live, process, is_between, diag);

    if (status)
        return status;
    /* An object may have been closed. */
    for (size_t i = 0; !status && i < live->n; i++)
        if (maps_of_file(maps, live->objects[i].path))
            status = jumps_write(&live->objects[i], process, 1, diag);
    for (size_t i = 0; !status && i < process->n_threads; i++)
        leave_copy(live, process, &process->threads[i]);
    if (!status)
        remove_copies(live, process, maps);
    process_go(process);
    return status;
}

int live_end(const struct live *live, struct process *process,
             struct ep_diag *diag)
{
    struct maps maps = {0};
    int status = stop_at_last(process, diag);
    int counts = 0;

    if (!status) {
        status = maps_read(process->pid, diag, &maps);
        counts = !status && has_counters(live, &maps);
        process_go(process);
    }
    if (counts)
        status = end(live, process, &maps, diag);
    maps_release(&maps);
    return status;
}
