/* SPDX-License-Identifier: MIT
 *
 * colour.h - what ran is green, what did not is red, and what ran in part is
 * yellow, on a terminal.
 *
 * RULES A report that is kept, or read by a program, is the text alone: no
 *       colour where standard output is no terminal or TERM is "dumb", unless
 *       CLICOLOR_FORCE is set to anything but 0; none where NO_COLOR is set to
 *       anything (no-color.org, bixense.com/clicolors).  What the user chose
 *       comes before all that.
 */
#ifndef PROF_SHOW_COLOUR_H
#define PROF_SHOW_COLOUR_H

#include "tally.h"

/* Take WHEN, "auto", "always" or "never".  0, or -1: it is none of them. */
int colour_choose(const char *when);

/* Begins what is as good as LEVEL. */
const char *colour(enum tally_level level);
/* Ends it. */
const char *colour_end(void);

#endif
