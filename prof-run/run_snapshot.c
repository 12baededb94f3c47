/* SPDX-License-Identifier: MIT */
#include "run_snapshot.h"

#include "code/place.h"
#include "format/file.h"
#include "run_child.h"
#include "run_samples.h"
#include "run_sum.h"
#include "tool/embed.h"

#include <edgeprof/abi.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_raw(const char *path)
{
    struct edgeprof_raw_head head = {.kind = 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n;

    if (fd < 0)
        return 0;
    n = read(fd, &head, offsetof(struct edgeprof_raw_head, size));
    (void)close(fd);
    return n == (ssize_t)offsetof(struct edgeprof_raw_head, size) &&
           memcmp(head.magic, EDGEPROF_MAGIC, sizeof head.magic) == 0 &&
           head.kind == EDGEPROF_KIND_RAW;
}

/* The file that NAME, a line's of /proc/PID/maps, may be; 0: its path is too long. */
static int name_file(const char *pid, const char *name, char out[PATH_MAX])
{
    static const char attached[] = "/memfd:edgeprof:", gone[] = " (deleted)";
    size_t size = strlen(name);

    /* prof-patch -p has a link there, in our root. */
    if (strncmp(name, attached, sizeof attached - 1) == 0 &&
        size > sizeof attached + sizeof gone)
        return snprintf(out, PATH_MAX, "%.*s",
                        (int)(size - (sizeof attached - 1) - (sizeof gone - 1)),
                        name + sizeof attached - 1) < PATH_MAX;
    return snprintf(out, PATH_MAX, "/proc/%s/root%s", pid, name) < PATH_MAX;
}

/* Where its line's ADDRESSES lead, whatever the file's path is: in a chroot that of another
 * mount name space is none that can be opened.  To follow it is for root alone. */
static int name_mapping(const char *pid, const char *addresses,
                        char out[PATH_MAX])
{
    return snprintf(out, PATH_MAX, "/proc/%s/map_files/%.*s", pid,
                    (int)strcspn(addresses, " "), addresses) < PATH_MAX;
}

/* It is one that it has mapped to be shared. */
int snapshot_find_file(const char *pid, char out[PATH_MAX],
                       struct ep_diag *diag)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *maps;
    int found = 0;

    (void)snprintf(out, PATH_MAX, "/proc/%s/maps", pid);
    maps = fopen(out, "re");
    if (!maps)
        return ep_fail(diag, EP_EIO, "process %s: %s", pid,
                       errno == ENOENT ? strerror(ESRCH) : strerror(errno));
    while (!found && getline(&line, &capacity, maps) > 0) {
        const char *path = strchr(line, '/');

        line[strcspn(line, "\n")] = '\0';
        found = path && strstr(line, " rw-s ") &&
                ((name_file(pid, path, out) && is_raw(out)) ||
                 (name_mapping(pid, line, out) && is_raw(out)));
    }
    (free)(line);
    (void)fclose(maps);
    return found ? EP_OK
                 : ep_fail(diag, EP_EMATCH, "process %s: counts into no file",
                           pid);
}

static int add_process(const char *pid, struct ep_merge *merge,
                       struct ep_diag *diag)
{
    struct ep_counts counts;
    char path[PATH_MAX];
    int status = snapshot_find_file(pid, path, diag);

    if (!status)
        status = ep_file_read(path, diag, &counts);
    if (status)
        return status;
    status = ep_merge_add(merge, &counts, path, diag);
    ep_counts_release(&counts);
    return status;
}

int snapshot_is_process(const char *what)
{
    return what[strspn(what, "0123456789")] == '\0';
}

int snapshot_is_uncounted(const char *what)
{
    struct ep_diag diag = {{0}};
    char path[PATH_MAX];

    return snapshot_is_process(what) &&
           snapshot_find_file(what, path, &diag) == EP_EMATCH;
}

static int add_what(const struct snapshot *snapshot, struct ep_merge *merge,
                    struct ep_diag *diag)
{
    const char *what = snapshot->what;

    return snapshot_is_process(what)
               ? add_process(what, merge, diag)
               : sum_now(what, snapshot->own, merge, diag);
}

/* The window ends after SECONDS, or by a signal. */
static void wait_for_window(unsigned seconds)
{
    long long left, end = now_ms() + (long long)seconds * 1000;

    while ((left = end - now_ms()) > 0)
        if (child_pause(left < 1000 ? (int)left : 1000))
            return;
}

/* What is in MERGE more than is in SUM, of the runs of MERGE. */
static int leave_window(struct ep_merge *merge, struct ep_counts *sum,
                        const char *what, struct ep_diag *diag)
{
    sum->runs = 0;
    sum->cut = 0;
    for (size_t i = 0; i < sum->n_labels; i++) {
        sum->labels[i].runs = 0;
        sum->labels[i].cut = 0;
    }
    return ep_merge_subtract(merge, sum, what, diag);
}

int snapshot_write(const struct snapshot *snapshot, const char *output,
                   struct ep_diag *diag)
{
    const char *what = snapshot->what;
    unsigned seconds = snapshot->seconds;
    const struct binaries none = {0};
    struct ep_merge merge = {0}, before = {0};
    int status = seconds ? add_what(snapshot, &before, diag) : EP_OK;

    if (!status && seconds)
        wait_for_window(seconds);
    if (!status)
        status = add_what(snapshot, &merge, diag);
    if (!status && seconds)
        status = leave_window(&merge, &before.sum, what, diag);
    if (!status && merge.sum.runs == 0)
        status = ep_fail(diag, EP_EMATCH, "%s: nothing was counted yet", what);
    if (!status && snapshot->hz)
        samples_are_whole(&merge.sum, snapshot->hz);
    if (!status)
        status = embed_notes(&merge.sum, &none, snapshot->own);
    if (!status)
        status = ep_places_find(&merge.sum.samplings);
    if (!status)
        status = ep_counts_write(&merge.sum, output, diag);
    ep_merge_release(&before);
    ep_merge_release(&merge);
    return status;
}

int snapshot_name(const char *output, unsigned n, char out[PATH_MAX],
                  struct ep_diag *diag)
{
    const char *slash = strrchr(output, '/');

    if (snprintf(out, PATH_MAX, "%.*s/snap.%u.%s", (int)(slash - output),
                 output, n, slash + 1) < PATH_MAX)
        return EP_OK;
    return ep_fail(diag, EP_EIO, "%s: %s", output, strerror(ENAMETOOLONG));
}
