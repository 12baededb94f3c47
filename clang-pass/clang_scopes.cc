/* SPDX-License-Identifier: MIT
 *
 * clang_scopes.cc - see clang_scopes.h.  Blocks are read in the order of the source, which
 * is the one in which clang makes them.
 */
#include "clang_scopes.h"

#include "clang_cleanups.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

/* Whether INSTRUCTION is there for the life of a variable alone; LLVM 14 has
 * casts for that. */
static bool is_lifetime(const Instruction &instruction)
{
    return instruction.isLifetimeStartOrEnd() ||
           (isa<BitCastInst>(instruction) &&
            onlyUsedByLifetimeMarkers(&instruction));
}

edgeprof_scopes::edgeprof_scopes(const Function &function) : outer(1), exits(1)
{
    for (const BasicBlock &block : function)
        read(block);
    for (const BasicBlock &block : function)
        for (const BasicBlock *to : successors(&block))
            if (!to->isEHPad() && blocks.count(&block))
                leave(blocks.lookup(&block).last, first(block, *to));
}

/* The life to which control comes over the edge from FROM to TO.  A block without
 * a line is in none, but belongs to where it leads. */
edgeprof_scopes::life edgeprof_scopes::first(const BasicBlock &from,
                                             const BasicBlock &to) const
{
    const ConstantInt *code = edgeprof_cleanup_code(from);
    SmallPtrSet<const BasicBlock *, 4> seen;
    const BasicBlock *at = &to;

    while (at && !blocks.count(at) && seen.insert(at).second) {
        const BasicBlock *next =
            code ? edgeprof_behind_cleanup(*at, code) : nullptr;

        at = next ? next : at->getUniqueSuccessor();
    }
    return blocks.lookup(at).first;
}

void edgeprof_scopes::read(const BasicBlock &block)
{
    bool begun = false;
    lives at = {0, 0};
    auto go_on = [&](life here) {
        if (begun)
            leave(at.last, here);
        else
            at.first = here;
        begun = true;
        at.last = here;
    };

    for (const Instruction &instruction : block) {
        const DILocation *location = instruction.getDebugLoc();

        for (const DILocalVariable *variable :
             edgeprof_compat_variables(instruction)) {
            go_on(innermost(variable->getScope()));
            declare(*variable);
        }
        if (location && !instruction.isDebugOrPseudoInst() &&
            !is_lifetime(instruction))
            go_on(innermost(location->getScope()));
    }
    if (begun)
        blocks[&block] = at;
}

/* The life of a function's own variables ends where it returns. */
void edgeprof_scopes::declare(const DILocalVariable &variable)
{
    const DILocalScope *scope =
        variable.getScope()->getNonLexicalBlockFileScope();

    if (!isa<DILexicalBlock>(scope)) {
        own |= !variable.isParameter();
        return;
    }
    outer.push_back(innermost(scope));
    exits.push_back(0);
    newest[scope] = static_cast<life>(outer.size() - 1);
}

edgeprof_scopes::life
edgeprof_scopes::innermost(const DILocalScope *scope) const
{
    while (const auto *block = dyn_cast<DILexicalBlockBase>(scope)) {
        auto found = newest.find(block);

        if (found != newest.end())
            return found->second;
        scope = block->getScope();
    }
    return 0;
}

/* Outer lives are declared first. */
bool edgeprof_scopes::holds(life outside, life inside) const
{
    while (inside > outside)
        inside = outer[inside];
    return inside == outside;
}

void edgeprof_scopes::leave(life from, life to)
{
    for (; !holds(from, to); from = outer[from])
        exits[from]++;
}

bool edgeprof_scopes::ends_life(const BasicBlock &from,
                                const BasicBlock &to) const
{
    return !holds(blocks.lookup(&from).last, first(from, to));
}

bool edgeprof_scopes::alone_ends_life(const BranchInst &jump) const
{
    return exits[blocks.lookup(jump.getParent()).last] == 1 &&
           ends_life(*jump.getParent(), *jump.getSuccessor(0));
}
