/* SPDX-License-Identifier: MIT
 *
 * clang_choices.h - conditional operators whose two operands clang both computes.
 *
 * WHY   c ? f(1) : f(2), where f is constexpr, is a select between two calls
 *       that are both made: the compiler knows that they may be.  The source
 *       makes one of them.
 * MODEL What comes right before a select and serves only one of its operands
 *       is moved behind a jump, as clang compiles any other `?:`.
 * RULES Run before anything is marked, or asked about blocks.  A select without
 *       a call of a function of this unit stays as it is.
 */
#ifndef EDGEPROF_LLVM_CHOICES_H
#define EDGEPROF_LLVM_CHOICES_H

#include "clang_compat.h"

void edgeprof_split_choices(llvm::Function &function);

#endif
