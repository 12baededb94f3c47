/* SPDX-License-Identifier: MIT
 *
 * run_folder.h - the folder that runs are gathered in, until their sum is written.
 *
 * MODEL Beside the output, or, of a prof-run within another, in the other's:
 *
 *         output          a link to where the sum goes; gone when it is there
 *         PID.prof        a process's run, and what the runtime makes of that name;
 *                         PID.PROGRAM.prof where programs are labels
 *         PID.run         the folder of a prof-run within this one
 *         PID.run.sum     what that came to, in place of the folder
 *         batch.N         runs, which are in sum.N as soon as that is there
 *         sum.N           the sum of the batches up to N
 *         unreadable      what no reader could make anything of
 *         bin             programs of prof-patch
 *         reset.N         what had ended when the folder was reset; the newest one is
 *                         taken off
 *         .reset.TICKET   what a run had counted when it was reset (format/reset.h)
 *         samples.prof    where the time went, of all processes, those of prof-runs
 *                         within this one too
 *
 *       What a folder adds up to follows from the names that are there, whoever was
 *       killed when: no run is in two sums, and none in neither.
 *         times           files in which processes sample themselves (run_timers.h)
 *         times.prof      what those that have ended have sampled
 *         trace           files of rings, laps of them, and what is wanted (run_trace.h)
 *         trace.prof      the paths of calls
 *
 * RULES A run's file belongs to its process, which may write it anew, until the
 *       kernel knows no such process, and of a raw file none that has it mapped:
 *       then a read lease is granted, fcntl(2).
 *       prof-run holds a lock on its folder while it lives.
 */
#ifndef PROF_RUN_FOLDER_H
#define PROF_RUN_FOLDER_H

#include "tool/inputs.h"

#include <limits.h>

struct folder {
    char path[PATH_MAX]; /* absolute */
    int nested;          /* bool: in that of another prof-run */
    int leases; /* bool: the file system tells by them what is mapped */
    int lock;   /* descriptor */
};

#define FOLDER_SAMPLES   "samples.prof"
#define FOLDER_TIMES     "times"
#define FOLDER_TIMES_SUM "times.prof"
#define FOLDER_TRACE     "trace"
#define FOLDER_TRACE_SUM "trace.prof"

/* What a folder has to do with a name in it. */
enum entry {
    ENTRY_OTHER,
    ENTRY_OUTPUT,
    ENTRY_RUN,
    ENTRY_NESTED,
    ENTRY_NESTED_SUM,
    ENTRY_BATCH,
    ENTRY_SUM,
    ENTRY_UNREADABLE,
    ENTRY_PROGRAMS,
    ENTRY_SAMPLES,
    ENTRY_TRACE,
    ENTRY_RESET,
    ENTRY_RUN_RESET,
    ENTRY_TEMPORARY
};
enum entry folder_entry(const char *name);

/* Call VISIT with each name in the folder PATH, but "." and "..", until it returns
 * another status than EP_OK, which is returned.  EP_EIO: it cannot be read. */
typedef int visit_fn(void *context, const char *path, const char *name);
EP_MUST_CHECK int folder_each(const char *path, visit_fn *visit, void *context,
                              struct ep_diag *diag);

/* Whether the file PATH is there into OUT.  EP_OK; EP_EIO: that cannot be told. */
EP_MUST_CHECK int folder_has(const char *path, int *out, struct ep_diag *diag);

/* The first SIZE bytes of the file PATH into OUT; *IS_WHOLE says whether it has them.  EP_OK;
 * EP_EIO. */
EP_MUST_CHECK int folder_read_file(const char *path, void *out, size_t size,
                                   int *is_whole, struct ep_diag *diag);

/* Make the folder of a run whose sum goes to OUTPUT, absolute.  EP_OK; EP_EIO. */
EP_MUST_CHECK int folder_make(const char *output, struct ep_diag *diag,
                              struct folder *out);
/* Take the folder PATH of a prof-run that was killed; where its sum was to go into
 * OUTPUT.  EP_OK; EP_EIO; EP_EMATCH: it is no such folder, or still in use. */
EP_MUST_CHECK int folder_open(const char *path, struct ep_diag *diag,
                              struct folder *out, char output[PATH_MAX]);

/* The number of the newest KIND, sum or reset, in the folder PATH, 0: there is none. */
EP_MUST_CHECK int folder_newest(const char *path, enum entry kind,
                                struct ep_diag *diag, unsigned long *out);
/* Add all files that the folder PATH adds up to, and those to be taken off that.  EP_OK;
 * EP_ENOMEM; EP_EIO. */
EP_MUST_CHECK int folder_list(const char *path, struct inputs *out,
                              struct inputs *out_resets, struct ep_diag *diag);
/* Add the files of FOLDER, but not of those within it, that no process counts into. */
EP_MUST_CHECK int folder_list_ended(const struct folder *folder,
                                    struct inputs *out, struct ep_diag *diag);
/* Look into the folder PATH, another prof-run's. */
void folder_look(const char *path, struct folder *out);
/* Whether the process of the file NAME, in the folder PATH, has it mapped: as far as the file
 * system tells, or lives. */
int folder_is_used(const struct folder *folder, const char *path,
                   const char *name);
/* Whether a process counts into NAME, in the folder PATH. */
int folder_is_live(const struct folder *folder, const char *path,
                   const char *name);

/* Whether the process of the run NAME, and all that have it mapped, are gone. */
int folder_has_ended(const struct folder *folder, const char *name);
/* How many processes count into files of the folder PATH, or gather some there.
 * EP_OK; EP_EIO. */
EP_MUST_CHECK int folder_live(const struct folder *folder, const char *path,
                              size_t *out);

/* The name PATH/NAME into OUT.  EP_OK; EP_EIO: too long. */
EP_MUST_CHECK int folder_join(const char *path, const char *name,
                              char out[PATH_MAX], struct ep_diag *diag);

/* Whether the folder PATH has all that it adds up to: a prof-run that ends removes its
 * output's link, and then what it has added up. */
int folder_is_whole(const char *path);
/* Whether FOLDER is in that of a prof-run that has not written its sum yet; and whether
 * that one samples. */
int folder_has_outer(const struct folder *folder);
int folder_is_sampled(const struct folder *folder);

/* Remove the folder PATH and every file in it. */
void folder_drop(const char *path);
/* Remove the folder PATH with all that is its own.  Whether it is gone: another's
 * files stay, the folder of a prof-run that lives, and what is unreadable. */
int folder_remove(const char *path);

#endif
