/* SPDX-License-Identifier: MIT
 *
 * clang_alone.cc - see clang_alone.h.
 */
#include "clang_alone.h"

#include "clang_mark.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/IRBuilder.h"
#pragma GCC diagnostic pop
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

static bool has_only_marks(const BasicBlock &block)
{
    uint64_t id;

    for (const Instruction &instruction : block)
        if (!instruction.isTerminator() &&
            !isa<DbgInfoIntrinsic>(instruction) &&
            !edgeprof_mark_id(instruction, &id))
            return false;
    return true;
}

/* Whether TO does not ask if it was come to from A or from B. */
static bool are_same(const BasicBlock &to, const BasicBlock &a,
                     const BasicBlock &b)
{
    for (const PHINode &phi : to.phis())
        if (phi.getIncomingValueForBlock(&a) !=
            phi.getIncomingValueForBlock(&b))
            return false;
    return true;
}

BranchInst *edgeprof_alone(CallInst &statement)
{
    BasicBlock *block = statement.getParent();
    BasicBlock *from = block->getSinglePredecessor();
    BasicBlock *to = block->getSingleSuccessor();
    auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;

    if (!to || !branch || branch->isUnconditional() ||
        block->hasAddressTaken() || !has_only_marks(*block) ||
        branch->getSuccessor(branch->getSuccessor(0) == block) != to)
        return nullptr;
    return are_same(*to, *from, *block) ? branch : nullptr;
}

Value *edgeprof_alone_value(BranchInst &branch, const CallInst &statement)
{
    IRBuilder<> b(&branch);
    Value *holds = branch.getCondition();

    if (branch.getSuccessor(1) == statement.getParent())
        holds = b.CreateNot(holds);
    return b.CreateZExt(holds, b.getInt64Ty());
}

void edgeprof_alone_end(BranchInst &branch)
{
    BasicBlock *from = branch.getParent();

    for (BasicBlock *block : {branch.getSuccessor(0), branch.getSuccessor(1)})
        if (block->getSinglePredecessor() &&
            &*block->getFirstNonPHIOrDbg() == block->getTerminator())
            TryToSimplifyUncondBranchFromEmptyBlock(block);
    ConstantFoldTerminator(from);
}
