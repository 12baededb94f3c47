/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "patch_attach.h"
#include "patch_live.h"
#include "patch_maps.h"
#include "patch_raw.h"

#include "profile/binary.h"
#include "tool/embed.h"
#include "tool/say.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* ---- what is counted --------------------------------------------------------- */

/* The file that MAP is of must be the one that we can read. */
static int check_file(const struct map *map, struct ep_diag *diag)
{
    struct stat there;

    if (stat(map->path, &there) || there.st_ino != map->inode)
        return ep_fail(diag, EP_EMATCH,
                       "%s: is not the file that the process has: it has been "
                       "replaced, or is in another container",
                       map->path);
    return EP_OK;
}

/* Where the object is, given what the process has of its file's beginning. */
static void set_place(struct object *object, const struct map *map)
{
    const struct ep_image *image = &object->made.image;
    const Elf64_Phdr *first = ep_image_find_segment(image, PT_LOAD);
    uint64_t end = 0;

    object->bias = map->start -
                   ((first->p_vaddr - first->p_offset) & ~(uint64_t)(PAGE - 1));
    object->low = map->start;
    for (size_t i = 0; i < image->n_segments; i++)
        if (image->segments[i].p_type == PT_LOAD &&
            image->segments[i].p_vaddr + image->segments[i].p_memsz > end)
            end = image->segments[i].p_vaddr + image->segments[i].p_memsz;
    object->high = end + object->bias;
}

/* The file of the cache that tells of the counters is made. */
static int describe(const struct args *args, struct object *object,
                    struct ep_diag *diag)
{
    int status =
        make_kept(args, object->path, &object->made, diag, &object->kept);
    struct ep_binary binary;

    if (status)
        return status;
    status = ep_binary_read(object->kept.data, diag, &binary);
    if (!status && binary.n_counters != object->made.code.n_counters)
        status =
            ep_fail(diag, EP_EMATCH, "%s: is not as this prof-patch makes it",
                    object->kept.data);
    object->id = binary.id;
    ep_binary_release(&binary);
    return status;
}

static int read_object(const struct args *args, const struct map *map,
                       struct object *object, struct ep_diag *diag)
{
    int status = check_file(map, diag);

    if (status)
        return status;
    (void)snprintf(object->path, sizeof object->path, "%s", map->path);
    status = make_read(args, object->path, diag, &object->made);
    if (status)
        return status;
    if (object->made.code.n_counters == 0)
        status = ep_fail(
            diag, EP_ENONE, "%s: none of its functions %s", object->path,
            object->made.code.is_chosen ? "can be counted" : "was chosen");
    if (!status && ep_running_make(&object->made.code, &object->running))
        status = ep_fail(diag, EP_ENOMEM, "%s: out of memory", object->path);
    if (!status) {
        set_place(object, map);
        status = describe(args, object, diag);
    }
    return status;
}

static void release_object(struct object *object)
{
    ep_running_release(&object->running);
    make_release(&object->made);
    ep_buf_release(&object->kept);
    *object = (struct object){0};
}

static int is_wanted_library(const struct args *args, const char *path)
{
    for (size_t i = 0; i < args->objects.n; i++)
        if (args_match(args->objects.items[i], path))
            return 1;
    return 0;
}

/* What cannot be counted of several is passed over with a warning, as when a program
 * is run. */
static int add_object(const struct args *args, const struct map *map,
                      struct live *live, struct ep_diag *diag)
{
    struct object *object = &live->objects[live->n];
    int status = read_object(args, map, object, diag);

    if (status == EP_OK) {
        raw_add_object(live, object);
        live->n++;
        return EP_OK;
    }
    release_object(object);
    if ((status != EP_EFORMAT && status != EP_ENONE) || args->objects.n == 0)
        return status;
    if (status == EP_EFORMAT || args->verbose)
        say_warning("%s; it is not counted", diag->text);
    return EP_OK;
}

/* The program that PID executes, into OUT. */
static int find_program(pid_t pid, char out[PATH_MAX], struct ep_diag *diag)
{
    static const char gone[] = " (deleted)";
    char link[64];
    ssize_t size;

    (void)snprintf(link, sizeof link, "/proc/%d/exe", (int)pid);
    size = readlink(link, out, PATH_MAX - 1);
    if (size < 0)
        return ep_fail(diag, EP_EMATCH, "process %d: %s", (int)pid,
                       errno == ENOENT ? "is the kernel's, or has ended"
                                       : strerror(errno));
    out[size] = '\0';
    if ((size_t)size > sizeof gone &&
        strcmp(out + size - (sizeof gone - 1), gone) == 0)
        return ep_fail(diag, EP_EMATCH,
                       "process %d: its program's file has been removed or "
                       "replaced",
                       (int)pid);
    return EP_OK;
}

static int add_objects(const struct args *args, const struct maps *maps,
                       struct live *live, struct ep_diag *diag)
{
    char program[PATH_MAX];
    int status = find_program(args->process, program, diag);

