/* SPDX-License-Identifier: MIT
 *
 * compat.cc - what differs between the releases of LLVM.
 */
#include "llvm_compat.h"

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

bool edgeprof_compat_is_variable(const AllocaInst &slot)
{
    auto *value = const_cast<AllocaInst *>(&slot);

    /* 19 has records in place of the intrinsic, or either. */
#if LLVM_VERSION_MAJOR >= 19
    return !findDbgDeclares(value).empty() || !findDVRDeclares(value).empty();
#else
    return !FindDbgDeclareUses(value).empty();
#endif
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
