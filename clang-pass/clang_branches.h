/* SPDX-License-Identifier: MIT
 *
 * clang_branches.h - what the source decides, where, and which way is true.
 *
 * WHY   clang compiles `if (!x)` to a jump on x, and has jumps stand at
 *       operators, keywords and operands. Branches are added up with those of
 *       other compilers by their place, and `true` is the source's.
 * MODEL A condition's place is read from the text (conditions.h), and so is its truth
 *       (clang_truth.h).
 * RULES Where there is no text (clang_source.h), places and truth are those of the
 *       jump.
 */
#ifndef EDGEPROF_CLANG_BRANCHES_H
#define EDGEPROF_CLANG_BRANCHES_H

#include "clang_truth.h"

struct edgeprof_branch {
    struct ep_point at;
    struct ep_point whole; /* of its decision */
    uint32_t n_operands;   /* that this has; 0: not known */
    bool is_reversed; /* a condition that is true goes to the second target */
    bool is_written; /* a condition that the text has at `at`, and no macro's */
};

/* Whether JUMP decides anything: not what the operands of && have decided, whose
 * value comes to it. */
bool edgeprof_branches_has(const llvm::Instruction &jump);

/* Whether VALUE is known wherever it comes from. */
bool edgeprof_branches_is_decided(const llvm::Value &value);

/* JUMP, by which the source decides, and which stands at AT. In Rust, where a
 * condition begins. */
edgeprof_branch edgeprof_branches_read(const llvm::Instruction &jump,
                                       const llvm::DILocation &at,
                                       const edgeprof_source &source,
                                       const edgeprof_truth &truth);

/* Where the first computed goto stands that goes through JUMP; or NULL. */
const llvm::DILocation *
edgeprof_branches_goto(const llvm::IndirectBrInst &jump);

/* The value of `a && b` is known where its operands are: have these jump
 * themselves, as those of an "if" do. So have those of `c ? a : b` as the condition of a
 * loop. KEEPS_TAILS: f of `return a && f();` has no jump if it would be a tail call. */
void edgeprof_branches_thread(llvm::Function &function, bool keeps_tails);

#endif
