/* SPDX-License-Identifier: MIT */
#include "run_reset.h"

#include "format/file.h"
#include "format/reset.h"
#include "run_snapshot.h"
#include "run_sum.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- a run that goes on -------------------------------------------------- */

/* What COUNTS has, of a run in FILE, is kept beside that. */
static int keep(const struct ep_counts *counts, const char *file,
                struct ep_diag *diag)
{
    static const uint8_t none[EDGEPROF_TICKET];
    char *path;
    int status;

    if (memcmp(counts->ticket, none, sizeof none) == 0)
        return ep_fail(diag, EP_EMATCH,
                       "%s: its process's runtime is too old for a reset",
                       file);
    path = ep_reset_path(file, counts->ticket);
    status = path ? ep_counts_write(counts, path, diag) : EP_ENOMEM;
    ep_mem_free(path);
    return status;
}

static int reset_file(const char *file, struct ep_diag *diag)
{
    struct ep_counts counts;
    int status = ep_file_read_all(file, diag, &counts);

    if (status)
        return status;
    status = keep(&counts, file, diag);
    ep_counts_release(&counts);
    return status;
}

/* ---- a folder ------------------------------------------------------------ */

struct work {
    const struct folder *folder;
    struct ep_diag *diag;
};

static int reset_folder(const char *path, struct ep_diag *diag);

/* Each run that goes on, and each prof-run within this one. */
static int reset_live(void *context, const char *path, const char *name)
{
    const struct work *work = context;
    enum entry entry = folder_entry(name);
    struct ep_diag why = {{0}};
    char full[PATH_MAX];
    int status = folder_join(path, name, full, work->diag);

    if (status)
        return status;
    if (entry == ENTRY_RUN && folder_is_live(work->folder, path, name))
        status = reset_file(full, &why);
    else if (entry == ENTRY_NESTED && folder_is_whole(full))
        status = reset_folder(full, &why);
    /* It has ended meanwhile, and is among those that have. */
    if (!status || access(full, F_OK) ||
        (entry == ENTRY_RUN && !folder_is_live(work->folder, path, name)))
        return EP_OK;
    return ep_fail(work->diag, status, "%s", ep_words(&why, status));
}

/* SUM is what had ended; older ones are a part of it. */
static int keep_ended(const struct folder *folder, struct ep_counts *sum,
                      struct ep_diag *diag)
{
    char name[48], path[PATH_MAX];
    unsigned long newest;
    int status = folder_newest(folder->path, ENTRY_RESET, diag, &newest);

    (void)snprintf(name, sizeof name, "reset.%lu", newest + 1);
    if (!status)
        status = folder_join(folder->path, name, path, diag);
    if (!status)
        status = ep_counts_write(sum, path, diag);
    if (!status && !folder_is_whole(folder->path)) {
        (void)unlink(path);
        return ep_fail(diag, EP_EMATCH, "%s: has ended", folder->path);
    }
    (void)snprintf(name, sizeof name, "reset.%lu", newest);
    if (!status && newest && !folder_join(folder->path, name, path, NULL))
        (void)unlink(path);
    return status;
}

/* First what goes on: what ends between is known to have ended, less what it had. */
static int reset_folder(const char *path, struct ep_diag *diag)
{
    struct folder folder;
    struct work work = {&folder, diag};
    struct ep_merge merge = {0};
    int status;

    if (!folder_is_whole(path))
        return ep_fail(diag, EP_EMATCH, "%s: no folder of a prof-run that runs",
                       path);
    folder_look(path, &folder);
    status = folder_each(path, reset_live, &work, diag);
    if (!status)
        status = sum_ended(&folder, &merge, diag);
    if (!status)
        status = keep_ended(&folder, &merge.sum, diag);
    ep_merge_release(&merge);
    return status;
}

int reset(const char *what, struct ep_diag *diag)
{
    char file[PATH_MAX];
    int status;

    if (!snapshot_is_process(what))
        return reset_folder(what, diag);
    status = snapshot_find_file(what, file, diag);
    return status ? status : reset_file(file, diag);
}
