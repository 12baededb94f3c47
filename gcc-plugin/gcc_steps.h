/* SPDX-License-Identifier: MIT
 *
 * gcc_steps.h - where ++ stands, and the third part of a "for".
 */
#ifndef EDGEPROF_GCC_STEPS_H
#define EDGEPROF_GCC_STEPS_H

#include "gcc_compat.h"

/* C++'s front end places the third part of LOOP, a "for", at the word "for", and folds
 * the place of `i++` in it away: it stands where it is written. */
void edgeprof_steps_place_third(tree loop);

/* GCC gives `++x` in AT, an operand of an && or the like, the place of that: it stands
 * where it is written. */
void edgeprof_steps_place(tree *at);

#endif
