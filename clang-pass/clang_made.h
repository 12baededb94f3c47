/* SPDX-License-Identifier: MIT
 *
 * clang_made.h - what of a function clang wrote, and not the user.
 *
 * MODEL Some code has places of the source, but is no statement of it: what only
 *       an exception reaches, until a handler begins; loops over the elements of
 *       an array, to construct, copy or destroy it; what is tried again of an
 *       atomic variable; tests of ranges of cases; what handles the frame of a
 *       coroutine; what sanitizers check.
 * RULES Asked before anything is optimised.
 */
#ifndef EDGEPROF_LLVM_MADE_H
#define EDGEPROF_LLVM_MADE_H

#include "clang_source.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#pragma GCC diagnostic pop

/* Whether VALUE is what the compiler asks to know what it has done, or what
 * exception there is. */
bool edgeprof_is_flag(const llvm::Value *value);

/* Whether INSTRUCTION is an intrinsic by which clang notes something for the
 * optimiser or a debugger. */
bool edgeprof_is_bookkeeping(const llvm::Instruction &instruction);

/* Whether VALUE is a class's table of virtual functions. */
bool edgeprof_is_table(const llvm::Value *value);

/* `case 1 ... 1000` of CHOICE: where it has many values, clang has a block ask for them, behind
 * the way to the default. */
struct edgeprof_range {
    const llvm::SwitchInst *choice;
    llvm::APInt first;
    llvm::APInt last;
};

/* Whether BLOCK asks for such; its second way is the default's, or that to the next. */
bool edgeprof_made_range(const llvm::BasicBlock &block, edgeprof_range *out);

class edgeprof_made
{
  public:
    edgeprof_made(const llvm::Function &function,
                  const llvm::DominatorTree &tree,
                  const edgeprof_source &source);

    /* Whether the whole function is. */
    bool is_whole() const
    {
        return whole;
    }

    /* Whether INSTRUCTION is of what `= default` makes of a constructor, an assignment or a
     * comparison, or a macro that does no more. */
    bool is_defaulted(const llvm::Instruction &instruction) const;

    /* Whether INSTRUCTION is. */
    bool has(const llvm::Instruction &instruction) const;

    /* Whether the compiler, not the source, decides at JUMP. */
    bool decides(const llvm::Instruction &jump) const;

    /* Whether only an exception reaches BLOCK, and no handler has begun. */
    bool is_unwinding(const llvm::BasicBlock &block) const
    {
        return unwinding.count(&block) != 0;
    }

    /* Whether a loop over an array begins in BLOCK, not at the end of a scope.
     */
    bool is_array(const llvm::BasicBlock &block) const
    {
        return heads.count(&block) != 0;
    }

  private:
    typedef llvm::SmallPtrSet<const llvm::BasicBlock *, 16> block_set;

    void find_unwinding();
    void find_loops();
    bool begins_loop(const llvm::BasicBlock &block) const;
    void find_retries();
    void find_ranges();
    void find_body(const llvm::DominatorTree &tree);
    void find_defaulted(const edgeprof_source &source);

    const llvm::Function &function;
    bool whole;
    block_set unwinding;
    block_set loops;        /* over arrays, of retries; and tests of ranges */
    block_set arrays;       /* where loops over arrays begin */
    block_set heads;        /* where those begin that do not end a scope */
    block_set body;         /* of a coroutine */
    unsigned defaulted = 0; /* the line of such a function; 0: it is none */
    const llvm::DILocation *frame =
        nullptr; /* where the code is that handles its frame */
};

#endif
