/* SPDX-License-Identifier: MIT
 *
 * clang_ways.h - marks for the ways through decisions (ways.h).
 *
 * MODEL A variable of the frame is an alloca, which the optimisers treat as any
 *       other; which way it tells of is found by comparing it, in halves.
 */
#ifndef EDGEPROF_LLVM_WAYS_H
#define EDGEPROF_LLVM_WAYS_H

#include "clang_graph.h"

/* Put the steps of function INDEX of the unit, which is FUNCTION, on its edges, that are
 * at PLACES. */
void edgeprof_ways_put(const edgeprof_session &session,
                       llvm::Function &function, uint32_t index,
                       std::vector<edgeprof_place> *places);

#endif
