/* SPDX-License-Identifier: MIT
 *
 * clang_coverage.cc - see clang_coverage.h.
 */
#include "clang_coverage.h"

#include "clang_compat.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#pragma GCC diagnostic pop

using namespace llvm;

bool edgeprof_is_coverage(const Instruction &instruction)
{
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);

    return call && edgeprof_compat_starts(
                       Intrinsic::getBaseName(call->getIntrinsicID()),
                       "llvm.instrprof.");
}

bool edgeprof_is_coverage(const BasicBlock &block)
{
    return edgeprof_is_coverage(block.front()) &&
           llvm::all_of(block, [](const Instruction &instruction) {
               return instruction.isTerminator() ||
                      edgeprof_is_coverage(instruction);
           });
}

bool edgeprof_skips_coverage(const BranchInst &jump)
{
    const BasicBlock *block = jump.getParent();
    bool passed = edgeprof_is_coverage(*block);

    for (block = block->getNextNode(); block && edgeprof_is_coverage(*block);
         block = block->getNextNode())
        passed = true;
    return passed && jump.getSuccessor(0) == block;
}
