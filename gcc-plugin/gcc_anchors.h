/* SPDX-License-Identifier: MIT
 *
 * gcc_anchors.h - marks in the tree of statements that may leave no code.
 *
 * WHY   a jump, a known condition or a variable that is chosen has a line, and may
 *       have nothing in GCC's graph, at some -O levels or at all.
 * MODEL An anchor is a prediction without a meaning.  It is put in front of
 *       each goto, break, continue, return and switch, and of an "if", "while"
 *       or "for" whose condition is known, when the front end hands over a
 *       function; mark takes the line that it stands for and removes it.
 */
#ifndef EDGEPROF_GCC_ANCHORS_H
#define EDGEPROF_GCC_ANCHORS_H

#include "gcc_plugin.h"

/* Put anchors into the body of FNDECL and of the functions in it
 * (PLUGIN_PRE_GENERICIZE). */
void edgeprof_anchors_place(tree fndecl);

/* The body of the coroutine FNDECL, which edgeprof_anchors_place was in; or NULL, if it
 * is none. */
tree edgeprof_anchors_body_of(tree fndecl);

/* The "if" AT gets an anchor if it decides nothing: then it leaves no code, but may hold a
 * label. */
void edgeprof_anchors_place_if(tree *at);

/* An anchor for an expression at LOCATION. */
tree edgeprof_anchors_new(location_t location);

/* Whether EXPRESSION is one; whether STMT, which GCC makes of it, is. */
bool edgeprof_anchors_is_new(tree expression);
bool edgeprof_anchors_is(gimple *stmt);

#endif
