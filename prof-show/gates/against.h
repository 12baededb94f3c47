/* SPDX-License-Identifier: MIT
 *
 * against.h - nothing that ran in an earlier profile may be lost.
 */
#ifndef PROF_SHOW_AGAINST_H
#define PROF_SHOW_AGAINST_H

#include "gates/verdict.h"
#include "view.h"

/* Say how many of the lines, functions and outcomes that ran in view->other,
 * which is NAME, still run, and which do not; and with --mcdc of the conditions that it showed
 * to decide.  What is no longer there, or has
 * changed, is no loss.  An exit status. */
int against_check(struct view *view, const struct gate_say *say,
                  const char *name);

#endif
