/* SPDX-License-Identifier: MIT
 *
 * rt_part.h - labelled parts of the run.
 */
#ifndef EDGEPROF_RT_PART_H
#define EDGEPROF_RT_PART_H

#include "rt.h"

/* All under the lock.  0 or an errno value. */
int rt_part_begin(const char *text);
int rt_part_end(void);
/* Set all counts to 0. */
void rt_reset(void);
/* This is a fork's child, whose counts are 0 and which has a file. */
void rt_part_forked(void);
/* The run goes on in the new file FD.  False: without its parts so far. */
bool rt_part_refile(int fd);
/* The label of the part that has begun, and when; NULL: there is none. */
const char *rt_part_open(uint64_t *out_since);

/* The entries so far; async-signal-safe. */
struct rt_log_view {
    const struct rt_log *log;
    size_t end, at;
};
struct rt_log_view rt_part_view(void);
/* Where in an entry the counts of modules begin, and the bytes of one's. */
static inline size_t rt_part_counts(const struct edgeprof_raw_part *part)
{
    return sizeof *part + ((part->label_size + 7) & ~(size_t)7);
}

static inline size_t
rt_part_counts_size(const struct edgeprof_raw_part_counts *counts)
{
    return (sizeof *counts + counts->size + 7) & ~(size_t)7;
}

/* Add COUNTS to SUM, their module's counts, or take them off. */
void rt_part_add(const struct edgeprof_raw_part_counts *counts, uint64_t *sum,
                 bool less);
/* The next one, of those of a chunk from the first on; NULL: there are no more. */
const struct edgeprof_raw_part *rt_part_next(struct rt_log_view *view);

#endif
