/* SPDX-License-Identifier: MIT
 *
 * gcc_plugin.h - what the passes of one run of the compiler share.
 */
#ifndef EDGEPROF_GCC_PLUGIN_H
#define EDGEPROF_GCC_PLUGIN_H

#include "emit/body.h"
#include "graph/calls.h"
#include "graph/guess.h"
#include "graph/tails.h"

#include "gcc_compat.h"

/* One run of the compiler: one translation unit. */
struct edgeprof_session {
    struct ep_options options;
    struct ep_unit *unit; /* NULL before mark */
    struct ep_calls calls;
    hash_map<tree, uint32_t> *call_ids; /* function -> id in calls */
    struct ep_buf text;                 /* assembler text, not yet handed on */
};

/* Report STATUS as a compile error unless it is EP_OK; true if it is. */
bool edgeprof_ok(int status, const struct ep_diag *diag);

#endif
