/* SPDX-License-Identifier: MIT
 *
 * merge_core.h - the frames that a core file has of a process that was killed.
 *
 * WHY   a process that ends in the midst of its functions has counts of what it never
 *       came to.  Where its threads stood, the core file says.
 * MODEL Each thread is unwound (libdwfl).  Of each frame, line and column, and those of
 *       the calls by which its code was inlined, say where it stood (struct ep_stops).
 *       The run that the core file is of is a raw file, told by the process id.
 * RULES Nothing is guessed: if one frame in counted code is not known, or a thread cannot
 *       be unwound to its end, the run stays one that is cut off, less what is known.
 */
#ifndef PROF_MERGE_CORE_H
#define PROF_MERGE_CORE_H

#include "format/counts.h"

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

/* Take off COUNTS what the core file of its process, if there is one, knows.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int cores_apply(struct cores *cores, struct ep_counts *counts);

/* The path of a core file that no run was found for, or NULL. */
const char *cores_unused(const struct cores *cores);

#endif
