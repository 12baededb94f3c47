/* SPDX-License-Identifier: MIT
 *
 * run_snapshot.h - counts as of now, of those that count on.
 *
 * MODEL A process counts into a file that it has mapped, which any reader may read.
 *       What it does in a window is the difference of two snapshots: nothing is done to
 *       it, nor is anything set to 0.
 */
#ifndef PROF_RUN_SNAPSHOT_H
#define PROF_RUN_SNAPSHOT_H

#include "run_folder.h"

struct snapshot {
    const char *what; /* a process's number, or the folder of a prof-run */
    unsigned seconds; /* that it is of, unless a signal comes; 0: all so far */
    int own;     /* bool: the folder is this prof-run's, and nothing is said */
    unsigned hz; /* likewise: it samples, and has written what it has; 0: not */
};

/* Write to OUTPUT what it has counted.  EP_OK; EP_ENOMEM; EP_EIO; EP_EMATCH: it counts
 * into no file, or has counted nothing; and what the reader of a profile gives. */
EP_MUST_CHECK int snapshot_write(const struct snapshot *snapshot,
                                 const char *output, struct ep_diag *diag);

/* The file that the process PID counts into, as we reach it, into OUT.  EP_OK; EP_EIO: it
 * is not there; EP_EMATCH: it counts into none. */
EP_MUST_CHECK int snapshot_find_file(const char *pid, char out[PATH_MAX],
                                     struct ep_diag *diag);

/* snap.N.NAME beside OUTPUT, which is NAME and absolute, into OUT: no input of
 * prof-merge unless it is named.  EP_OK or EP_EIO. */
EP_MUST_CHECK int snapshot_name(const char *output, unsigned n,
                                char out[PATH_MAX], struct ep_diag *diag);

/* Whether WHAT is a number, and no folder. */
int snapshot_is_process(const char *what);
/* Whether WHAT is a process that counts into no file. */
int snapshot_is_uncounted(const char *what);

#endif
