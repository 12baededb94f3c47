/* SPDX-License-Identifier: MIT
 *
 * gcc_copies.h - what GCC evaluates several times, and the source once.
 *
 * WHY   GCC's front ends have an operand that does nothing but give a value in several places
 *       of their trees: `c ? a : b` of `(c ? a : b)->f()`, where f is virtual, is the object
 *       and has its table.  Each is evaluated, and would be a branch of its own.
 * MODEL One is the source's: one that is evaluated whenever any of them is.  The others are
 *       nobody's.
 */
#ifndef EDGEPROF_GCC_COPIES_H
#define EDGEPROF_GCC_COPIES_H

#include "gcc_compat.h"

/* Each place of BODY where the trees have an operand a second time gets one of its own. */
void edgeprof_copies_part(tree *body);

/* Whether what stands at PLACE is in one of those: it is no line, and its test no branch. */
bool edgeprof_copies_has(location_t place);

#endif
