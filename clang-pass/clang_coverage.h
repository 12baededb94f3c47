/* SPDX-License-Identifier: MIT
 *
 * clang_coverage.h - what clang's own coverage counts, where it is asked for as well.
 */
#ifndef EDGEPROF_LLVM_COVERAGE_H
#define EDGEPROF_LLVM_COVERAGE_H

namespace llvm
{
class BasicBlock;
class BranchInst;
class Instruction;
} // namespace llvm

/* Whether INSTRUCTION counts for it; whether BLOCK does nothing but that. */
bool edgeprof_is_coverage(const llvm::Instruction &instruction);
bool edgeprof_is_coverage(const llvm::BasicBlock &block);

/* Whether JUMP goes on to what is written next, from or past what counts for it.  It has
 * the place of a jump before it. */
bool edgeprof_skips_coverage(const llvm::BranchInst &jump);

#endif
