/* SPDX-License-Identifier: MIT
 *
 * gcc_lines.h - which statements of GCC's are statements of the source.
 *
 * WHY   the lines of a function must be the same at every -O level, though GCC
 *       drops jumps and copies cleanups at some levels and not at others.
 * MODEL Statements are those of the user, and anchors (gcc_anchors.h).
 *       Statements of cleanups carry a flag from before lowering; loops over
 *       arrays are told by their shape.
 */
#ifndef EDGEPROF_GCC_LINES_H
#define EDGEPROF_GCC_LINES_H

#include "gcc_plugin.h"

/* FNDECL, which the front end hands over, may be a lambda's body. */
void edgeprof_lines_note(tree fndecl);

/* Flag the cleanups in the current function, which is not yet lowered. */
void edgeprof_lines_cleanups();

/* Find the loops in the current function, which has a graph now, that only the
 * compiler wrote. */
void edgeprof_lines_loops();

/* A constructor, destructor or operator that nobody wrote.  A lambda's body is
 * artificial to GCC, and so are the parts of a coroutine. */
bool edgeprof_lines_is_implicit(tree fndecl);

/* Whether the current function has no lines: it is such, or a comparison that `= default`
 * makes, which stands at the members that it compares. */
bool edgeprof_lines_has_none();

/* The line that STMT is on if the user wrote it, or no file.  What GCC adds
 * has no place, or that of the function's name or closing brace.
 * OUT  unless NULL, where GCC has it, whose line may be another */
expanded_location edgeprof_lines_place(gimple *stmt,
                                       struct ep_point *out = NULL);

#endif
