/* SPDX-License-Identifier: MIT
 *
 * clang_truth.h - which way of a jump is true in the source.
 *
 * WHY   clang compiles `if (!x)` to a jump on x.
 * MODEL The `!` that LLVM's IR lacks is read from the text (conditions.h). So is which way
 *       leads to what is written next: clang puts the next operand, or what an "if" does,
 *       right behind the jump. That goes before where the text has a name, which may be that
 *       of a macro with a `!` in it.
 *       Of what a macro *hides*, the text has neither. What "if", `?:` and loops ask is true
 *       where the way leads to what is right behind, or back. Of `a && b` what is asked last
 *       tells the rest: a way to one place is taken by all operands where they are true, or
 *       by all where they are not. So behind a `!` in the macro they are what de Morgan
 *       makes of them, as under GCC.
 * RULES Where there is no text (clang_source.h), nothing is known.
 */
#ifndef EDGEPROF_CLANG_TRUTH_H
#define EDGEPROF_CLANG_TRUTH_H

#include "clang_lines.h"

#include "base/conditions.h"

/* Whether VALUE is as true as its first operand, or as that is not. */
bool edgeprof_hands_on(const llvm::Instruction &value);

/* JUMP, by an operand of &&, is in place of one by the negated value of that. */
void edgeprof_truth_turn(llvm::BranchInst &jump);

/* What a jump asks. */
struct edgeprof_question {
    const struct ep_words *words;
    struct ep_condition condition;
    bool is_reversed; /* what is true goes to the second target */
};

class edgeprof_truth
{
  public:
    edgeprof_truth(const llvm::Function &function, const edgeprof_lines &lines,
                   const edgeprof_source &source);

    /* Whether the text is read at all: not in Rust. */
    bool is_known() const
    {
        return !lines.is_rust();
    }

    /* What is asked at JUMP; NULL: not known. */
    const edgeprof_question *find(const llvm::Instruction &jump) const;

  private:
    /* A block, as it is come to from conditions that stand at one place. */
    typedef std::pair<const llvm::BasicBlock *, uint64_t> arrival;

    void read(const llvm::BasicBlock &block, const edgeprof_source &source);
    void settle(const llvm::BranchInst &jump, edgeprof_question *own);
    bool is_alone(const llvm::BranchInst &jump) const;
    bool has_others(const llvm::BranchInst &jump, uint64_t place) const;
    bool goes_on(const llvm::BranchInst &jump,
                 const struct ep_condition &condition) const;
    bool goes_back(const llvm::BasicBlock &from,
                   const llvm::BasicBlock &to) const;
    bool is_of_loop(const llvm::BranchInst &jump,
                    const edgeprof_question &own) const;
    unsigned hidden_target(const llvm::BranchInst &jump,
                           const edgeprof_question &own, bool is_inner) const;
    unsigned loop_target(const llvm::BranchInst &jump,
                         const edgeprof_question &own, bool is_inner) const;

    const edgeprof_lines &lines;
    llvm::DenseMap<const llvm::Instruction *, edgeprof_question> questions;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> order;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> arrivals;
    llvm::DenseMap<arrival, unsigned> arrivals_from;
    llvm::DenseMap<arrival, bool> truths; /* whether what comes is true */
    /* At a place: how many ?: that begin there have been asked, each by the next. */
    llvm::DenseMap<uint64_t, unsigned> n_choices;
    llvm::DenseSet<uint64_t> loop_places; /* where jumps back stand */
};

#endif
