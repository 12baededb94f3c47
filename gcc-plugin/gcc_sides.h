/* SPDX-License-Identifier: MIT
 *
 * gcc_sides.h - on which side of a ?: stands what GCC computes of it.
 *
 * WHY   GCC exchanges what a ?: chooses between, makes && or || of it, computes on either side
 *       what is asked of the whole, and leaves one side if it knows the condition: all at the
 *       place of the whole, or of one.
 * MODEL What stands in an operand is of that one; a variable or a number, which has no place, is
 *       of the one that it is written in.
 */
#ifndef EDGEPROF_GCC_SIDES_H
#define EDGEPROF_GCC_SIDES_H

#include "gcc_written.h"

/* GCC has exchanged the operands of CHOICE, a ?:, if one is a constant, or a variable,
 * and negated the condition, or if it has taken a `!` away: as they are WRITTEN. */
void edgeprof_sides_turn_back(tree choice, const edgeprof_written &written);

/* What GCC computes of OPERAND I of WRITTEN stands where the whole does, or the parser was: a
 * test of bits, and what is computed of both operands of a ?:.  It stands at the operand. */
void edgeprof_sides_place(tree operand, const edgeprof_written &written,
                          unsigned i);

/* Which operand of a ?: at PLACE the second one of EXPRESSION is, an && or || that GCC has
 * made of it: of c ? 1 : d it makes c || d.  0: it is written as it is, or the text does
 * not tell. */
unsigned edgeprof_sides_find_folded(tree expression, location_t *place);

/* Likewise, if EXPRESSION is operand I of WRITTEN. */
unsigned edgeprof_sides_find_folded_in(const edgeprof_written &written,
                                       unsigned i, tree expression,
                                       location_t *place);

/* EXPRESSION may be what GCC has left of a ?: whose condition it knows, as
 * `sizeof(x) == 4`, and have its place: it stands where it is written. */
void edgeprof_sides_place_left(tree expression);

#endif
