/* SPDX-License-Identifier: MIT
 *
 * clang_rust.h - Rust: what is a statement, and what rustc decides by itself.
 *
 * WHY   rustc hands LLVM other shapes than clang does: values are no variables
 *       in memory, a condition stands where it begins, a match tests patterns;
 *       there are checks of overflow and bounds, flags that say what to drop,
 *       and functions that a derive wrote.
 * MODEL An instruction is a statement or operand where it stands, but not: what
 *       drops at the end of a scope; the test of an arm's pattern, as the line
 *       of the arm counts the arm; the turns of an .await; what stands at a
 *       brace. What the compiler decides is told by where it leads, to a panic
 *       of the compiler's own, or by what is asked: `?`, .await, a drop flag.
 * RULES Asked before anything is optimised, of code that rustc has not
 *       optimised either (-Z mir-opt-level=0).
 *
 * Example: of `3..=9 => f(x),` the call is a statement; the two comparisons are
 * conditions of the source, and none.
 */
#ifndef EDGEPROF_LLVM_RUST_H
#define EDGEPROF_LLVM_RUST_H

#include "clang_async.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/SmallPtrSet.h"
#pragma GCC diagnostic pop

/* Whether rustc made MODULE. */
bool edgeprof_is_rust(const llvm::Module &module);

/* Whether rustc has inlined functions in MODULE, so that their calls cannot be
 * counted any more. */
bool edgeprof_rust_inlined(const llvm::Module &module);

class edgeprof_rust
{
  public:
    edgeprof_rust(const llvm::Function &function,
                  const edgeprof_source &source);

    /* Where INSTRUCTION stands, if it is a statement or an operand; or NULL. */
    const llvm::DILocation *at(const llvm::Instruction &instruction) const;

    /* Whether the compiler, not the source, decides at JUMP. */
    bool decides(const llvm::Instruction &jump) const;

    /* Whether a derive or the like wrote the whole function. */
    bool is_derived() const;

  private:
    bool is_statement(const llvm::Instruction &instruction) const;
    bool is_jump(const llvm::Instruction &jump) const;
    bool is_text(const llvm::Instruction &instruction) const;
    bool is_test(const llvm::Instruction &jump) const;
    const llvm::Instruction *first_test(const llvm::Instruction &jump) const;
    void find_matches();
    const llvm::DILocation *result(const llvm::ReturnInst &end) const;

    const llvm::Function &function;
    const edgeprof_source &source;
    edgeprof_async async;
    /* where the function returns */
    llvm::SmallPtrSet<const llvm::DILocation *, 2> ends;
    /* a match's first test, of a pattern -> the match; and its later jump there,
     * which not all come to -> NULL */
    llvm::DenseMap<const llvm::Instruction *, const llvm::DILocation *> matches;
};

/* Whether control never comes to BLOCK: the match has an arm for all there is. */
bool edgeprof_rust_is_never(const llvm::BasicBlock &block);

/* Whether JUMP is a switch over two values and no other.  Where rustc is not to
 * optimise, it is a branch on being the first of them. */
bool edgeprof_rust_is_pair(const llvm::Instruction &jump);

#endif
