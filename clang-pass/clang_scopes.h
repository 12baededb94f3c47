/* SPDX-License-Identifier: MIT
 *
 * clang_scopes.h - jumps that are the only way out of a scope with variables.
 *
 * WHY   From -O1 on, clang ends the life of variables where control leaves
 *       their scope.  A jump (break, continue, goto, the closing brace of a
 *       "then") that is the only way out is merged with the code that does so,
 *       and its line is lost.  Lines must not depend on the level, so such a
 *       jump has none at any.
 * MODEL A variable's *reach* is the code after its declaration and within its
 *       scope.  Reaches nest; an instruction is in the innermost.  Where an
 *       instruction's reach does not hold the next instruction, in the block or
 *       over an edge, it has an exit.
 * RULES Asked before anything is optimised.  Needs the variables of -g.
 */
#ifndef EDGEPROF_LLVM_SCOPES_H
#define EDGEPROF_LLVM_SCOPES_H

#include "clang_compat.h"

#include <vector>

class edgeprof_scopes
{
  public:
    explicit edgeprof_scopes(const llvm::Function &function);

    /* Whether who goes from the end of FROM to TO leaves a reach. */
    bool has_exit(const llvm::BasicBlock &from,
                  const llvm::BasicBlock &to) const;

    /* Whether JUMP is the only exit of the reach that it is in. */
    bool is_only_exit(const llvm::BranchInst &jump) const;

    /* Whether the function itself has variables, whose lives its end ends. */
    bool has_own() const
    {
        return own;
    }

  private:
    typedef uint32_t reach; /* in order of declaration; 0: no variable's */

    struct ends {
        reach first;
        reach last;
    };

    void declare(const llvm::DILocalVariable &variable);
    reach first(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
    reach innermost(const llvm::DILocalScope *scope) const;
    bool holds(reach outside, reach inside) const;
    void leave(reach from, reach to);
    void read(const llvm::BasicBlock &block);

    llvm::DenseMap<const llvm::DILocalScope *, reach> newest; /* of a scope */
    std::vector<reach> outer;    /* per reach: the one that it lies in */
    std::vector<uint32_t> exits; /* per reach */
    llvm::DenseMap<const llvm::BasicBlock *, ends> blocks;
    bool own = false;
};

#endif
