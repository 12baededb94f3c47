/* SPDX-License-Identifier: MIT
 *
 * clang_count.h - turn the marks that are left into counter increments.
 */
#ifndef EDGEPROF_LLVM_COUNT_H
#define EDGEPROF_LLVM_COUNT_H

#include "clang_plugin.h"

/* Count every function of MODULE; no mark is left, and session.unit is done. */
void edgeprof_count_unit(edgeprof_session &session, llvm::Module &module);

#endif
