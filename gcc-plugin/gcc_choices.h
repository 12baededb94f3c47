/* SPDX-License-Identifier: MIT
 *
 * gcc_choices.h - the operands of ?:, and where those stand of one that is a value.
 *
 * WHY   what a ?: chooses may leave no code at its own place: a variable has none, and
 *       of an object GCC makes two initialisations only when it has forgotten where
 *       its operands were.  Then all is where the ?: is, or where the statement ends.
 * MODEL An operand becomes (anchor, operand).  GCC's gimplifier hands `x = c ? a : b` on
 *       as `x = a` and `x = b`, without a place: each stands where the anchor does.
 * RULES An anchor in an object is within what initialises it, where GCC looks for it
 *       to do without a temporary one.
 */
#ifndef EDGEPROF_GCC_CHOICES_H
#define EDGEPROF_GCC_CHOICES_H

#include "gcc_written.h"

/* When the plugin starts. */
void edgeprof_choices_start();

/* If AT, operand I of AROUND if that is known, is an && or || that GCC has made of a ?:,
 * c || d of c ? 1 : d, it is that again. */
void edgeprof_choices_unfold(tree *at, const edgeprof_written *around = NULL,
                             unsigned i = 0);

/* GCC makes x ? 1 : 0 of a truth x that is an operand of CHOICE, which is WRITTEN so if that
 * is known, and becomes a number: nothing is chosen. */
void edgeprof_choices_undo_numbers(tree choice,
                                   const edgeprof_written *written);

/* AT is an operand of a ?: that begins at WHOLE.  It begins at PLACE; if that is not known,
 * where GCC says. */
void edgeprof_choices_anchor(tree *at, location_t place, location_t whole);

/* CHOICE is a statement: if it is a ?:, `c ? (void)0 : f()`, and no "if", its operands are
 * put back where GCC has exchanged them. */
void edgeprof_choices_turn_back(tree choice);

#endif
