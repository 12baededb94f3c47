/* SPDX-License-Identifier: MIT
 *
 * clang_promote.h - let the marks of tight loops count in registers.
 *
 * WHY   core/graph/promote.h
 * MODEL In a loop that is promoted, each set of marks that a block holds has a
 *       register: 0 before the loop, one more where the marks stood.  At every
 *       exit a *flush*, a call like a mark, takes that register and the ids of
 *       the marks to add it to.
 * RULES Run where the vectoriser begins: it then sees loops without marks.  Run
 *       again before count, for pipelines without it (LTO).
 */
#ifndef EDGEPROF_LLVM_PROMOTE_H
#define EDGEPROF_LLVM_PROMOTE_H

#include "clang_plugin.h"

#define EDGEPROF_FLUSH "__edgeprof_flush"

/* INSTRUCTION, if it is a flush: operand 0 is the value, the others are ids. */
llvm::CallInst *edgeprof_flush(llvm::Instruction &instruction);

/* Promote the loops of FUNCTION that are worth it; whether any was. */
bool edgeprof_promote_function(const edgeprof_session &session,
                               llvm::Function &function,
                               llvm::FunctionAnalysisManager &analyses);

#endif
