/* SPDX-License-Identifier: MIT
 *
 * gcc_mark.h - put marks into every function, before anything is optimised.
 *
 * MODEL A mark is a volatile asm with an empty template, marked inline, with
 *       one "i" operand: its id.  The optimisers must execute it as often as
 *       the source would, may copy it, and think that it costs nothing.
 */
#ifndef EDGEPROF_GCC_MARK_H
#define EDGEPROF_GCC_MARK_H

#include "gcc_graph.h"

/* True if STMT is a mark; its id in OUT. */
bool edgeprof_mark_id(const gimple *stmt, uint64_t *out);

/* STMT, if it is a mark, a flush (promote.h), or what counts trips (trips.h). */
const gasm *edgeprof_mark_statement(const gimple *stmt);

/* Whether MARK, which that is, is a flush: its first operand is no id. */
bool edgeprof_mark_is_flush(const gasm *mark);

/* Put STMT at WHERE. */
void edgeprof_mark_put(const edgeprof_site *where, gimple *stmt);

/* Such a statement with those operands, each with its CONSTRAINT. */
gimple *edgeprof_mark_build(vec<tree, va_gc> *operands);
tree edgeprof_mark_operand(const char *constraint, tree value);

/* The mark ID; with VALUE, if that is not NULL, and zeros, so that it has N operands or more:
 * their number tells one kind from another. */
gimple *edgeprof_mark_build_id(uint64_t id, tree value = NULL_TREE,
                               unsigned n = 1);
/* The VALUE of STMT, if it is a mark of N operands, two or more, and its id in OUT; or
 * NULL_TREE. */
tree edgeprof_mark_value(const gimple *stmt, unsigned n, uint64_t *out);

/* STMT is executed whenever E is taken; E stays an edge out of its block. */
void edgeprof_mark_put_on_edge(edge e, gimple *stmt);

/* An operand of any other asm. */
tree edgeprof_asm_operand(const char *constraint, tree value);

/* Summarise NODE for the inliner as if it had no marks: to it, a statement
 * costs at least one instruction, and then fewer calls are inlined than without
 * us. EARLY: as compute_fn_summary wants it. */
void edgeprof_mark_summarize(cgraph_node *node, bool early);

/* Whether FNDECL, by its place and its attributes, is to be counted. */
bool edgeprof_mark_selects(const edgeprof_session *session, tree fndecl);

/* Mark every function of the unit and note it in session->unit. */
void edgeprof_mark_unit(edgeprof_session *session);

#endif