    live->objects = ep_mem_zeroed(maps->n, sizeof *live->objects);
    if (!live->objects)
        return ep_fail(diag, EP_ENOMEM, "out of memory");
    for (size_t i = 0; !status && i < maps->n; i++) {
        const struct map *map = &maps->items[i];

        if (maps_of_file(maps, map->path) == map &&
            (strcmp(map->path, program) == 0 ||
             is_wanted_library(args, map->path)))
            status = add_object(args, map, live, diag);
    }
    if (!status && live->n == 0)
        status = ep_fail(diag, EP_EMATCH,
                         "process %d: has nothing that could be counted",
                         args->process);
    return status;
}

/* ---- the window --------------------------------------------------------------- */

static void wait_for_end(const struct args *args, int signals)
{
    int process = (int)syscall(SYS_pidfd_open, args->process, 0);
    struct pollfd events[] = {{.fd = signals, .events = POLLIN},
                              {.fd = process, .events = POLLIN}};
    struct timespec end, now;

    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += args->window;
    /* It may have ended before it could be waited for. */
    while (kill(args->process, 0) == 0 || errno != ESRCH) {
        long left = 1000;

        if (args->window) {
            (void)clock_gettime(CLOCK_MONOTONIC, &now);
            left = (end.tv_sec - now.tv_sec) * 1000 +
                   (end.tv_nsec - now.tv_nsec) / 1000000;
        }
        if (left <= 0 ||
            (poll(events, 2, left > 1000 ? 1000 : (int)left) < 0 &&
             errno != EINTR) ||
            events[0].revents || events[1].revents)
            break;
    }
    if (process >= 0)
        (void)close(process);
}

/* ---- the run ------------------------------------------------------------------ */

static int write_run(const struct live *live, const char *output,
                     struct ep_diag *diag)
{
    const struct binaries none = {0};
    struct ep_counts counts;
    int status = raw_take(live, diag, &counts);

    if (!status && embed_notes(&counts, &none, 0))
        status = ep_fail(diag, EP_ENOMEM, "out of memory");
    if (!status)
        status =
            ep_counts_write(&counts, live->run[0] ? live->run : output, diag);
    ep_counts_release(&counts);
    return status;
}

/* ---- those who count ----------------------------------------------------------- */

/* Whether PID has our counters; a fork of the process has. */
static int is_counting(const struct live *live, pid_t pid)
{
    struct ep_diag diag = {{0}};
    struct maps maps;
    int found = 0;

    if (maps_read(pid, &diag, &maps) == EP_OK)
        for (size_t i = 0; !found && i < maps.n; i++)
            found = maps.items[i].shared &&
                    maps.items[i].inode == live->inode &&
                    strncmp(maps.items[i].path, "/memfd:edgeprof",
                            strlen("/memfd:edgeprof")) == 0;
    maps_release(&maps);
    return found;
}

static void end_one(const struct live *live, pid_t pid)
{
    struct ep_diag diag = {{0}};
    struct process process;
    int status = process_open(pid, &diag, &process);

    if (!status) {
        status = live_end(live, &process, &diag);
        process_close(&process);
    }
    if (status && is_counting(live, pid))
        say_warning("%s; it still counts, for nobody", diag.text);
}

static void end_all(const struct live *live)
{
    DIR *folder = opendir("/proc");
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

        if (pid > 0 && is_counting(live, pid))
            end_one(live, pid);
    }
    if (folder)
        (void)closedir(folder);
}

/* ---- the whole ----------------------------------------------------------------- */

static int count(const struct args *args, struct live *live,
                 struct process *process, int signals, struct ep_diag *diag)
{
    int status = live_bring(live, process, diag);

    if (!status) {
        status = live_begin(live, process, diag);
        process_close(process);
        if (!status)
            status = raw_link(live, diag);
        if (!status)
            say_note("process %d: is counted from now on", args->process);
        if (!status)
            wait_for_end(args, signals);
        end_all(live);
    }
    return status;
}

static int attach(const struct args *args, const char *output, int signals,
                  struct ep_diag *diag)
{
    struct live live = {.counters = -1};
    struct process process;
    struct maps maps = {0};
    int status = process_open(args->process, diag, &process);

    if (!status)
        status = maps_read(args->process, diag, &maps);
    if (!status)
        status = raw_begin(&live, output, diag);
    if (!status)
        status = add_objects(args, &maps, &live, diag);
    maps_release(&maps);
    if (!status)
        status = count(args, &live, &process, signals, diag);
    if (!status)
        status = write_run(&live, output, diag);
    process_close(&process);
    for (size_t i = 0; i < live.n; i++)
        release_object(&live.objects[i]);
    ep_mem_free(live.objects);
    if (live.counters >= 0)
        (void)close(live.counters);
    return status;
}

int attach_run(const struct args *args)
{
    struct ep_diag diag = {{0}};
    char own_name[64];
    const char *output = args->output ? args->output : own_name;
    sigset_t ends;
    int signals;

    (void)snprintf(own_name, sizeof own_name, "prof.out.%d", args->process);
    (void)sigemptyset(&ends);
    (void)sigaddset(&ends, SIGINT);
    (void)sigaddset(&ends, SIGTERM);
    (void)sigaddset(&ends, SIGHUP);
    (void)sigprocmask(SIG_BLOCK, &ends, NULL);
    signals = signalfd(-1, &ends, SFD_CLOEXEC);
    if (attach(args, output, signals, &diag)) {
        say_error("%s", diag.text);
        return EXIT_OWN;
    }
    say_note("process %d: %s", args->process, output);
    return EXIT_DONE;
}
