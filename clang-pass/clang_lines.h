/* SPDX-License-Identifier: MIT
 *
 * clang_lines.h - which instructions are statements or conditions of the source.
 *
 * WHY   clang gives nearly every instruction a line: operands, parameters, the
 *       closing brace where scopes end and destructors run.  The counting
 *       standard knows only statements and conditions.
 * MODEL LLVM IR does not say what an instruction was in the source, so this is
 *       told from its shape.  A jump is a statement (break, goto ...) unless it
 *       goes where control would go anyway.
 * RULES Asked before anything is optimised.
 */
#ifndef EDGEPROF_LLVM_LINES_H
#define EDGEPROF_LLVM_LINES_H

#include "clang_scopes.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#pragma GCC diagnostic pop

class edgeprof_lines
{
  public:
    edgeprof_lines(const llvm::Function &function,
                   const llvm::DominatorTree &tree);

    /* Where INSTRUCTION stands, if it is a statement or condition; or NULL. */
    const llvm::DILocation *at(const llvm::Instruction &instruction) const;

    /* Whether the compiler, not the source, decides at JUMP. */
    bool is_made(const llvm::Instruction &jump) const;

    /* Whether the compiler wrote the whole function. */
    bool is_made() const
    {
        return made;
    }

  private:
    void find_unwinding();
    void find_joins();
    bool ends_else(const llvm::BranchInst &jump) const;
    const llvm::BasicBlock *following(const llvm::BasicBlock &block) const;
    bool comes_to_return(const llvm::BasicBlock *cleanup,
                         const llvm::ConstantInt *code) const;
    bool is_bare_case(const llvm::BranchInst &jump) const;
    void find_made_loops();
    void find_body();
    bool is_of_frame(const llvm::Instruction &instruction) const;
    bool is_statement(const llvm::Instruction &instruction) const;
    bool is_statement(const llvm::CallBase &call) const;
    bool is_statement(const llvm::StoreInst &store) const;
    bool is_statement(const llvm::BranchInst &jump) const;
    bool is_statement(const llvm::ReturnInst &jump) const;

    const llvm::Function &function;
    const llvm::DominatorTree &tree;
    edgeprof_scopes scopes;
    bool made;
    /* blocks of cleanup and dispatch that only an exception reaches */
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> unwinding;
    /* where the branches of an if, or the handlers of a try, meet */
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> joins;
    /* loops over arrays that only the compiler wrote; where those begin that
     * are not the end of a scope */
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> made_loops;
    llvm::SmallPtrSet<const llvm::BasicBlock *, 4> made_heads;
    /* of a coroutine, and where the code is that handles its frame */
    llvm::SmallPtrSet<const llvm::BasicBlock *, 16> body;
    llvm::DebugLoc frame;
};

/* Whether MODULE was compiled with line tables. */
bool edgeprof_has_lines(const llvm::Module &module);

/* The path of FILE as the compiler was given it: relative paths start at the
 * directory of compilation. */
std::string edgeprof_path(const llvm::DIFile &file,
                          const llvm::DICompileUnit *unit);

#endif
