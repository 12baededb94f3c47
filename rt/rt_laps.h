/* SPDX-License-Identifier: MIT
 *
 * rt_laps.h - rings that have files of their own, and whose laps are kept (abi.h).
 *
 * WHY   A path that is longer than a ring is told whole below prof-run --trace.
 */
#ifndef EDGEPROF_RT_LAPS_H
#define EDGEPROF_RT_LAPS_H

#include "rt.h"

/* All under the lock.  A new ring, mapped AT, in place of what is there, or anywhere if that
 * is NULL.  NULL: laps are not kept, or no file can be made. */
struct edgeprof_raw_ring *rt_laps_ring(struct edgeprof_raw_ring *at);
/* Whose marks will be in them. */
void rt_laps_module(struct rt_module *module);

/* Its thread, signals being blocked: if RING came round, write the lap.  Nothing that it calls
 * touches a vector register. */
void rt_laps_take(struct edgeprof_raw_ring *ring);

#endif
