/* SPDX-License-Identifier: MIT
 *
 * clang_cleanups.h - where control goes on behind the cleanups of scopes.
 *
 * WHY   A jump out of scopes (break, return ...) leads to their cleanups; what
 *       it is shows only in where it goes on behind them.
 * MODEL Where a scope is left by several jumps, each stores its code in a slot
 *       of the frame and goes to the cleanups; a switch behind them goes where
 *       the code says.  0 is the code of the scope's own end.
 * RULES Asked before anything is optimised.
 */
#ifndef EDGEPROF_LLVM_CLEANUPS_H
#define EDGEPROF_LLVM_CLEANUPS_H

#include "clang_compat.h"

/* The function that CALL names, or "". */
llvm::StringRef edgeprof_callee_name(const llvm::CallBase &call);

/* Whether NAME, mangled, is that of a class's or enumeration's own operator!. */
bool edgeprof_is_not(llvm::StringRef name);

/* Whether NAME, mangled, is that of a destructor. */
bool edgeprof_is_destructor(llvm::StringRef name);

/* Whether CALL is to a destructor, and made because a scope, or an object's
 * life, ends. */
bool edgeprof_ends_scope(const llvm::CallBase &call);

/* Find FUNCTION's slots for codes, so that its other functions here know them;
 * how long it takes does not depend on how many codes are stored. */
void edgeprof_find_cleanup_slots(llvm::Function &function);

/* Whether POINTER is a slot for codes. */
bool edgeprof_is_cleanup_slot(const llvm::Value *pointer);

/* The code that BLOCK has stored when it jumps, or NULL. */
const llvm::ConstantInt *edgeprof_cleanup_code(const llvm::BasicBlock &block);

/* What decides at the end of BLOCK where to go on behind cleanups, or NULL. */
const llvm::SwitchInst *edgeprof_cleanup_switch(const llvm::BasicBlock &block);

/* Where control goes from BLOCK with CODE, if that is cleanups and nothing
 * else; or NULL. */
const llvm::BasicBlock *edgeprof_behind_cleanup(const llvm::BasicBlock &block,
                                                const llvm::ConstantInt *code);

/* Whether JUMP leads from a `case` to the label behind it: it is alone, and has the place
 * of a jump before it. */
bool edgeprof_leads_to_label(const llvm::BranchInst &jump);

#endif
