/* SPDX-License-Identifier: MIT
 *
 * clang_compat.h - LLVM's headers, and what differs between its releases.
 *
 * RULES Every #if LLVM_VERSION_MAJOR stands here or in compat.cc.
 */
#ifndef EDGEPROF_LLVM_COMPAT_H
#define EDGEPROF_LLVM_COMPAT_H

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
#pragma GCC diagnostic pop

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
