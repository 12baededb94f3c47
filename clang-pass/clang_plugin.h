/* SPDX-License-Identifier: MIT
 *
 * clang_plugin.h - what the passes of one run of the compiler share.
 */
#ifndef EDGEPROF_LLVM_PLUGIN_H
#define EDGEPROF_LLVM_PLUGIN_H

#include "clang_compat.h"
#include "emit/body.h"
#include "graph/calls.h"

/* One run of the optimiser: one translation unit. */
struct edgeprof_session {
    struct ep_options options;
    struct ep_diag options_diag; /* not empty: the options are wrong */
    std::string level;           /* "-O2" */
    struct ep_unit *unit;        /* NULL before mark and after count */

    edgeprof_session();
    ~edgeprof_session();
    edgeprof_session(const edgeprof_session &) = delete;
    edgeprof_session &operator=(const edgeprof_session &) = delete;
};

/* On functions that are proven to return exactly once whenever called: an
 * attribute, so that copies and clones have it too.  count removes it. */
#define EDGEPROF_RETURNS "edgeprof-returns"

/* The function that CALL runs, seen through casts and aliases; NULL if that is
 * not known, or may be another one when the program runs. */
llvm::Function *edgeprof_callee(const llvm::CallBase &call);

/* Whether control may leave the function at CALL, or come back more than once.
 * With LATE, what the optimiser has proven about definitions counts too. */
bool edgeprof_may_leave(const edgeprof_session &session,
                        const llvm::CallBase &call, bool late);

/* Report STATUS as a compile error unless it is EP_OK; true if it is. */
bool edgeprof_ok(llvm::Module &module, int status, const struct ep_diag &diag);

#endif
