/* SPDX-License-Identifier: MIT
 *
 * clang_use.h - the counts of an earlier run drive LLVM's optimisers: use=FILE.
 *
 * MODEL A function that is as it was measured gets its calls, and the branches
 *       that were decided the weights of their edges; the module how the counts
 *       of the whole program are spread.  Calls by a pointer that counted whom they
 *       call get a list of that, by which LLVM's own pass makes direct calls.  So the
 *       optimisers see what -fprofile-use shows them, but for values that are not
 *       called.
 */
#ifndef EDGEPROF_LLVM_USE_H
#define EDGEPROF_LLVM_USE_H

#include "clang_graph.h"

/* When all functions have their counts: say how those of the program that MODULE belongs to are spread. */
void edgeprof_use_module(const struct ep_summary &summary, llvm::Module &module,
                         llvm::ModuleAnalysisManager &analyses);

/* NOTED is FUNCTION's: PLACES's edges and weights that are counts. */
void edgeprof_use_function(llvm::Function &function,
                           const struct ep_function &noted,
                           const std::vector<edgeprof_place> &places,
                           const struct ep_summary &summary);

/* CALLS are those by a pointer of the function INDEX, which has its counts: say whom they
 * called. */
void edgeprof_use_calls(llvm::ArrayRef<llvm::CallBase *> calls,
                        const struct ep_unit *unit, uint32_t index);

#endif
