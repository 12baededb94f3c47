/* SPDX-License-Identifier: MIT
 *
 * clang_choices.cc - see clang_choices.h.
 */
#include "clang_choices.h"

#include "clang_calls.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/InstIterator.h"
#pragma GCC diagnostic pop

using namespace llvm;

namespace
{
/* The code that computes VALUE, from FIRST on: straight on, over the calls that
 * may throw, to where the next operand's begins, or to the choice. */
struct operand {
    Value *value;
    Instruction *first;
    bool calls; /* a function of this unit */
};
} // namespace

/* What runs right before AT; NULL: not always the same. */
static Instruction *before(const Instruction &at)
{
    const BasicBlock *block = at.getParent();
    const BasicBlock *from = block->getUniquePredecessor();

    if (&at != &block->front())
        return const_cast<Instruction *>(at.getPrevNode());
    return from && isa<InvokeInst>(from->getTerminator()) &&
                   !block->isLandingPad()
               ? const_cast<Instruction *>(from->getTerminator())
               : nullptr;
}

/* The slot in the frame that POINTER leads to, if no variable's; else NULL. */
static const AllocaInst *temporary(const Value *pointer)
{
    const auto *slot = dyn_cast<AllocaInst>(pointer->stripInBoundsOffsets());

    return slot && !edgeprof_compat_variable(*slot) ? slot : nullptr;
}

/* Whether AT, which has no result, fills a temporary, or begins its life. */
static bool fills(const Instruction &at)
{
    const auto *call = dyn_cast<CallBase>(&at); /* a constructor, say */

    if (const auto *store = dyn_cast<StoreInst>(&at))
        return temporary(store->getPointerOperand());
    if (call && at.isLifetimeStartOrEnd())
        return temporary(edgeprof_compat_lifetime(*call));
    return call && call->arg_size() > 0 &&
           call->getArgOperand(0)->getType()->isPointerTy() &&
           temporary(call->getArgOperand(0));
}

/* Whether only what is in SERVING uses VALUE; the end of its life aside. */
static bool is_for(const Value &value,
                   const SmallPtrSetImpl<const User *> &serving)
{
    return llvm::all_of(value.users(), [&](const User *user) {
        return serving.count(user) ||
               cast<Instruction>(user)->isLifetimeStartOrEnd() ||
               (isa<BitCastInst>(user) && is_for(*user, serving));
    });
}

/* Add the temporaries that AT's operands lead to. */
static void note_temporaries(const Instruction &at,
                             SmallPtrSetImpl<const AllocaInst *> *slots)
{
    for (const Value *with : at.operands())
        if (with->getType()->isPointerTy())
            if (const AllocaInst *slot = temporary(with))
                slots->insert(slot);
}

/* Whether AT calls a function of this unit. */
static bool calls_this_unit(const Instruction &at)
{
    const auto *call = dyn_cast<CallBase>(&at);
    const Function *callee = call ? edgeprof_calls_callee(*call) : nullptr;

    return callee && !callee->isDeclaration();
}

/* The code before END that serves nothing but VALUE, which one choice uses. */
static operand find_operand(Value *value, Instruction *end)
{
    SmallPtrSet<const User *, 8> serving;
    SmallPtrSet<const AllocaInst *, 4> slots;
    operand found = {value, end, false};
    bool calls = false;

    for (Instruction *at = before(*end); at; at = before(*at)) {
        bool serves = at == value       ? at->hasOneUse()
                      : serving.empty() ? false
                      : at->use_empty() ? fills(*at)
                                        : is_for(*at, serving);
        if (!serves || isa<PHINode>(at))
            break;
        serving.insert(at);
        note_temporaries(*at, &slots);
        calls |= calls_this_unit(*at);
        if (llvm::all_of(slots, [&](const AllocaInst *slot) {
                return is_for(*slot, serving);
            })) {
            found.first = at;
            found.calls = calls;
        }
    }
    return found;
}

/* Make a block of what is from AT on. */
static BasicBlock *split(Instruction &at, const DebugLoc &line)
{
    BasicBlock *from = at.getParent();
    BasicBlock *rest = from->splitBasicBlock(&at);

    from->getTerminator()->setDebugLoc(line);
    return rest;
}

/* CHOICE's operands, one behind the other, behind a jump each. */
static void split_choice(SelectInst &choice, const operand &yes,
                         const operand &no)
{
    const DebugLoc &line = choice.getDebugLoc();
    BasicBlock *head = yes.first->getParent();
    BasicBlock *yes_block = split(*yes.first, line);
    BasicBlock *no_block = split(*no.first, line);
    BasicBlock *join = split(choice, line);
    BasicBlock *yes_end = no_block->getUniquePredecessor();
    BasicBlock *no_end = join->getUniquePredecessor();
    const auto *condition = dyn_cast<Instruction>(choice.getCondition());
    auto *phi = PHINode::Create(choice.getType(), 2, "",
                                edgeprof_compat_before(&choice));
    auto *jump =
        BranchInst::Create(yes_block, no_block, choice.getCondition(),
                           edgeprof_compat_before(head->getTerminator()));

    head->getTerminator()->eraseFromParent();
    yes_end->getTerminator()->setSuccessor(0, join);
    jump->setDebugLoc(condition ? condition->getDebugLoc() : line);
    phi->setDebugLoc(line);
    phi->addIncoming(yes.value, yes_end);
    phi->addIncoming(no.value, no_end);
    choice.replaceAllUsesWith(phi);
    choice.eraseFromParent();
}

void edgeprof_split_choices(Function &function)
{
    SmallVector<SelectInst *, 8> choices;

    for (Instruction &instruction : instructions(function))
        if (auto *choice = dyn_cast<SelectInst>(&instruction))
            if (choice->getCondition()->getType()->isIntegerTy(1))
                choices.push_back(choice);

    for (SelectInst *choice : choices) {
        operand no = find_operand(choice->getFalseValue(), choice);
        operand yes = find_operand(choice->getTrueValue(), no.first);

        if (yes.calls || no.calls)
            split_choice(*choice, yes, no);
    }
}
