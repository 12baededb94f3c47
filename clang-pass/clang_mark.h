/* SPDX-License-Identifier: MIT
 *
 * clang_mark.h - put marks into every function, before anything is optimised.
 *
 * MODEL A mark is a call of an external function that does not exist, with its
 *       id as the argument.  Its attributes say that it touches no memory of
 *       the program, returns, and must not be merged with another; so the
 *       optimisers execute it as often as the source would, may copy it, and
 *       think that it costs nothing.
 */
#ifndef EDGEPROF_LLVM_MARK_H
#define EDGEPROF_LLVM_MARK_H

#include "clang_graph.h"

#define EDGEPROF_MARK "__edgeprof_mark"

/* True if INSTRUCTION is a mark; its id in OUT. */
bool edgeprof_mark_id(const llvm::Instruction &instruction, uint64_t *out);

/* What is put on an edge is put before this, which may be a new block's jump; AT is then
 * that place.  NULL: there is none. */
llvm::Instruction *edgeprof_mark_find(edgeprof_place *at);

/* The mark ID before BEFORE; a call of CALLEE, a mark's like, with ARGUMENTS. */
void edgeprof_mark_add(llvm::Module &module, uint64_t id,
                       llvm::Instruction *before);
void edgeprof_mark_call(llvm::Instruction &before, llvm::StringRef callee,
                        llvm::ArrayRef<llvm::Value *> arguments);

/* Mark every function of MODULE and note it in session.unit. */
void edgeprof_mark_unit(edgeprof_session &session, llvm::Module &module,
                        llvm::ModuleAnalysisManager &analyses);

#endif
