/* SPDX-License-Identifier: MIT
 *
 * ratchet.h - a summary of coverage that was kept, and may only improve.
 */
#ifndef PROF_SHOW_RATCHET_H
#define PROF_SHOW_RATCHET_H

#include "gates/verdict.h"
#include "rows.h"

/* Compare VIEW with the output of `prof-show coverage --format json` in
 * PATH: in all and in each file that both have, no share of lines,
 * functions, branches or, if that has them (--mcdc), conditions may be lower.  Prints what is, and the code.
 * An error if the profile has none of its files.  An exit status. */
int ratchet_check(struct view *view, const struct rows *rows,
                  const struct gate_say *say, const char *path);

#endif
