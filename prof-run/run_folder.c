/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* F_SETLEASE */
#include "run_folder.h"

#include <edgeprof/abi.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTER_VARIABLE "EDGEPROF_RUN"

static int failed(const char *path, struct ep_diag *diag)
{
    return ep_fail(diag, EP_EIO, "%s: %s", path, strerror(errno));
}

/* ---- making -------------------------------------------------------------- */

/* Whether a lease on PATH is refused for its being mapped or open. */
static int is_mapped(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    int mapped = 0;

    if (fd < 0)
        return 0;
    if (fcntl(fd, F_SETLEASE, F_RDLCK))
        mapped = errno == EAGAIN;
    else
        (void)fcntl(fd, F_SETLEASE, F_UNLCK);
    (void)close(fd);
    return mapped;
}

/* Not all file systems have leases, or see mappings: try. */
static int has_leases(const char *path)
{
    char probe[PATH_MAX];
    int fd, found = 0;
    void *map = MAP_FAILED;

    if (folder_join(path, ".0", probe, NULL))
        return 0;
    fd = open(probe, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return 0;
    if (ftruncate(fd, 1) == 0)
        map = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    (void)close(fd);
    if (map != MAP_FAILED) {
        found = is_mapped(probe);
        (void)munmap(map, 1);
        found = found && !is_mapped(probe);
    }
    (void)unlink(probe);
    return found;
}

/* Lock the folder PATH, HOW as flock(2) has it, for as long as *OUT is open.  Whether
 * nobody else has: where there are no locks, nobody. */
static int lock(const char *path, int how, int *out)
{
    *out = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return *out < 0 || flock(*out, how) == 0 || errno != EWOULDBLOCK;
}

static int is_in_use(const char *path)
{
    int fd, in_use = !lock(path, LOCK_SH | LOCK_NB, &fd);

    if (fd >= 0)
        (void)close(fd);
    return in_use;
}

static int take(struct folder *folder, int how, struct ep_diag *diag)
{
    int is_ours = lock(folder->path, how, &folder->lock);

    if (folder->lock < 0)
        return failed(folder->path, diag);
    if (!is_ours)
        return ep_fail(diag, EP_EMATCH, "%s: its prof-run still runs",
                       folder->path);
    folder->leases = has_leases(folder->path);
    return EP_OK;
}

static int is_folder(const char *path)
{
    struct stat there;

    return path && path[0] == '/' && stat(path, &there) == 0 &&
           S_ISDIR(there.st_mode);
}

/* Where the folder goes, all but a number that makes it new.  What is no file, as
 * /dev/null, has nothing beside it. */
static int name_folder(const char *output, struct folder *out,
                       struct ep_diag *diag)
{
    const char *outer = getenv(OUTER_VARIABLE);
    const char *slash = strrchr(output, '/');
    char here[PATH_MAX];
    struct stat there;
    int n;

    out->nested = is_folder(outer);
    if (out->nested) {
        n = snprintf(out->path, PATH_MAX, "%s/%ld.run", outer, (long)getpid());
    } else if (stat(output, &there) == 0 && !S_ISREG(there.st_mode)) {
        if (!getcwd(here, sizeof here))
            return failed(".", diag);
        n = snprintf(out->path, PATH_MAX, "%s/prof-run.%ld", here,
                     (long)getpid());
    } else {
        n = snprintf(out->path, PATH_MAX, "%.*s/prof-run.%ld",
                     (int)(slash - output), output, (long)getpid());
    }
    if (n < PATH_MAX - 32)
        return EP_OK;
    errno = ENAMETOOLONG;
    return failed(output, diag);
}

/* A sum of that name is another's, and stands for the folder of that name. */
static int has_sum(const char *path)
{
    char sum[PATH_MAX + 8];

    (void)snprintf(sum, sizeof sum, "%s.sum", path);
    return access(sum, F_OK) == 0;
}

int folder_make(const char *output, struct ep_diag *diag, struct folder *out)
{
    char link[PATH_MAX];
    int status = name_folder(output, out, diag);
    size_t length = strlen(out->path);

    for (unsigned i = 1; !status; i++) {
        if (mkdir(out->path, 0700) == 0) {
            if (!has_sum(out->path))
                break;
            (void)rmdir(out->path);
        } else if (errno != EEXIST) {
            return failed(out->path, diag);
        }
        (void)sprintf(out->path + length, ".%u", i);
    }
    if (!status) /* it is new: whoever has it only looks */
        status = take(out, LOCK_EX, diag);
    if (!status)
        status = folder_join(out->path, "output", link, diag);
    if (!status && symlink(output, link))
        status = failed(link, diag);
    return status;
}

int folder_open(const char *path, struct ep_diag *diag, struct folder *out,
                char output[PATH_MAX])
{
    char link[PATH_MAX];
    ssize_t n;
    int status;

    if (!realpath(path, out->path))
        return failed(path, diag);
    out->nested = 0;
    status = folder_join(out->path, "output", link, diag);
    if (status)
        return status;
    n = readlink(link, output, PATH_MAX - 1);
    if (n < 0)
        return ep_fail(diag, EP_EMATCH,
                       "%s: no folder of a prof-run that was killed", path);
    output[n] = '\0';
    return take(out, LOCK_EX | LOCK_NB, diag);
}

void folder_look(const char *path, struct folder *out)
{
    *out = (struct folder){.lock = -1};
    (void)snprintf(out->path, PATH_MAX, "%s", path);
    out->leases = has_leases(path);
}

/* ---- what is in it ------------------------------------------------------- */

struct newest {
    enum entry kind;
    unsigned long *out;
};

static int find_newest(void *context, const char *path, const char *name)
{
    const struct newest *newest = context;
    unsigned long number;

    (void)path;
    if (folder_entry(name) != newest->kind)
        return EP_OK;
    number = strtoul(strchr(name, '.') + 1, NULL, 10);
    if (number > *newest->out)
        *newest->out = number;
    return EP_OK;
}

int folder_newest(const char *path, enum entry kind, struct ep_diag *diag,
                  unsigned long *out)
{
    *out = 0;
    return folder_each(path, find_newest, &(struct newest){kind, out}, diag);
}

struct list {
    struct inputs *inputs;
    struct inputs *resets;       /* NULL: what has ended is wanted, */
    const struct folder *folder; /* of this folder alone */
    unsigned long newest, reset;
    int is_sampled; /* bool: there are samples of all that is in it */
    int is_within;  /* bool: there are already, with the folder around it */
    struct ep_diag *diag;
};

static int list_run(void *context, const char *path, const char *name)
{
    const struct list *list = context;
    char entry[PATH_MAX];
    int status = folder_join(path, name, entry, list->diag);

    if (status || folder_entry(name) == ENTRY_TEMPORARY)
        return status;
    return inputs_add(list->inputs, entry, list->diag);
}

static int list_folder(const char *path, struct list list);

static int list_entry(void *context, const char *path, const char *name)
{
    struct list *list = context;
    char entry[PATH_MAX];
    int status = folder_join(path, name, entry, list->diag);

    if (status)
        return status;
    switch (folder_entry(name)) {
    case ENTRY_RUN:
        if (!list->resets && folder_is_live(list->folder, path, name))
            return EP_OK;
        return inputs_add(list->inputs, entry, list->diag);
    case ENTRY_NESTED_SUM:
        return inputs_add(list->inputs, entry, list->diag);
    case ENTRY_NESTED:
        return has_sum(entry) || !list->resets ? EP_OK
                                               : list_folder(entry, *list);
    case ENTRY_RESET:
        return list->resets && strtoul(name + 6, NULL, 10) == list->reset
                   ? inputs_add(list->resets, entry, list->diag)
                   : EP_OK;
    case ENTRY_SAMPLES:
        return list->is_within ? EP_OK
                               : inputs_add(list->inputs, entry, list->diag);
    case ENTRY_TRACE:
        return inputs_add(list->inputs, entry, list->diag);
    case ENTRY_SUM:
        return strtoul(name + 4, NULL, 10) == list->newest
                   ? inputs_add(list->inputs, entry, list->diag)
                   : EP_OK;
    case ENTRY_BATCH:
        return strtoul(name + 6, NULL, 10) > list->newest
                   ? folder_each(entry, list_run, list, list->diag)
                   : EP_OK;
    case ENTRY_UNREADABLE: /* it may have been for want of memory */
        return folder_each(entry, list_run, list, list->diag);
    default:
        return EP_OK;
    }
}

static int list_folder(const char *path, struct list list)
{
    char samples[PATH_MAX];
    int status = folder_newest(path, ENTRY_SUM, list.diag, &list.newest);

    if (!status)
        status = folder_newest(path, ENTRY_RESET, list.diag, &list.reset);
    if (!status)
        status = folder_join(path, FOLDER_SAMPLES, samples, list.diag);
    list.is_within = list.is_sampled;
    list.is_sampled |= access(samples, F_OK) == 0;
    return status ? status : folder_each(path, list_entry, &list, list.diag);
}

int folder_list(const char *path, struct inputs *out, struct inputs *out_resets,
                struct ep_diag *diag)
{
    return list_folder(
        path, (struct list){.inputs = out, .resets = out_resets, .diag = diag});
}

int folder_list_ended(const struct folder *folder, struct inputs *out,
                      struct ep_diag *diag)
{
    return list_folder(
        folder->path,
        (struct list){.inputs = out, .folder = folder, .diag = diag});
}

/* ---- whose it is --------------------------------------------------------- */

/* Whether there is a process of the number that NAME begins with. */
static int has_process(const char *name)
{
    long pid = strtol(name, NULL, 10);

    return pid > 0 && pid <= INT_MAX &&
           (kill((pid_t)pid, 0) == 0 || errno != ESRCH);
}

int folder_has_ended(const struct folder *folder, const char *name)
{
    char path[PATH_MAX];

    return !has_process(name) && !folder_join(folder->path, name, path, NULL) &&
           !(folder->leases && is_mapped(path));
}

int folder_is_used(const struct folder *folder, const char *path,
                   const char *name)
{
    char full[PATH_MAX];

    return !folder_join(path, name, full, NULL) &&
           (folder->leases ? is_mapped(full) : has_process(name));
}

/* Whether a process counts into PATH. */
static int is_live(const struct folder *folder, const char *path,
                   const char *name)
{
    struct edgeprof_raw_head head = {.kind = 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    size_t size = offsetof(struct edgeprof_raw_head, size);
    ssize_t n;

    if (fd < 0)
        return 0;
    n = read(fd, &head, size);
    (void)close(fd);
    if (n != (ssize_t)size || head.kind != EDGEPROF_KIND_RAW)
        return 0;
    return folder->leases ? is_mapped(path) : has_process(name);
}

int folder_is_live(const struct folder *folder, const char *path,
                   const char *name)
{
    char full[PATH_MAX];

    return !folder_join(path, name, full, NULL) && is_live(folder, full, name);
}

struct live {
    const struct folder *folder;
    size_t n;
};

static int count_live(void *context, const char *path, const char *name)
{
    struct live *live = context;
    enum entry entry = folder_entry(name);
    char full[PATH_MAX];

    if (folder_join(path, name, full, NULL))
        return EP_OK;
    if (entry == ENTRY_NESTED) {
        live->n += (size_t)is_in_use(full);
        if (folder_each(full, count_live, live, NULL))
            return EP_OK; /* it is gone meanwhile */
    }
    if (entry == ENTRY_RUN && is_live(live->folder, full, name))
        live->n++;
    return EP_OK;
}

int folder_live(const struct folder *folder, const char *path, size_t *out)
{
    struct live live = {folder, 0};
    int status = folder_each(path, count_live, &live, NULL);

    *out = live.n;
    return status;
}

/* ---- removing ------------------------------------------------------------ */

static int remove_any(void *context, const char *path, const char *name)
{
    char entry[PATH_MAX];

    (void)context;
    if (!folder_join(path, name, entry, NULL))
        (void)unlink(entry);
    return EP_OK;
}

void folder_drop(const char *path)
{
    if (!folder_each(path, remove_any, NULL, NULL))
        (void)rmdir(path);
}

static int remove_entry(void *context, const char *path, const char *name)
{
    char entry[PATH_MAX];

    (void)context;
    if (folder_join(path, name, entry, NULL))
        return EP_OK;
    switch (folder_entry(name)) {
    case ENTRY_OTHER:
        return EP_OK;
    case ENTRY_NESTED:
        if (!is_in_use(entry))
            (void)folder_remove(entry);
        return EP_OK;
    case ENTRY_BATCH:
    case ENTRY_PROGRAMS:
        folder_drop(entry);
        return EP_OK;
    case ENTRY_UNREADABLE:
        (void)rmdir(entry);
        return EP_OK;
    default:
        (void)unlink(entry);
        return EP_OK;
    }
}

int folder_is_whole(const char *path)
{
    char link[PATH_MAX];

    return !folder_join(path, "output", link, NULL) &&
           readlink(link, (char[1]){0}, 1) >= 0;
}

int folder_has_outer(const struct folder *folder)
{
    return folder->nested && folder_is_whole(getenv(OUTER_VARIABLE));
}

int folder_is_sampled(const struct folder *folder)
{
    char samples[PATH_MAX];

    return folder_has_outer(folder) &&
           !folder_join(getenv(OUTER_VARIABLE), FOLDER_SAMPLES, samples,
                        NULL) &&
           access(samples, F_OK) == 0;
}

int folder_remove(const char *path)
{
    char link[PATH_MAX];

    if (!folder_join(path, "output", link, NULL))
        (void)unlink(link);
    for (int i = 0; i < 3; i++) { /* a process that lives on may come between */
        if (folder_each(path, remove_entry, NULL, NULL))
            break;
        if (rmdir(path) == 0)
            return 1;
    }
    return access(path, F_OK) != 0;
}
