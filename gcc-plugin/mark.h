/* SPDX-License-Identifier: MIT
 *
 * mark.h - put marks into every function, before anything is optimised.
 *
 * MODEL A mark is a volatile asm with an empty template, marked inline, with
 *       one "i" operand: its id.  The optimisers must execute it as often as
 *       the source would, may copy it, and think that it costs nothing.
 *       An anchor is a prediction without a meaning.  It is put in front of
 * each goto, break, continue and return when the front end hands over a
 * function, since GCC drops those statements at different times at different -O
 *       levels; mark takes the line that it stands for and removes it.
 */
#ifndef EDGEPROF_GCC_MARK_H
#define EDGEPROF_GCC_MARK_H

#include "plugin.h"

/* True if STMT is a mark; its id in OUT. */
bool edgeprof_mark_id(const gimple *stmt, uint64_t *out);

/* Whether CALL returns exactly once whenever it is made, proven.  Before
 * ep_calls_solve the unit's own functions are taken to. */
bool edgeprof_call_returns(const edgeprof_session *session, const gcall *call);

/* Whether control may leave the function at STMT, or never come back. */
bool edgeprof_may_leave(const edgeprof_session *session, gimple *stmt);

/* Hand session->text to the assembler, now or at the unit's end. */
void edgeprof_hand_on(edgeprof_session *session);

/* Put anchors into the body of FNDECL (PLUGIN_PRE_GENERICIZE). */
void edgeprof_mark_anchor(tree fndecl);

/* Flag the cleanups in the current function, which is not yet lowered. */
void edgeprof_mark_cleanups();

/* Take const and pure from the program's own function DECL: the front end drops
 * such calls, the optimisers merge them, and the source makes them. */
void edgeprof_mark_strip(tree decl);

/* Mark every function of the unit and note it in session->unit. */
void edgeprof_mark_unit(edgeprof_session *session);

#endif
