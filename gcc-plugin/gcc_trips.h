/* SPDX-License-Identifier: MIT
 *
 * gcc_trips.h - let loops count how often they come round.
 *
 * WHY   core/graph/trips.h
 * MODEL A loop's variable is one of the function like any other: it lives in a register,
 *       and where the number of rounds can be computed, so is its value.  Where the
 *       loop is left stands a mark with two operands: the id of the loop's bin 0, and
 *       the variable.  Once that is a constant, it is a mark of a bin like any other.
 */
#ifndef EDGEPROF_GCC_TRIPS_H
#define EDGEPROF_GCC_TRIPS_H

#include "gcc_graph.h"

/* Put on the edges of GRAPH, of the current function, what TRIPS says; it has the INDEX of
 * FUNCTION in the unit. */
void edgeprof_trips_put(const edgeprof_graph *graph,
                        const struct ep_trips *trips, uint32_t index,
                        const struct ep_function *function);

/* If STMT is such a mark: the variable's value, and in OUT the id of bin 0.  Else
 * NULL_TREE. */
tree edgeprof_trips(const gimple *stmt, uint64_t *out);

/* What an increment needs, before GSI: TABLE, an address, and 8 bytes for each bin before
 * that of VALUE. */
tree edgeprof_trips_address(gimple_stmt_iterator *gsi, tree table, tree value);

#endif
