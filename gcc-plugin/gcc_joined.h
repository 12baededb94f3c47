/* SPDX-License-Identifier: MIT
 *
 * gcc_joined.h - where stands what is computed of a ?: or &&.
 *
 * WHY   GCC has much of it stand where its parser was, behind the last operand, or at
 *       the operator: the right side of `+=`, which it keeps, an overloaded operator's
 *       call, `new`, `delete` and `throw`.  The line of an operand then has the count
 *       of the whole.
 * MODEL What a ?: or && over several lines is a part of stands where that begins, if it
 *       stood between its operands, or at the brackets behind the last one.
 */
#ifndef EDGEPROF_GCC_JOINED_H
#define EDGEPROF_GCC_JOINED_H

#include "gcc_compat.h"

struct edgeprof_joined_end {
    location_t last;   /* word, but for brackets */
    location_t behind; /* the last of the brackets behind it, or the `;` */
};

/* CHOICE, a ?: whose value is used, is from BEGINS to END. */
void edgeprof_joined_note(tree choice, location_t begins,
                          const edgeprof_joined_end &end);

/* Have all in FNDECL's body that is computed of what was noted stand where that begins; nothing
 * is noted then. */
void edgeprof_joined_place(tree fndecl);

#endif
