/* SPDX-License-Identifier: MIT
 *
 * load.h - from the arguments to a profile.
 */
#ifndef PROF_SHOW_LOAD_H
#define PROF_SHOW_LOAD_H

#include "view.h"

/* Read all inputs of ARGS, add them up into COUNTS and build the profile; says
 * on standard error what was skipped and what the reader of a report must know.
 * EXIT_DONE, or the status to exit with; release COUNTS whatever it is. */
int load_profile(const struct args *args, struct ep_counts *counts,
                 struct ep_profile *out);

/* The same for the inputs that ARGS compares with or combines, after FIRST came
 * of the others; both profiles then have the same functions, lines and branches
 * in the same order, and what was said of FIRST is not said again. */
int load_other(const struct args *args, const struct ep_profile *first,
               struct ep_profile *out);

#endif
