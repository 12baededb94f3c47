/* SPDX-License-Identifier: MIT
 *
 * patch_raw.h - what a process counts that is counted while it runs, as a raw file.
 *
 * WHY   what reads the runs of other processes while they count reads this one, too.
 * MODEL The shared memory of the counters is laid out as a raw file.  While the process
 *       counts, the run's name is a link to our descriptor of it, and the memory's own
 *       name has the run's in it, by which prof-run finds that from the process alone.
 *       Behind the end a run file takes the link's place.
 */
#ifndef PROF_PATCH_RAW_H
#define PROF_PATCH_RAW_H

#include "patch_live.h"

#include <limits.h>

/* The memory's name, with the run's if there is room, into OUT. */
void raw_name(const struct live *live, char out[NAME_MAX]);

/* LIVE's run will be OUTPUT, of no object yet.  EP_OK; EP_EIO; EP_ENOMEM. */
EP_MUST_CHECK int raw_begin(struct live *live, const char *output,
                            struct ep_diag *diag);
/* Where in the memory OBJECT's counters are, behind those of LIVE's objects. */
void raw_add_object(struct live *live, struct object *object);
/* What is not counters, into the memory that LIVE has by now.  EP_OK; EP_EIO. */
EP_MUST_CHECK int raw_describe(const struct live *live, pid_t pid,
                               struct ep_diag *diag);

/* From now on the run's name leads to the memory.  EP_OK; EP_EIO. */
EP_MUST_CHECK int raw_link(const struct live *live, struct ep_diag *diag);
/* What was counted since it was reset, if it was, into OUT, which is initialised by
 * this call; the link is gone.  EP_OK; EP_EIO; EP_ENOMEM. */
EP_MUST_CHECK int raw_take(const struct live *live, struct ep_diag *diag,
                           struct ep_counts *out);

#endif
