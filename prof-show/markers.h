/* SPDX-License-Identifier: MIT
 *
 * markers.h - comments in the source that take code out of the reports.
 *
 * MODEL A marker is PREFIX_EXCL_WORD, PREFIX one of LCOV, GCOVR and GCOV, WORD
 *       one of LINE, START, STOP, FUNCTION, BR_LINE, BR_START, BR_STOP,
 *       BR_SOURCE and BR_WITHOUT_HIT; or it is LCOV_UNREACHABLE_LINE, _START or
 *       _STOP, which mean the same as theirs.  BR_ takes out the branches
 *       alone, BR_SOURCE the outcomes that lead to its line, BR_WITHOUT_HIT
 *       those on its line that were never taken, if they are N of M as it says.
 *       EXCEPTION_BR_ is known and does nothing: exceptions are no branches.
 * RULES A marker that hides code that ran, that hides nothing, or that has no
 *       counterpart is named in a warning.
 */
#ifndef PROF_SHOW_MARKERS_H
#define PROF_SHOW_MARKERS_H

#include "view.h"

/* Take out of VIEW what the markers in the sources of the files shown say.
 * EP_OK or EP_ENOMEM. */
int markers_apply(struct view *view);

#endif
