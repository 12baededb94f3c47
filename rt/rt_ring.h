/* SPDX-License-Identifier: MIT
 *
 * rt_ring.h - the marks that a thread passed last: its ring (abi.h).
 */
#ifndef EDGEPROF_RT_RING_H
#define EDGEPROF_RT_RING_H

#include "rt.h"

/* All under the lock.  Have code of MODULE, in whose mirror at COUNTS the word for it is,
 * write to REGION's ring, which is made if there is none. */
void rt_ring_lead(struct rt_region *region, struct rt_module *module,
                  uint64_t *counts, int fd);
/* REGION is of the thread that it names, from now on. */
void rt_ring_begin(struct rt_region *region);
/* What a mark calls that finds no free slot (abi.h). */
void rt_ring_lap(uint32_t *cursor);
/* In a fork's child: begin anew, in its file FD. */
void rt_ring_renew(struct rt_region *region, int fd);
/* Go on in the new file FD.  False: it goes on where it was. */
bool rt_ring_refile(struct rt_region *region, int fd);

/* ---- by rt_file.c, rt_region.c and rt_module.c ---- */

/* MODULE's chunk says now which of its counters is none. */
void rt_file_set_ring(int fd, const struct rt_module *module);
/* Append a RING chunk and map it AT, in place of what is there, or anywhere if that is
 * NULL.  NULL: no room. */
struct edgeprof_raw_ring *rt_file_add_ring(int fd,
                                           struct edgeprof_raw_ring *at);
/* Have MODULE's code write to the rings of all regions, if it does. */
void rt_region_trace(struct rt_module *module, int fd);
/* As in its MODULE chunk: which counter is none. */
uint64_t rt_module_ring(const struct edgeprof_module *descriptor);

#endif
