/* SPDX-License-Identifier: MIT
 *
 * clang_compat.cc - what differs between the releases of LLVM.
 */
#include "clang_compat.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/IR/DebugInfo.h"
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/Support/ModRef.h"
#endif
#pragma GCC diagnostic pop

using namespace llvm;

/* 16 gathered the attributes about memory in one, memory(...). */
#if LLVM_VERSION_MAJOR >= 16
static const Attribute::AttrKind memory_attributes[] = {
    Attribute::Memory, Attribute::Speculatable, Attribute::WillReturn};
#else
static const Attribute::AttrKind memory_attributes[] = {
    Attribute::ReadNone,
    Attribute::ReadOnly,
    Attribute::WriteOnly,
    Attribute::ArgMemOnly,
    Attribute::InaccessibleMemOnly,
    Attribute::InaccessibleMemOrArgMemOnly,
    Attribute::Speculatable,
    Attribute::WillReturn};
#endif

void edgeprof_compat_set_opaque(CallBase &call)
{
    LLVMContext &context = call.getContext();

#if LLVM_VERSION_MAJOR >= 16
    call.addFnAttr(Attribute::getWithMemoryEffects(
        context, MemoryEffects::inaccessibleMemOnly()));
#else
    call.addFnAttr(Attribute::get(context, Attribute::InaccessibleMemOnly));
#endif
    for (Attribute::AttrKind kind :
         {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoMerge,
          Attribute::NoSync, Attribute::NoFree, Attribute::NoCallback})
        call.addFnAttr(Attribute::get(context, kind));
}

void edgeprof_compat_strip(Function &function)
{
    for (Attribute::AttrKind kind : memory_attributes)
        function.removeFnAttr(kind);
}

void edgeprof_compat_strip(CallBase &call)
{
    for (Attribute::AttrKind kind : memory_attributes)
        call.removeFnAttr(kind);
}

/* 19 has records in place of intrinsics, or either; optimising, it replaces
 * those that declare a variable by one per assignment, before the first pass.
 */
#if LLVM_VERSION_MAJOR >= 19
static const DILocalVariable *assigned(const AllocaInst &slot)
{
    for (const DbgVariableRecord *record : at::getDVRAssignmentMarkers(&slot))
        return record->getVariable();
    for (const DbgAssignIntrinsic *record : at::getAssignmentMarkers(&slot))
        return record->getVariable();
    return nullptr;
}

const DILocalVariable *edgeprof_compat_variable(const AllocaInst &slot)
{
    auto *value = const_cast<AllocaInst *>(&slot);

    for (const DbgDeclareInst *declare : findDbgDeclares(value))
        return declare->getVariable();
    for (const DbgVariableRecord *record : findDVRDeclares(value))
        return record->getVariable();
    return assigned(slot);
}
#else
const DILocalVariable *edgeprof_compat_variable(const AllocaInst &slot)
{
    for (const DbgVariableIntrinsic *declare :
         FindDbgDeclareUses(const_cast<AllocaInst *>(&slot)))
        return declare->getVariable();
    return nullptr;
}
#endif

#if LLVM_VERSION_MAJOR >= 19
static bool is_start(const User *user)
{
    const auto *start = dyn_cast<LifetimeIntrinsic>(user);

    return start && start->getIntrinsicID() == Intrinsic::lifetime_start;
}

/* What a function returns is one of its variables at times, and such a one has
 * no life: it is declared where it is initialised. */
static void find_initialised(const Instruction &instruction,
                             edgeprof_variables &found)
{
    const DILocation *location = instruction.getDebugLoc();

    if (!location)
        return;
    for (const DbgVariableRecord *record :
         at::getDVRAssignmentMarkers(&instruction)) {
        const auto *slot = dyn_cast_or_null<AllocaInst>(record->getAddress());
        const DILocalVariable *variable = record->getVariable();

        if (slot && none_of(slot->users(), is_start) &&
            location->getScope() == variable->getScope() &&
            location->getLine() == variable->getLine())
            found.push_back(variable);
    }
}

static void find_records(const Instruction &instruction,
                         edgeprof_variables &found)
{
    for (const DbgVariableRecord &record :
         filterDbgVars(instruction.getDbgRecordRange()))
        if (record.getType() == DbgVariableRecord::LocationType::Declare)
            found.push_back(record.getVariable());
    find_initialised(instruction, found);
    if (!is_start(&instruction))
        return;
    const auto *slot =
        dyn_cast<AllocaInst>(instruction.getOperand(1)->stripPointerCasts());
    const DILocalVariable *variable = slot ? assigned(*slot) : nullptr;
    if (variable)
        found.push_back(variable);
}
#else
static void find_records(const Instruction &, edgeprof_variables &) {}
#endif

edgeprof_variables edgeprof_compat_variables(const Instruction &instruction)
{
    edgeprof_variables found;

    if (const auto *declare = dyn_cast<DbgDeclareInst>(&instruction))
        found.push_back(declare->getVariable());
    find_records(instruction, found);
    return found;
}

uint64_t edgeprof_compat_frequency(const BlockFrequencyInfo &info,
                                   const BasicBlock &block)
{
    return info.getBlockFreq(&block).getFrequency();
}

bool edgeprof_compat_starts(StringRef name, StringRef prefix)
{
    /* startswith became starts_with in 18 */
    return name.substr(0, prefix.size()) == prefix;
}
