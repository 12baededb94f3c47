/* SPDX-License-Identifier: MIT
 *
 * gcc_folded.h - tests that GCC has made, of several or of none.
 *
 * WHY   what is one test for GCC may be several in the source, or no condition at all.
 */
#ifndef EDGEPROF_GCC_FOLDED_H
#define EDGEPROF_GCC_FOLDED_H

#include "gcc_written.h"

/* OPERAND is operand I of WRITTEN, of which INNER is the && or || or ?: in it, or NULL.
 * INNER gets its place, if GCC has lost it; a ?: that a macro has, the macro's.  If there is none
 * where one is written, GCC has made one test of several: that is no branch. */
void edgeprof_folded_restore(tree operand, tree inner,
                             const edgeprof_written &written, unsigned i);

/* Whether the test at AT is nobody's: the first of several that GCC has made one of, or
 * of a ?: that is not written. */
bool edgeprof_folded_is_made(const struct ep_words *words, struct ep_point at);

/* A ?: that is written gets the place BEGINS, and is one where it comes again: C++ copies constructors
 * for their variants. */
void edgeprof_folded_keep(location_t begins);

/* CHOICE is a ?: that GCC has made, of 2 * (a == b), say: its test is no branch.  Where
 * it shall stand; UNKNOWN_LOCATION: it has no place of its own, or comes out of a macro,
 * and may be written. */
location_t edgeprof_folded_make(tree choice);

#endif
