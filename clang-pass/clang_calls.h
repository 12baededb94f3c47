/* SPDX-License-Identifier: MIT
 *
 * clang_calls.h - which calls return exactly once, as far as LLVM's module
 * shows; and taking from it what is claimed without proof.
 */
#ifndef EDGEPROF_LLVM_CALLS_H
#define EDGEPROF_LLVM_CALLS_H

#include "clang_plugin.h"

/* On functions that are proven to return exactly once whenever called: an
 * attribute, so that copies and clones have it too.  count removes it. */
#define EDGEPROF_RETURNS "edgeprof-returns"

/* Take from MODULE what says that calls of the program's own functions may be
 * merged, moved or left out: the source makes them.  What the compiler itself
 * knows of the library stays. */
void edgeprof_calls_strip(llvm::Module &module,
                          llvm::FunctionAnalysisManager &analyses);

/* Find which functions of MODULE return exactly once, and give them their
 * attribute; none may have it yet.  EP_OK or EP_ENOMEM. */
int edgeprof_calls_prove(const edgeprof_session &session, llvm::Module &module);

/* The function that CALL runs, seen through casts and aliases; NULL if that is
 * not known, or may be another one when the program runs. */
llvm::Function *edgeprof_calls_callee(const llvm::CallBase &call);

/* Whether CALL is one of a function in the source.  Its linkage name into NAME,
 * empty where a pointer leads; whether the unit has it into DEFINED. */
bool edgeprof_calls_function(const llvm::CallBase &call, std::string *name,
                             bool *defined);

/* Whether CALL is where a coroutine is suspended. */
bool edgeprof_calls_suspend(const llvm::CallBase &call);

/* Whether a copy of the process, or of the stack, comes back from CALL too. */
bool edgeprof_calls_return_twice(const llvm::CallBase &call);

/* Whether control may leave the function at CALL, or never come back.  With
 * PROVEN, what the optimiser has proven about definitions counts too. */
bool edgeprof_calls_may_leave(const edgeprof_session &session,
                              const llvm::CallBase &call, bool proven);

#endif
