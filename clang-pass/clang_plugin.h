/* SPDX-License-Identifier: MIT
 *
 * clang_plugin.h - what the passes of one run of the compiler share.
 */
#ifndef EDGEPROF_LLVM_PLUGIN_H
#define EDGEPROF_LLVM_PLUGIN_H

#include "clang_compat.h"
#include "clang_source.h"
#include "emit/body.h"
#include "graph/calls.h"

/* One run of the optimiser: one translation unit. */
struct edgeprof_session {
    struct ep_options options;
    struct ep_diag options_diag; /* not empty: the options are wrong */
    std::string level;           /* "-O2" */
    struct ep_unit *unit;        /* NULL before mark and after count */
    edgeprof_source source;

    edgeprof_session();
    ~edgeprof_session();
    edgeprof_session(const edgeprof_session &) = delete;
    edgeprof_session &operator=(const edgeprof_session &) = delete;
};

/* Say TEXT as an error or a warning of the compiler's.  rustc hands on but kinds
 * that it knows. */
void edgeprof_error(llvm::Module &module, const char *text);
void edgeprof_warn(llvm::Module &module, const char *text);

/* Report STATUS as a compile error unless it is EP_OK; true if it is. */
bool edgeprof_ok(llvm::Module &module, int status, const struct ep_diag &diag);

#endif
