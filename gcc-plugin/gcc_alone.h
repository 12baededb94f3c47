/* SPDX-License-Identifier: MIT
 *
 * gcc_alone.h - conditions that only a count asks for.
 *
 * WHY   where the optimiser left nothing else to do on either way, the plain program has no
 *       jump, as of an assertion's `a == 0 || a == 1` if that is known to hold.  With
 *       an increment on one of the ways it has one, which goes wrong as often as the
 *       condition cannot be foreseen.  So what the condition was is added instead.
 */
#ifndef EDGEPROF_GCC_ALONE_H
#define EDGEPROF_GCC_ALONE_H

#include "gcc_graph.h"

/* The condition that does nothing but decide whether STMT, a mark, is executed; else NULL. */
gcond *edgeprof_alone(gimple *stmt);

/* 1 if CONDITION leads to STMT, else 0: a value of 64 bits, computed before it. */
tree edgeprof_alone_value(gcond *condition, const gimple *stmt);

#endif
