/* SPDX-License-Identifier: MIT
 *
 * clang_cleanups.cc - see clang_cleanups.h.
 */
#include "clang_cleanups.h"

#include "clang_rust.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#pragma GCC diagnostic pop

using namespace llvm;

/* Of the allocation that is a slot: a metadata kind. */
static const char SLOT[] = "edgeprof.slot";

StringRef edgeprof_callee_name(const CallBase &call)
{
    const auto *callee =
        dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());

    return callee ? callee->getName() : "";
}

/* In the Itanium name mangling: _Z...D1Ev, which a function D1 of no arguments
 * may be as well. */
bool edgeprof_is_destructor(StringRef name)
{
    ItaniumPartialDemangler demangler;
    size_t n = name.size();

    return edgeprof_compat_starts(name, "_Z") && n > 7 &&
           name.substr(n - 2) == "Ev" && name[n - 4] == 'D' &&
           name[n - 3] >= '0' && name[n - 3] <= '2' &&
           !demangler.partialDemangle(name.str().c_str()) &&
           demangler.isCtorOrDtor();
}

/* _Z...nt..., which other names may have in them as well. */
bool edgeprof_is_not(StringRef name)
{
    ItaniumPartialDemangler demangler;

    if (!edgeprof_compat_starts(name, "_Z") ||
        name.find("nt") == StringRef::npos ||
        demangler.partialDemangle(name.str().c_str()) ||
        !demangler.isFunction())
        return false;
    char *base = demangler.getFunctionBaseName(nullptr, nullptr);
    bool is_not = base && StringRef(base) == "operator!";
    std::free(base);
    return is_not;
}

bool edgeprof_ends_scope(const CallBase &call)
{
    if (!edgeprof_is_destructor(edgeprof_callee_name(call)) ||
        call.arg_size() == 0)
        return false;
    return edgeprof_is_destructor(call.getFunction()->getName()) ||
           isa<AllocaInst>(getUnderlyingObject(call.getArgOperand(0)));
}

/* No variable of the source, and only constants are stored. */
static bool is_slot(const AllocaInst &slot)
{
    if (!slot.getAllocatedType()->isIntegerTy(32) ||
        edgeprof_compat_variable(slot))
        return false;
    bool switched = false;
    for (const User *user : slot.users()) {
        const auto *store = dyn_cast<StoreInst>(user);

        if (store ? !isa<ConstantInt>(store->getValueOperand())
                  : !isa<LoadInst>(user))
            return false;
        if (!store)
            for (const User *reader : user->users())
                switched |= isa<SwitchInst>(reader) || isa<ICmpInst>(reader);
    }
    return switched;
}

void edgeprof_find_cleanup_slots(Function &function)
{
    if (edgeprof_is_rust(*function.getParent()))
        return;
    for (Instruction &instruction : function.getEntryBlock()) {
        auto *slot = dyn_cast<AllocaInst>(&instruction);

        if (slot && is_slot(*slot))
            slot->setMetadata(SLOT, MDNode::get(function.getContext(), {}));
    }
}

bool edgeprof_is_cleanup_slot(const Value *pointer)
{
    const auto *slot = dyn_cast<AllocaInst>(pointer);

    return slot && slot->getMetadata(SLOT);
}

/* Whether INSTRUCTION is there because a scope ends. */
static bool is_of_end(const Instruction &instruction)
{
    const auto *call = dyn_cast<CallBase>(&instruction);

    return isa<BitCastInst>(instruction) || /* LLVM 14: for the next */
           (call &&
            (call->isLifetimeStartOrEnd() || call->isDebugOrPseudoInst() ||
             edgeprof_ends_scope(*call)));
}

const ConstantInt *edgeprof_cleanup_code(const BasicBlock &block)
{
    const Instruction *at = block.getTerminator()->getPrevNode();

    while (at && is_of_end(*at))
        at = at->getPrevNode();
    const auto *store = dyn_cast_or_null<StoreInst>(at);
    return store && edgeprof_is_cleanup_slot(store->getPointerOperand())
               ? cast<ConstantInt>(store->getValueOperand())
               : nullptr;
}

const SwitchInst *edgeprof_cleanup_switch(const BasicBlock &block)
{
    const auto *choice = dyn_cast<SwitchInst>(block.getTerminator());
    const auto *load =
        choice ? dyn_cast<LoadInst>(choice->getCondition()) : nullptr;

    return load && edgeprof_is_cleanup_slot(load->getPointerOperand())
               ? choice
               : nullptr;
}

/* Whether BLOCK is cleanups, behind which all go on to one block. */
static bool goes_on(const BasicBlock &block)
{
    const Instruction *jump = block.getTerminator();

    for (const Instruction &instruction : block)
        if (&instruction != jump && !is_of_end(instruction))
            return false;
    return isa<BranchInst>(jump) && jump->getNumSuccessors() == 1 &&
           !jump->getDebugLoc() && &block.front() != jump;
}

const BasicBlock *edgeprof_behind_cleanup(const BasicBlock &block,
                                          const ConstantInt *code)
{
    if (const SwitchInst *choice = edgeprof_cleanup_switch(block))
        return choice->findCaseValue(code)->getCaseSuccessor();
    return goes_on(block) ? block.getSingleSuccessor() : nullptr;
}

bool edgeprof_leads_to_label(const BranchInst &jump)
{
    const BasicBlock *block = jump.getParent();

    if (edgeprof_compat_previous(jump) ||
        jump.getSuccessor(0) != block->getNextNode())
        return false;
    const DILocation *place = edgeprof_compat_place(jump.getDebugLoc());
    while ((block = block->getPrevNode()))
        if (edgeprof_compat_place(block->getTerminator()->getDebugLoc()) ==
            place)
            return true;
    return false;
}
