/* SPDX-License-Identifier: MIT
 *
 * clang_async.cc - see clang_async.h.
 */
#include "clang_async.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

edgeprof_async::edgeprof_async(const Instruction *resumption,
                               const edgeprof_source &s)
    : body(resumption ? resumption->getDebugLoc().get() : nullptr), source(s)
{
}

bool edgeprof_async::is_await(StringRef behind)
{
    if (edgeprof_compat_starts(behind, "."))
        behind = behind.drop_front(1);
    return edgeprof_compat_starts(behind, "await") &&
           (behind.size() == 5 || !(isAlnum(behind[5]) || behind[5] == '_'));
}

/* Whether SCOPE is that of the variable that an .await asks. */
bool edgeprof_async::is_loop(const DILexicalBlock &scope) const
{
    auto known = loops.try_emplace(&scope, false);

    if (known.second) {
        StringRef before;
        StringRef behind;
        const auto *place = DILocation::get(
            scope.getContext(), scope.getLine(), scope.getColumn(),
            const_cast<DILexicalBlock *>(&scope));

        known.first->second =
            source.split(*place, &before, &behind) && is_await(behind);
    }
    return known.first->second;
}

bool edgeprof_async::is_made(const DILocation &place) const
{
    const DILocalScope *scope = place.getScope();

    if (!body || place.getInlinedAt())
        return false;
    if (place.getLine() < body->getLine() ||
        (place.getLine() == body->getLine() &&
         place.getColumn() <= body->getColumn()))
        return true; /* its head, and the jump */
    while (const auto *block = dyn_cast_or_null<DILexicalBlockBase>(scope)) {
        const auto *own = dyn_cast<DILexicalBlock>(block);

        if (own && is_loop(*own))
            return true;
        scope = block->getScope();
    }
    return false;
}
