/* SPDX-License-Identifier: MIT
 *
 * mark.h - put marks into every function, before anything is optimised.
 *
 * MODEL A mark is a volatile asm with an empty template, marked inline, with
 *       one "i" operand: its id.  The optimisers must execute it as often as
 *       the source would, may copy it, and think that it costs nothing.
 *       An anchor is a mark without an id.  It is put in front of each goto,
 *       break, continue and return when the front end hands over a function,
 *       since GCC drops those statements at different times at different -O
 *       levels; mark takes the line that it stands for and removes it.
 */
#ifndef EDGEPROF_GCC_MARK_H
#define EDGEPROF_GCC_MARK_H

#include "plugin.h"

/* True if STMT is a mark; its id in OUT. */
bool edgeprof_mark_id(const gimple *stmt, uint64_t *out);

/* Put anchors into the body of FNDECL (PLUGIN_PRE_GENERICIZE). */
void edgeprof_mark_anchor(tree fndecl);

/* Mark every function of the unit and note it in session->unit. */
void edgeprof_mark_unit(struct edgeprof_session *session);

#endif
