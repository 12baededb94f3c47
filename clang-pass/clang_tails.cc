/* SPDX-License-Identifier: MIT
 *
 * clang_tails.cc - see clang_tails.h.
 */
#include "clang_tails.h"

using namespace llvm;

/* As far as a way is followed, and a line searched for. */
enum { FEW_BLOCKS = 8 };

/* A copy of the process, or of the stack, comes back from CALL as well. */
static bool may_return_twice(const CallBase &call)
{
    const Function *callee = edgeprof_callee(call);

    return call.hasFnAttr(Attribute::ReturnsTwice) ||
           (callee && ep_calls_returns_twice(
                          GlobalValue::dropLLVMManglingEscape(callee->getName())
                              .str()
                              .c_str()));
}

static bool same_line(const DILocation *a, const DILocation *b)
{
    return a && a->getLine() == b->getLine() && a->getFile() == b->getFile();
}

/* Whether INSTRUCTION does more than hand on a result. */
static bool has_effect(const Instruction &instruction)
{
    const auto *store = dyn_cast<StoreInst>(&instruction);

    return instruction.mayWriteToMemory() &&
           !instruction.isLifetimeStartOrEnd() &&
           !(store && isa<AllocaInst>(store->getPointerOperand()));
}

/* Whether the count of INSTRUCTION, behind a call, is seen: it has a line, and
 * one that is reached without it as well; or it makes a block, if there are no
 * lines.  What is between the call and INSTRUCTION has passed this test, and so
 * is as good as what is before. */
bool edgeprof_tails::shows(const Instruction &instruction) const
{
    const DILocation *at = lines.at(instruction);
    const auto *node = tree.getNode(instruction.getParent());

    if (!instruction.getFunction()->getSubprogram())
        return has_effect(instruction);
    for (unsigned i = 0; at && node && i < FEW_BLOCKS; i++) {
        for (const Instruction &before : *node->getBlock()) {
            if (&before == &instruction)
                break;
            if (same_line(before.getDebugLoc(), at) && lines.at(before))
                return false;
        }
        node = node->getIDom();
    }
    return at != nullptr;
}

/* The only place where JUMP can lead, or NULL.  STORED: the last constants in
 * slots of the frame. */
static const BasicBlock *
only_next(const Instruction &jump, const edgeprof_lines &lines,
          const SmallDenseMap<const Value *, const ConstantInt *> &stored)
{
    const auto *choice = dyn_cast<SwitchInst>(&jump);

    if (isa<BranchInst>(jump) && jump.getNumSuccessors() == 1)
        return jump.getSuccessor(0);
    if (!choice || !lines.is_made(jump))
        return nullptr;
    const auto *load = dyn_cast<LoadInst>(choice->getCondition());
    const ConstantInt *code =
        load ? stored.lookup(load->getPointerOperand()) : nullptr;
    return code ? choice->findCaseValue(code)->getCaseSuccessor() : nullptr;
}

/* The way from behind CALL to the return, and what stands on it; false if there
 * is none that is taken always, and leads through no other call that may leave.
 */
bool edgeprof_tails::follow(const CallInst &call, way *out,
                            SmallVectorImpl<const Instruction *> *behind) const
{
    SmallDenseMap<const Value *, const ConstantInt *> stored;
    const Instruction *at = call.getNextNode();

    while (out->size() < FEW_BLOCKS) {
        for (; !at->isTerminator(); at = at->getNextNode()) {
            const auto *other = dyn_cast<CallBase>(at);
            const auto *store = dyn_cast<StoreInst>(at);

            if (other && edgeprof_may_leave(session, *other, false))
                return false;
            if (store)
                stored[store->getPointerOperand()] =
                    dyn_cast<ConstantInt>(store->getValueOperand());
            behind->push_back(at);
        }
        const BasicBlock *next = only_next(*at, lines, stored);
        auto other = ways.find(at->getParent());
        if ((!next && !isa<ReturnInst>(at)) ||
            (other != ways.end() && other->second != next))
            return false;
        behind->push_back(at);
        if (!out->insert({at->getParent(), next}).second)
            return false; /* round and round */
        if (!next)
            return true;
        at = &next->front();
    }
    return false;
}

/* Whether CALL has nothing behind it that is seen; its way to the return. */
bool edgeprof_tails::is_last(const CallInst &call, way *out) const
{
    SmallVector<const Instruction *, 16> behind;

    if (call.isMustTailCall()) { /* right before the return */
        (*out)[call.getParent()] = nullptr;
        return true;
    }
    return edgeprof_may_leave(session, call, false) &&
           !may_return_twice(call) && follow(call, out, &behind) &&
           llvm::none_of(behind,
                         [&](const Instruction *i) { return shows(*i); });
}

edgeprof_tails::edgeprof_tails(const edgeprof_session &s,
                               const Function &function,
                               const edgeprof_lines &l, const DominatorTree &t)
    : session(s), lines(l), tree(t)
{
    for (const BasicBlock &block : function)
        for (const Instruction &instruction : block) {
            const auto *call = dyn_cast<CallInst>(&instruction);
            way found;

            if (!call || !is_last(*call, &found))
                continue;
            calls.insert(call);
            ways.insert(found.begin(), found.end());
        }
}

bool edgeprof_tails::has(const CallBase &call) const
{
    return calls.count(&call) != 0;
}

bool edgeprof_tails::is_way(const BasicBlock &from, const BasicBlock *to) const
{
    auto step = ways.find(&from);

    return step != ways.end() && step->second == to;
}
