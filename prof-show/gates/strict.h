/* SPDX-License-Identifier: MIT
 *
 * strict.h - no run may be cut off, stale or left out.
 */
#ifndef PROF_SHOW_STRICT_H
#define PROF_SHOW_STRICT_H

#include "gates/verdict.h"

/* Say each doubt about what VIEW was made from, or that there is none.  An exit
 * status. */
int strict_check(const struct view *view, const struct gate_say *say);

#endif
