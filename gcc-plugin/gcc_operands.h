/* SPDX-License-Identifier: MIT
 *
 * gcc_operands.h - where the operands of conditions begin.
 *
 * WHY   GCC has the test of an operand of && or || stand at the operator, or at
 *       the whole expression's: so where they are on lines of their own, a line
 *       shows how often another one's operand was asked.
 * MODEL GCC's places have a caret, at the operator, and a range, from where the
 *       expression begins to its end.  The right operand's test stands where the
 *       && does: its range is made to begin where that operand begins.  The first
 *       test of an && that is a value, and not a condition, stands at what uses
 *       the value: the && becomes (a && b) ? 1 : 0, which GCC makes of it anyhow,
 *       at the place where it begins.  So does a ?:, whose operands on lines of
 *       their own get anchors (gcc_anchors.h).
 *       A condition then stands where the range of its place begins.
 *       GCC exchanges the operands of a ?: if one is a constant, and negates the
 *       condition: they are put back.  A ?: that decides where control goes is not
 *       a value that is tested, but its operands are: each as 0 || it, since the
 *       right operand of || has a place.
 * RULES What is evaluated, and in which order, stays the same.
 */
#ifndef EDGEPROF_GCC_OPERANDS_H
#define EDGEPROF_GCC_OPERANDS_H

#include "gcc_plugin.h"

/* Place the operands in FNDECL, and the functions in it, which the front end has
 * folded and not yet handed over. */
void edgeprof_operands_place(tree fndecl);

#endif
