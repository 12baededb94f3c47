/* SPDX-License-Identifier: MIT
 *
 * ratchet.h - a summary of coverage that was kept, and may only improve.
 */
#ifndef PROF_SHOW_RATCHET_H
#define PROF_SHOW_RATCHET_H

#include "gates/verdict.h"
#include "rows.h"

struct json_object;

/* The output of `prof-show coverage --format json` in PATH; NULL after a message. */
struct json_object *ratchet_read(const char *path);
void ratchet_release(struct json_object *kept);

/* Compare VIEW with KEPT, which was read from PATH: in all and in each file that
 * both have, no share of lines, functions, branches or, if that has them (--mcdc),
 * conditions may be lower.  Prints what is, and the code.  An error if the profile
 * has none of its files.  An exit status. */
int ratchet_check(struct view *view, const struct rows *rows,
                  const struct gate_say *say, const char *path,
                  struct json_object *kept);

#endif
