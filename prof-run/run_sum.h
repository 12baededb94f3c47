/* SPDX-License-Identifier: MIT
 *
 * run_sum.h - the sum of what is in a folder: of what has ended, from time to time,
 * and of all, at the end.
 *
 * WHY   ten thousand short runs shall not leave ten thousand files, and a program
 *       may be gone at the end that has its own notes.
 */
#ifndef PROF_RUN_SUM_H
#define PROF_RUN_SUM_H

#include "format/merge.h"
#include "run_folder.h"

/* Milliseconds, of a clock that nobody sets. */
long long now_ms(void);

struct sums {
    const struct folder *folder;
    unsigned long newest; /* the number of the sum that is there */
    size_t taken;         /* runs that have been put into batches */
    long long next_ms;    /* from when on a few runs are worth a sum */
    int stopped;          /* bool: it did not work, and is left to the end */
};

/* If there are enough runs of processes that have ended, add them up in one file and
 * remove theirs. */
void sums_step(struct sums *sums);

/* Add up all that is in FOLDER, and the profiles in the folder KEPT, unless that is
 * NULL.  What cannot be used is said, and stays.  EXIT_DONE; EXIT_TROUBLE after a
 * message. */
int sum_all(const struct folder *folder, const char *kept,
            struct ep_merge *merge);

/* Add up what is in the folder PATH now, whoever works on it, and leave it.  IS_OWN:
 * this prof-run's, which does not remove it meanwhile.  EP_OK; EP_ENOMEM; EP_EIO: it cannot be read, or
 * never stood still; EP_EMATCH: it is no prof-run's, or that removes it. */
EP_MUST_CHECK int sum_now(const char *path, int is_own, struct ep_merge *merge,
                          struct ep_diag *diag);
/* The same of FOLDER, another prof-run's, without what processes count into and without the
 * folders within it; nothing is taken off. */
EP_MUST_CHECK int sum_ended(const struct folder *folder, struct ep_merge *merge,
                            struct ep_diag *diag);

#endif
