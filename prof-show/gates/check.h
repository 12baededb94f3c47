/* SPDX-License-Identifier: MIT
 *
 * check.h - what the formats of check have in common.
 */
#ifndef PROF_SHOW_CHECK_H
#define PROF_SHOW_CHECK_H

#include <stdio.h>

#include "gates/gates.h"

/* Judge VIEW and SAY it.  An exit status. */
int check_judge(struct view *view, const struct gate_say *say);

/* " (.edgeprof.yml, rule 1)", or nothing. */
void check_from(const struct gate_verdict *verdict, FILE *out);

#endif
