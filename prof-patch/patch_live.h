/* SPDX-License-Identifier: MIT
 *
 * patch_live.h - copies of code within a process, and the way to and from them.
 *
 * MODEL An *object* is a program or library of the process that is counted.  First its
 *       copies are put somewhere near it, where nobody comes; then, while all threads
 *       are at places that allow it, all the jumps to them are.  To leave, the jumps are
 *       taken away, and threads that are within a copy are put to the old
 *       instruction.
 *       The counters of all objects are in one piece of shared memory without a
 *       name, whose descriptor we have: it outlives the process.  It is a raw file
 *       (patch_raw.h).
 * RULES What is written over is what was read before, or nothing is written.
 */
#ifndef PROF_PATCH_LIVE_H
#define PROF_PATCH_LIVE_H

#include "patch_make.h"
#include "patch_process.h"

#include "code/running.h"
#include "format/counts.h"

struct object {
    char path[PATH_MAX];
    struct made made;
    struct ep_running running;
    struct ep_buf kept;     /* the name of the file that tells of it */
    uint64_t bias;          /* addresses in the process less the file's */
    uint64_t low, high;     /* what the process has of it */
    uint64_t first_counter; /* bytes before it, of the shared memory */
    struct ep_module id;    /* id_kind, id_size, id; the rest is empty */
};

struct live {
    struct object *objects;
    size_t n;
    int counters;           /* a descriptor, or -1 */
    uint64_t inode;         /* of the shared memory */
    uint64_t counters_size; /* bytes */
    char run[PATH_MAX];     /* absolute path of the run; "": it is no file */
    uint8_t ticket[EDGEPROF_TICKET];
};

/* Make room for copies and counters in PROCESS, which runs on.  EP_OK; EP_EMATCH; EP_ENOMEM. */
EP_MUST_CHECK int live_bring(struct live *live, struct process *process,
                             struct ep_diag *diag);
/* From now on the process counts.  EP_OK; EP_EMATCH; EP_ENOMEM.  Whatever comes back,
 * live_end is to be called. */
EP_MUST_CHECK int live_begin(const struct live *live, struct process *process,
                             struct ep_diag *diag);
/* From now on it does not: all code is the old one, and the copies are gone if nobody is
 * still to come back to them.  The same of a child that it has forked.  EP_OK, also if it
 * has ended or executes another program now; EP_EMATCH: it still counts. */
EP_MUST_CHECK int live_end(const struct live *live, struct process *process,
                           struct ep_diag *diag);

#endif
