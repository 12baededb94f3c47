/* SPDX-License-Identifier: MIT
 *
 * colour.h - what ran is green and what did not is red, on a terminal.
 *
 * RULES A report that is kept, or read by a program, is the text alone: no
 *       colour where standard output is no terminal, where NO_COLOR is set to
 *       anything (no-color.org), or where TERM is "dumb".
 */
#ifndef PROF_SHOW_COLOUR_H
#define PROF_SHOW_COLOUR_H

/* Begins what is good, if IS_GOOD, or bad. */
const char *colour(int is_good);
/* Ends it. */
const char *colour_end(void);

#endif
