/* SPDX-License-Identifier: MIT
 *
 * clang_compat.cc - what differs between the releases of LLVM.
 */
#include "clang_compat.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/BinaryFormat/Dwarf.h"
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

/* From 17 on the optimiser's first pass replaces what declares a variable by a
 * marker for each assignment; from 19 on markers are records, no intrinsics. */
#if LLVM_VERSION_MAJOR >= 19
template <typename T> static auto markers(const T &of)
{
    return at::getDVRAssignmentMarkers(&of);
}
#elif LLVM_VERSION_MAJOR >= 17
template <typename T> static auto markers(const T &of)
{
    return at::getAssignmentMarkers(&of);
}
#else
template <typename T> static ArrayRef<const DbgDeclareInst *> markers(const T &)
{
    return {};
}
#endif

static const DILocalVariable *declared(const AllocaInst &slot)
{
    auto *value = const_cast<AllocaInst *>(&slot);
    (void)value;

#if LLVM_VERSION_MAJOR < 18
    for (const DbgVariableIntrinsic *declare : FindDbgDeclareUses(value))
        return declare->getVariable();
#elif LLVM_VERSION_MAJOR < 22
    for (const DbgVariableIntrinsic *declare : findDbgDeclares(value))
        return declare->getVariable();
#endif
#if LLVM_VERSION_MAJOR >= 19
    for (const DbgVariableRecord *record : findDVRDeclares(value))
        return record->getVariable();
#endif
    return nullptr;
}

static const DILocalVariable *assigned(const AllocaInst &slot)
{
    for (const auto *marker : markers(slot))
        return marker->getVariable();
    return nullptr;
}

const DILocalVariable *edgeprof_compat_variable(const AllocaInst &slot)
{
    const DILocalVariable *variable = declared(slot);

    return variable ? variable : assigned(slot);
}

static bool is_start(const User *user)
{
    const auto *start = dyn_cast<IntrinsicInst>(user);

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
    for (const auto *marker : markers(instruction)) {
        const auto *slot = dyn_cast_or_null<AllocaInst>(marker->getAddress());
        const DILocalVariable *variable = marker->getVariable();

        if (slot && none_of(slot->users(), is_start) &&
            location->getScope() == variable->getScope() &&
            location->getLine() == variable->getLine())
            found.push_back(variable);
    }
}

/* Those that INSTRUCTION, or a record before it, declares. */
static void find_declared(const Instruction &instruction,
                          edgeprof_variables &found)
{
    if (const auto *declare = dyn_cast<DbgDeclareInst>(&instruction))
        found.push_back(declare->getVariable());
#if LLVM_VERSION_MAJOR >= 19
    for (const DbgVariableRecord &record :
         filterDbgVars(instruction.getDbgRecordRange()))
        if (record.getType() == DbgVariableRecord::LocationType::Declare)
            found.push_back(record.getVariable());
#endif
}

edgeprof_variables edgeprof_compat_variables(const Instruction &instruction)
{
    edgeprof_variables found;

    find_declared(instruction, found);
    find_initialised(instruction, found);
    if (!is_start(&instruction))
        return found;
    const auto *slot = dyn_cast<AllocaInst>(
        edgeprof_compat_lifetime(cast<CallBase>(instruction))
            ->stripPointerCasts());
    const DILocalVariable *variable = slot ? assigned(*slot) : nullptr;
    if (variable)
        found.push_back(variable);
    return found;
}

uint64_t edgeprof_compat_frequency(const BlockFrequencyInfo &info,
                                   const BasicBlock &block)
{
    return info.getBlockFreq(&block).getFrequency();
}

const DILocation *edgeprof_compat_place(const DILocation *location)
{
#if LLVM_VERSION_MAJOR >= 22
    if (location && location->getAtomGroup())
        return DILocation::get(location->getContext(), location->getLine(),
                               location->getColumn(), location->getScope(),
                               location->getInlinedAt(),
                               location->isImplicitCode());
#endif
    return location;
}

std::string edgeprof_compat_target(const Module &module)
{
#if LLVM_VERSION_MAJOR >= 21
    return module.getTargetTriple().str();
#else
    return module.getTargetTriple();
#endif
}

std::string edgeprof_compat_level(OptimizationLevel level)
{
#if LLVM_VERSION_MAJOR >= 23
    return "-O" + std::to_string(static_cast<int>(level));
#else
    if (level.getSizeLevel() > 0)
        return level.getSizeLevel() == 1 ? "-Os" : "-Oz";
    return "-O" + std::to_string(level.getSpeedupLevel());
#endif
}

const Value *edgeprof_compat_lifetime(const CallBase &call)
{
    return call.getArgOperand(call.arg_size() - 1);
}

bool edgeprof_compat_starts(StringRef name, StringRef prefix)
{
    /* startswith became starts_with in 18 */
    return name.substr(0, prefix.size()) == prefix;
}

/* Its name in DWARF 5; DWARF 6 has a name without a version, which clang can be told
 * to use. */
static unsigned language_of(const DICompileUnit &unit)
{
#if LLVM_VERSION_MAJOR >= 22
    DISourceLanguageName language = unit.getSourceLanguage();

    if (language.hasVersionedName())
        return language.getName() == dwarf::DW_LNAME_C_plus_plus
                   ? unsigned(dwarf::DW_LANG_C_plus_plus)
                   : 0U;
    return language.getUnversionedName();
#else
    return unit.getSourceLanguage();
#endif
}

bool edgeprof_compat_is_rust(const DICompileUnit &unit)
{
    return language_of(unit) == dwarf::DW_LANG_Rust;
}

bool edgeprof_compat_is_cxx(const DICompileUnit &unit)
{
    /* DW_LANG_C_plus_plus and what follows it, by version of DWARF and of LLVM */
    return dwarf::LanguageString(language_of(unit)).find("_C_plus_plus") !=
           StringRef::npos;
}
