/* SPDX-License-Identifier: MIT
 *
 * clang_async.h - Rust's async functions: what rustc wrote into their bodies.
 *
 * WHY   rustc makes a function of the body that begins again each time it is
 *       polled: a jump to where it was left, the parameters' way into what is
 *       kept, and for each .await a loop that asks whether it is ready.
 * MODEL The jump is the switch of the entry block that has a case for a body
 *       that came to its end, which panics; it stands where the body begins.
 *       The loop has a variable, so a scope; that begins at the .await.
 *
 * Example: of `let a = f(n).await;` only the call of f, and into_future of what
 * it gave, are executed as often as the source says.
 */
#ifndef EDGEPROF_LLVM_ASYNC_H
#define EDGEPROF_LLVM_ASYNC_H

#include "clang_compat.h"
#include "clang_source.h"

class edgeprof_async
{
  public:
    /* RESUMPTION is the jump to where FUNCTION was left; NULL: it is not async. */
    edgeprof_async(const llvm::Instruction *resumption,
                   const edgeprof_source &source);

    /* Whether PLACE, of an instruction, belongs to what rustc wrote. */
    bool is_made(const llvm::DILocation &place) const;

    /* Whether the text BEHIND begins with .await, or its dot is before. */
    static bool is_await(llvm::StringRef behind);

  private:
    bool is_loop(const llvm::DILexicalBlock &scope) const;

    const llvm::DILocation *body; /* where it begins, or NULL */
    const edgeprof_source &source;
    mutable llvm::DenseMap<const llvm::DILexicalBlock *, bool> loops;
};

#endif
