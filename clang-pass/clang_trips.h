/* SPDX-License-Identifier: MIT
 *
 * clang_trips.h - let loops count how often they come round.
 *
 * WHY   core/graph/trips.h
 * MODEL A loop's variable is a slot of the frame like any other: LLVM makes a register of
 *       it, and where the number of rounds can be computed, so is its value.  Where the
 *       loop is left stands a call like a mark, with two arguments: the id of the
 *       loop's bin 0, and the variable.  Once that is a constant, it is a mark of a bin
 *       like any other.
 */
#ifndef EDGEPROF_LLVM_TRIPS_H
#define EDGEPROF_LLVM_TRIPS_H

#include "clang_graph.h"

#define EDGEPROF_TRIPS "__edgeprof_trips"

/* Put on the edges of FUNCTION, whose places are PLACES, what TRIPS says; it has the INDEX
 * of NOTED in the unit. */
void edgeprof_trips_put(llvm::Function &function,
                        std::vector<edgeprof_place> &places,
                        const struct ep_trips &trips, uint32_t index,
                        const struct ep_function &noted);

/* INSTRUCTION, if it is such a call. */
const llvm::CallInst *edgeprof_trips(const llvm::Instruction &instruction);

/* What an increment needs, before CALL, such a one: TABLE, an address, and 8 bytes for
 * each bin before its variable's. */
llvm::Value *edgeprof_trips_address(llvm::CallInst &call, llvm::Value *table);

#endif
