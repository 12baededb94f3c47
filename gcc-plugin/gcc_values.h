/* SPDX-License-Identifier: MIT
 *
 * gcc_values.h - let calls by a pointer count whom they call.
 *
 * WHY   core/format/targets.h
 * MODEL Before the call stands a mark with three operands: the id of its cells, the
 *       pointer, and a third that tells it from what counts trips.
 */
#ifndef EDGEPROF_GCC_VALUES_H
#define EDGEPROF_GCC_VALUES_H

#include "gcc_graph.h"

/* Put them before the calls of GRAPH, of the current function, which has the INDEX of FUNCTION
 * in the unit. */
void edgeprof_values_put(const edgeprof_graph *graph, uint32_t index,
                         const struct ep_function *function);

/* If STMT is such a mark: the pointer, and in OUT the id.  Else NULL_TREE. */
tree edgeprof_values(const gimple *stmt, uint64_t *out);

/* What an increment needs, before GSI: the hash of POINTER's place, START being the
 * address of the counters; and TABLE, an address, and 16 bytes for each cell before that
 * of HASH. */
tree edgeprof_values_hash(gimple_stmt_iterator *gsi, tree start, tree pointer);
tree edgeprof_values_address(gimple_stmt_iterator *gsi, tree table, tree hash);

#endif
