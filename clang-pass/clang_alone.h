/* SPDX-License-Identifier: MIT
 *
 * clang_alone.h - conditions that only a count asks for.
 *
 * WHY   where the optimiser left nothing else to do on either way, the plain program has no
 *       jump, as of an assertion's `a == 0 || a == 1` if that is known to hold.  With
 *       an increment on one of the ways it has one, which goes wrong as often as the
 *       condition cannot be foreseen.  So what the condition was is added instead.
 */
#ifndef EDGEPROF_LLVM_ALONE_H
#define EDGEPROF_LLVM_ALONE_H

#include "clang_graph.h"

/* The branch that does nothing but decide whether STATEMENT, a mark, is executed; else null. */
llvm::BranchInst *edgeprof_alone(llvm::CallInst &statement);

/* 1 if BRANCH leads to STATEMENT, else 0: a value of 64 bits, computed before it. */
llvm::Value *edgeprof_alone_value(llvm::BranchInst &branch,
                                  const llvm::CallInst &statement);

/* BRANCH leads past the block of its ways that is empty now, which goes. */
void edgeprof_alone_end(llvm::BranchInst &branch);

#endif
