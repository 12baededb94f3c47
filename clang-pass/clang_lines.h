/* SPDX-License-Identifier: MIT
 *
 * clang_lines.h - which instructions are statements, operands or conditions of the source.
 *
 * WHY   clang gives nearly every instruction a line: parameters, what it makes
 *       of a statement, the closing brace where scopes end and destructors run.
 *       The counting standard knows statements, operands and conditions.
 * MODEL What an instruction was in the source follows from its shape, and from
 *       the text where it stands: an unconditional jump is a statement if that
 *       is "break", "continue", "goto" or "return"; nothing is at a brace. A
 *       condition is where its first operand begins: clang has the jump of `a`
 *       in `a && b` at the operator, which may be on the line of `b`.
 * RULES Asked before anything is optimised.
 */
#ifndef EDGEPROF_LLVM_LINES_H
#define EDGEPROF_LLVM_LINES_H

#include "clang_made.h"
#include "clang_rust.h"
#include "clang_scopes.h"
#include "clang_source.h"

#include <memory>

class edgeprof_lines
{
  public:
    edgeprof_lines(const llvm::Function &function,
                   const llvm::DominatorTree &tree,
                   const edgeprof_source &source);

    /* Where INSTRUCTION stands, if it is a statement, an operand or a
     * condition; or NULL. */
    const llvm::DILocation *at(const llvm::Instruction &instruction) const;

    /* Whether the compiler, not the source, decides at JUMP. */
    bool is_made(const llvm::Instruction &jump) const;

    /* Where the condition of JUMP stands, or the macro that it is in, if the source
     * decides there; or NULL. */
    const llvm::DILocation *decided(const llvm::Instruction &jump) const;

    bool is_rust() const
    {
        return rust != nullptr;
    }

    /* Whether JUMP never goes to TO, whatever the source says. */
    bool is_never(const llvm::BasicBlock &to) const
    {
        return rust && edgeprof_rust_is_never(to);
    }

    /* Whether JUMP is a switch that another level has as a branch. */
    bool is_pair(const llvm::Instruction &jump) const
    {
        return rust && edgeprof_rust_is_pair(jump);
    }

    /* Whether the compiler wrote the whole function. */
    bool is_made() const
    {
        return made.is_whole() || (rust && rust->is_derived());
    }

  private:
    void find_places();
    bool is_statement(const llvm::Instruction &instruction) const;
    bool is_statement(const llvm::CallBase &call) const;
    bool is_statement(const llvm::StoreInst &store) const;
    bool is_statement(const llvm::LoadInst &load) const;
    bool is_statement(const llvm::BranchInst &jump) const;
    bool is_statement(const llvm::ReturnInst &jump) const;
    bool goes_elsewhere(const llvm::BranchInst &jump) const;
    bool is_bare_case(const llvm::BranchInst &jump) const;
    bool is_brace(const llvm::DILocation &at) const;
    bool is_brace_asked(const llvm::DILocation &at) const;
    bool is_brace(const llvm::Instruction &instruction) const;
    bool is_of_new(const llvm::Instruction &instruction) const;
    const llvm::DILocation *handler(const llvm::CallBase &call) const;
    const llvm::Value *first_decision(const llvm::PHINode &phi) const;
    const llvm::DILocation *begin_of(const llvm::Value *value) const;
    const llvm::DILocation *asked(const llvm::BranchInst &jump) const;
    const llvm::DILocation *
    as_compiled(const llvm::Instruction &instruction) const;
    const llvm::DILocation *place(const llvm::Instruction &instruction) const;
    const llvm::DILocation *macro_of(const llvm::Instruction &jump,
                                     const llvm::DILocation *at) const;

    const llvm::Function &function;
    const llvm::DominatorTree &tree;
    const edgeprof_source &source;
    edgeprof_scopes scopes;
    edgeprof_made made;
    std::unique_ptr<edgeprof_rust> rust; /* or NULL: C or C++ */
    /* where anything but jumps stands */
    llvm::DenseSet<const llvm::DILocation *> places;
};

/* Whether MODULE was compiled with line tables. */
bool edgeprof_has_lines(const llvm::Module &module);

/* The path of FILE as the compiler was given it: relative paths start at the
 * directory of compilation. */
std::string edgeprof_path(const llvm::DIFile &file,
                          const llvm::DICompileUnit *unit);

#endif
