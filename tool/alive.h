/* SPDX-License-Identifier: MIT
 *
 * alive.h - the frames that were alive when a process ended.
 *
 * WHY   a process that ends in the midst of its functions has counts of what it never
 *       came to.  Where its threads stood, the stacks say that its raw file has, or a
 *       core file.
 *       So does a core file what a process counted in its own memory.
 * MODEL Each thread is unwound (libdwfl).  Of each frame, line and column, and those of
 *       the calls by which its code was inlined, say where it stood (struct ep_stops).
 *       The run that a core file is of is a raw file, told by the process id; or the
 *       core file is the run, if all that was counted is in it.
 * RULES Nothing is guessed: if one frame in counted code is not known, or a thread cannot
 *       be unwound to its end, the run stays one that is cut off, less what is known.
 */
#ifndef TOOL_ALIVE_H
#define TOOL_ALIVE_H

#include "format/merge.h"

struct core; /* opaque */

struct cores {
    struct core *items;
    size_t n;
    size_t capacity;
};

/* Read the core file PATH, and add it.  EP_OK; EP_ENOMEM; EP_EIO; EP_EFORMAT: it is none,
 * or cannot be unwound. */
EP_MUST_CHECK int cores_add(struct cores *cores, const char *path,
                            struct ep_diag *diag);
void cores_release(struct cores *cores);

/* Take off COUNTS, as it was read from a file, what its process never came to, by the
 * core file among CORES (NULL: there are none) that is of it, else by the stacks in
 * the file.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int alive_apply(struct cores *cores, struct ep_counts *counts);

/* Add the runs that core files of CORES are, which are of no input: a run each.  UNLESS:
 * none is wanted.  EP_OK or EP_ENOMEM; EP_EMATCH, and DIAG says why. */
EP_MUST_CHECK int cores_add_runs(struct cores *cores, int unless,
                                 struct ep_merge *merge, struct ep_diag *diag);

/* The path of a core file that no run was found for, or NULL. */
const char *cores_unused(const struct cores *cores);

#endif
