/* SPDX-License-Identifier: MIT
 *
 * clang_scopes.h - jumps by which alone a scope with variables is left.
 *
 * WHY   From -O1 on, clang ends the life of variables where control leaves
 *       their scope.  A jump (break, continue, goto, the closing brace of a
 *       "then") by which alone it is left is merged with the code that does so,
 *       and its line is lost.  Lines must not depend on the level, so such a
 *       jump has none at any.
 * MODEL A variable's *life* is the code after its declaration and within its
 *       scope.  Lives nest; an instruction is in the innermost.  A life has an
 *       exit where control goes from an instruction in it to one outside, in
 *       the block or over an edge.
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

    /* Whether the edge from FROM to TO is an exit of a life. */
    bool ends_life(const llvm::BasicBlock &from,
                   const llvm::BasicBlock &to) const;

    /* Whether the life that JUMP is in has no exit but JUMP. */
    bool alone_ends_life(const llvm::BranchInst &jump) const;

    /* Whether the function itself has variables, whose lives its end ends. */
    bool has_own() const
    {
        return own;
    }

  private:
    typedef uint32_t life; /* in order of declaration; 0: no variable's */

    struct lives {
        life first;
        life last;
    };

    void declare(const llvm::DILocalVariable &variable);
    life first(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
    life innermost(const llvm::DILocalScope *scope) const;
    bool holds(life outside, life inside) const;
    void leave(life from, life to);
    void read(const llvm::BasicBlock &block);

    llvm::DenseMap<const llvm::DILocalScope *, life> newest; /* of a scope */
    std::vector<life> outer;     /* per life: the one that it lies in */
    std::vector<uint32_t> exits; /* per life */
    llvm::DenseMap<const llvm::BasicBlock *, lives> blocks;
    bool own = false;
};

#endif
