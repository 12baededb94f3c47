/* SPDX-License-Identifier: MIT
 *
 * plugin.h - what the passes of one run of the compiler share.
 */
#ifndef EDGEPROF_GCC_PLUGIN_H
#define EDGEPROF_GCC_PLUGIN_H

#include "core/calls.h"
#include "core/emit.h"
#include "gcc_compat.h"

/* One run of the compiler: one translation unit. */
struct edgeprof_session {
    struct ep_options options;
    struct ep_unit *unit; /* NULL before mark */
    struct ep_calls calls;
    hash_map<tree, uint32_t> *call_ids; /* function -> id in calls */
    struct ep_buf text; /* assembler text that is not yet handed on */
};

/* Whether CALL returns exactly once whenever it is made, proven.  Before
 * ep_calls_solve the unit's own functions are taken to. */
bool edgeprof_call_returns(const struct edgeprof_session *session,
                           const gcall *call);

/* Whether control may leave the function at STMT, or never come back. */
bool edgeprof_may_leave(const struct edgeprof_session *session, gimple *stmt);

/* Hand session->text to the assembler, now or at the unit's end. */
void edgeprof_hand_on(struct edgeprof_session *session);

/* Report STATUS as a compile error unless it is EP_OK; true if it is. */
bool edgeprof_ok(int status, const struct ep_diag *diag);

#endif
