/* SPDX-License-Identifier: MIT
 *
 * clang_guess.h - how often each edge of LLVM's graph is likely to be taken.
 *
 * WHY   core guesses; what it must know of the blocks, only LLVM can say.
 */
#ifndef EDGEPROF_LLVM_GUESS_H
#define EDGEPROF_LLVM_GUESS_H

#include "clang_compat.h"
#include "graph/guess.h"

#include <utility>
#include <vector>

/* The __builtin_expect that VALUE is, with a probability or without; or NULL. */
const llvm::IntrinsicInst *edgeprof_guess_expectation(const llvm::Value &value);

struct edgeprof_guess {
    typedef std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *> edge;
    typedef llvm::SmallVector<uint32_t, 1> ids;

    struct ep_cfg graph;
    std::vector<struct ep_guess_block> blocks;              /* by id */
    llvm::DenseMap<const llvm::BasicBlock *, ids> of_block; /* its copies */
    llvm::DenseMap<edge, ids> of_edge;                      /* likewise */
};

/* Guess for FUNCTION.  edgeprof_guess_end must follow in any case.
 * EP_OK or EP_ENOMEM. */
int edgeprof_guess_read(edgeprof_guess *guess, const llvm::Function &function);
void edgeprof_guess_end(edgeprof_guess *guess);

/* Executions per EP_GUESS_ONE_CALL. */
uint64_t edgeprof_guess_block(const edgeprof_guess &guess,
                              const llvm::BasicBlock &block);
uint64_t edgeprof_guess_edge(const edgeprof_guess &guess,
                             const llvm::BasicBlock &from,
                             const llvm::BasicBlock &to);

#endif
