/* SPDX-License-Identifier: MIT
 *
 * gcc_ways.h - marks for the ways through decisions (ways.h).
 *
 * MODEL A variable of the frame is a local one, which the optimisers treat as any
 *       other; which way it tells of is found by comparing it, in halves.
 */
#ifndef EDGEPROF_GCC_WAYS_H
#define EDGEPROF_GCC_WAYS_H

#include "gcc_graph.h"

/* Put the steps of function INDEX of the unit on the edges of GRAPH. */
void edgeprof_ways_put(const edgeprof_graph *graph, uint32_t index);

#endif
