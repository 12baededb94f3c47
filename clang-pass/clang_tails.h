/* SPDX-License-Identifier: MIT
 *
 * clang_tails.h - calls with nothing behind them but the way to the return.
 *
 * WHY   How often such a call came back would change no line; and to count it
 *       would make a real call of a tail call, and overflow the stack of a
 *       program that is made of those.
 * MODEL The way is followed over jumps without a condition, and through the
 *       switch behind a cleanup, which goes where the slot says.  What stands
 *       on it must be on lines that are reached at least as often without it:
 *       on the call's own, or on that of a block that all pass who come there
 *       (return c ? f(x) : g(x)).  A call that may return twice is never last:
 *       its line shows both.
 * RULES Asked before anything is marked.  Nothing may be marked on the ways,
 *       not even with place=all: where a call does not come back, it would
 *       count less than what goes in.
 */
#ifndef EDGEPROF_LLVM_TAILS_H
#define EDGEPROF_LLVM_TAILS_H

#include "clang_lines.h"
#include "clang_plugin.h"

class edgeprof_tails
{
  public:
    edgeprof_tails(const edgeprof_session &session,
                   const llvm::Function &function, const edgeprof_lines &lines,
                   const llvm::DominatorTree &tree);

    /* Whether CALL, which may leave, is to be taken for one that returns. */
    bool has(const llvm::CallBase &call) const;

    /* Whether a tail call comes back over FROM's way out to TO; NULL: over its
     * return. */
    bool is_way(const llvm::BasicBlock &from, const llvm::BasicBlock *to) const;

  private:
    typedef llvm::SmallDenseMap<const llvm::BasicBlock *,
                                const llvm::BasicBlock *>
        way; /* block -> the next; NULL: it returns */

    bool shows(const llvm::Instruction &instruction) const;
    bool follow(const llvm::CallInst &call, way *out,
                llvm::SmallVectorImpl<const llvm::Instruction *> *behind) const;
    bool is_last(const llvm::CallInst &call, way *out) const;

    const edgeprof_session &session;
    const edgeprof_lines &lines;
    const llvm::DominatorTree &tree;
    llvm::SmallPtrSet<const llvm::CallBase *, 8> calls;
    way ways;
};

#endif
