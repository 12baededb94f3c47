/* SPDX-License-Identifier: MIT
 *
 * gcc_promote.h - let the marks of tight loops count in registers.
 *
 * WHY   core/graph/promote.h
 * MODEL In a loop that is promoted, each set of marks that a block holds has a
 *       register: 0 before the loop, one more where the marks stood.  At every
 *       exit a *flush*, which is a mark whose first operand is that register,
 *       adds it to the marks whose ids follow.
 * RULES Run when the loop optimisers have just been set up: they then know how
 *       often a loop runs, vectorise it, or drop it, with what it counts.
 */
#ifndef EDGEPROF_GCC_PROMOTE_H
#define EDGEPROF_GCC_PROMOTE_H

#include "gcc_plugin.h"

/* If STMT is a flush: the value that it adds, and to which IDS (appended). Else
 * NULL_TREE. */
tree edgeprof_flush(const gimple *stmt, auto_vec<uint64_t> *ids);

/* Promote the loops of the current function that are worth it. */
void edgeprof_promote_function(const edgeprof_session *session);

#endif
