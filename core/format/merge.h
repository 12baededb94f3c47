/* SPDX-License-Identifier: MIT
 *
 * merge.h - add profiles up.
 *
 * WHY   a test suite is thousands of short runs; users ask for their sum.
 * MODEL Modules are the same if their ids are; of differing paths the smallest
 *       stays, and of differing notes too.  Runs and counts, of all and of
 *       each label, and samples add up, saturating; flags are ORed.
 *       Counts of edges follow from those of others by addition alone, so only
 *       what is linear keeps them true: sums, differences, multiples.
 * RULES The sum does not depend on the order.  Memory is bound by the distinct
 *       modules and labels, not by the number of profiles.  Adding costs time
 *       linear in what is added.
 */
#ifndef EP_MERGE_H
#define EP_MERGE_H

#include "base/map.h"
#include "format/counts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero-initialised is the sum of nothing. */
struct ep_merge {
    struct ep_counts sum;
    struct ep_map modules; /* hash of the id -> index into sum.modules */
    struct ep_map labels;  /* hash of the text -> index into sum.labels */
};

/* Add FROM, whose notes and counts may move into the sum.
 * NAME  file that it came from, for messages
 * EP_OK; EP_EMATCH if a module has another number of counters than the module
 * of that id in the sum, which is then unchanged; EP_ENOMEM, the sum then holds
 * a part of FROM. */
EP_MUST_CHECK int ep_merge_add(struct ep_merge *merge, struct ep_counts *from,
                               const char *name, struct ep_diag *diag);

/* Add FROM's modules and notes alone, without its runs. */
EP_MUST_CHECK int ep_merge_add_empty(struct ep_merge *merge,
                                     struct ep_counts *from, const char *name,
                                     struct ep_diag *diag);

/* Take FROM, whose runs are among those of the sum, out of it: the sum is then
 * what it would be had FROM never been added, but that its modules, their
 * notes, paths and flags stay.  A sum that has reached 2^64 - 1 cannot be
 * undone.  FROM is a sum itself: it has no module twice.
 * EP_OK; EP_EMATCH if FROM has more of anything than the sum, which is then
 * unchanged; EP_ENOMEM, a part of FROM may then be taken. */
EP_MUST_CHECK int ep_merge_subtract(struct ep_merge *merge,
                                    const struct ep_counts *from,
                                    const char *name, struct ep_diag *diag);

/* COUNTS becomes the sum of FACTOR, at least one, copies of itself.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_counts_scale(struct ep_counts *counts, uint64_t factor);

/* The profile of LABEL's runs alone, with the notes that COUNTS has of their
 * modules, and without samples, which have no labels.  LABEL, of COUNTS, is kept.
 * OUT  initialised by this call; release with ep_counts_release
 * EP_OK or EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int ep_counts_only(const struct ep_counts *counts,
                                 const struct ep_label *label,
                                 struct ep_counts *out);

void ep_merge_release(struct ep_merge *merge);

#ifdef __cplusplus
}
#endif

#endif
