/* SPDX-License-Identifier: MIT
 *
 * gcc_colons.h - where operands of a ?: stand, and the third part of a "for".
 *
 * WHY   GCC exchanges operands, makes what is computed with a ?: part of both, and
 *       has no place for a variable; the source's text tells.
 */
#ifndef EDGEPROF_GCC_COLONS_H
#define EDGEPROF_GCC_COLONS_H

#include "gcc_compat.h"

#include "base/conditions.h"

/* A place at POINT, which is in the file of NEAR and not far from there; or NEAR. */
location_t edgeprof_colons_place_at(location_t near, struct ep_point point);

/* GCC has exchanged the operands of CHOICE if one is a constant, or a variable, and
 * negated the condition, or if it has taken a `!` away: as they are written.  CHOICE
 * BEGINS there, if that is known, and so do INNER others in it. */
void edgeprof_colons_turn_back(tree choice, location_t begins, unsigned inner);

/* Where the operands of CHOICE begin: one without a place, a variable, behind the
 * question mark, or the colon. */
void edgeprof_colons_find_operands(tree choice, location_t begins,
                                   unsigned inner, location_t out[2]);

/* C++'s front end places the third part of LOOP, a "for", at the word "for", and folds
 * the place of `i++` in it away: it stands where it is written. */
void edgeprof_colons_place_third(tree loop);

#endif
