/* SPDX-License-Identifier: MIT
 *
 * run_check.h - gates on the sum: prof-show's, by prof-show itself.
 */
#ifndef PROF_RUN_CHECK_H
#define PROF_RUN_CHECK_H

#include "run_args.h"

/* Whether prof-show takes the gates of ARGS: a mistake in them is to be known before
 * the command starts.  EXIT_DONE; EXIT_OWN after a message. */
int check_gates(const struct args *args);

/* Judge OUTPUT, on standard error.  EXIT_DONE; EXIT_GATE: a gate failed; EXIT_OWN
 * after a message. */
int check_sum(const struct args *args, const char *output);

#endif
