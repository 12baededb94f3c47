/* SPDX-License-Identifier: MIT
 *
 * clang_graph.h - LLVM's graph of a function as the core's.
 */
#ifndef EDGEPROF_LLVM_GRAPH_H
#define EDGEPROF_LLVM_GRAPH_H

#include "clang_plugin.h"

#include <vector>

/* Where the mark of an edge of the core's graph goes: before an instruction, or
 * on the edge from a terminator to a block; neither: nowhere. */
struct edgeprof_place {
    llvm::Instruction *before;
    llvm::Instruction *jump;
    llvm::BasicBlock *to;
};

/* Fill in NOTE for FUNCTION, all but its marks, and PLACES, one per edge that
 * was added before the graph was finished; POINTER_CALLS are as its graph numbers them.  On failure NOTE is the caller's to
 * release, as on success. */
int edgeprof_graph_read(const edgeprof_session &session,
                        llvm::Function &function,
                        llvm::FunctionAnalysisManager &analyses,
                        struct ep_function *note,
                        std::vector<edgeprof_place> *places,
                        std::vector<llvm::CallBase *> *pointer_calls,
                        struct ep_diag *diag);

#endif
