/* SPDX-License-Identifier: MIT
 *
 * clang_compat.h - LLVM's headers, and what differs between its releases.
 *
 * RULES Every #if LLVM_VERSION_MAJOR stands here or in clang_compat.cc:
 *         16  attributes about memory are one, memory(...)
 *         18  variables are told by where they are assigned (at -O1 up)
 *         19  records stand for the intrinsics of debug information, or either
 *         20  OptimizerLast is told the phase of LTO; a place to insert at is
 *             an iterator
 *         21  a module's target is a Triple
 *         22  no such intrinsics are left; PassPlugin.h is in Plugins; a place
 *             is told apart by its group of key instructions as well;
 *             lifetime.start has one operand; the SCEV expander has no layout;
 *             a language has a name and a version
 *         23  OptimizationLevel says nothing of size; BranchInst is to become
 *             two classes
 */
#ifndef EDGEPROF_CLANG_COMPAT_H
#define EDGEPROF_CLANG_COMPAT_H

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#pragma GCC diagnostic pop
#if LLVM_VERSION_MAJOR >= 23
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

/* The next and the previous instruction that is no debug information. */
inline const llvm::Instruction *
edgeprof_compat_next(const llvm::Instruction &instruction)
{
#if LLVM_VERSION_MAJOR >= 22
    return instruction.getNextNode();
#else
    return instruction.getNextNonDebugInstruction();
#endif
}

inline const llvm::Instruction *
edgeprof_compat_previous(const llvm::Instruction &instruction)
{
#if LLVM_VERSION_MAJOR >= 22
    return instruction.getPrevNode();
#else
    return instruction.getPrevNonDebugInstruction();
#endif
}

/* The place before INSTRUCTION, for what is made. */
#if LLVM_VERSION_MAJOR >= 20
inline llvm::BasicBlock::iterator
edgeprof_compat_before(llvm::Instruction *instruction)
{
    return instruction->getIterator();
}
#else
inline llvm::Instruction *edgeprof_compat_before(llvm::Instruction *instruction)
{
    return instruction;
}
#endif

/* From 22 on what a macro is given stands where it is written, in the brackets behind the
 * macro's name; before that all stands at the name. */
enum { EDGEPROF_COMPAT_GIVES_PLACES = LLVM_VERSION_MAJOR >= 22 };

/* LOCATION, or NULL, without what tells instructions at one place of the source
 * apart: equal places are one pointer. */
const llvm::DILocation *edgeprof_compat_place(const llvm::DILocation *location);

/* "x86_64-pc-linux-gnu" */
std::string edgeprof_compat_target(const llvm::Module &module);

/* The pointer that CALL, of a lifetime intrinsic, is about. */
const llvm::Value *edgeprof_compat_lifetime(const llvm::CallBase &call);

/* Whether UNIT is Rust; C++. */
bool edgeprof_compat_is_rust(const llvm::DICompileUnit &unit);
bool edgeprof_compat_is_cxx(const llvm::DICompileUnit &unit);

/* "-O2"; from 23 on "-Os" and "-Oz" are attributes of functions alone. */
std::string edgeprof_compat_level(llvm::OptimizationLevel level);

/* What an expander of EVOLUTION's expressions in MODULE is made of. */
#if LLVM_VERSION_MAJOR >= 22
#define EDGEPROF_COMPAT_EXPANDER(evolution, module) evolution, "edgeprof"
#else
#define EDGEPROF_COMPAT_EXPANDER(evolution, module) \
    evolution, (module).getDataLayout(), "edgeprof"
#endif

/* Let CALL touch no memory that the program can see, but have an effect. */
void edgeprof_compat_set_opaque(llvm::CallBase &call);

/* Drop what says that calls may be merged, moved or left out. */
void edgeprof_compat_strip(llvm::Function &function);
void edgeprof_compat_strip(llvm::CallBase &call);

/* The variable of the source that the debug information has in SLOT, or NULL.
 */
const llvm::DILocalVariable *
edgeprof_compat_variable(const llvm::AllocaInst &slot);

/* The variables that start to live in the frame right before INSTRUCTION. */
typedef llvm::SmallVector<const llvm::DILocalVariable *, 4> edgeprof_variables;
edgeprof_variables
edgeprof_compat_variables(const llvm::Instruction &instruction);

/* Expected executions of BLOCK, in the unit of ENTRY_FREQUENCY. */
uint64_t edgeprof_compat_frequency(const llvm::BlockFrequencyInfo &info,
                                   const llvm::BasicBlock &block);

/* Whether NAME starts with PREFIX. */
bool edgeprof_compat_starts(llvm::StringRef name, llvm::StringRef prefix);

#endif
