/* SPDX-License-Identifier: MIT
 *
 * clang_values.h - let calls by a pointer count whom they call.
 *
 * WHY   core/format/targets.h
 * MODEL Before the call stands a call like a mark, with two arguments: the id of its
 *       cells, and the pointer.
 */
#ifndef EDGEPROF_LLVM_VALUES_H
#define EDGEPROF_LLVM_VALUES_H

#include "clang_graph.h"

#define EDGEPROF_VALUE "__edgeprof_value"

/* Put them before CALLS, of the function that has the INDEX of NOTED in the unit. */
void edgeprof_values_put(llvm::ArrayRef<llvm::CallBase *> calls, uint32_t index,
                         const struct ep_function &noted);

/* INSTRUCTION, if it is such a call. */
const llvm::CallInst *edgeprof_values(const llvm::Instruction &instruction);

/* What an increment needs, before CALL, such a one: the hash of its pointer's place, START
 * being the address of the counters; and TABLE, an address, and 16 bytes for each cell
 * before that of HASH. */
llvm::Value *edgeprof_values_hash(llvm::CallInst &call, llvm::Value *start);
llvm::Value *edgeprof_values_address(llvm::CallInst &call, llvm::Value *table,
                                     llvm::Value *hash);

#endif
