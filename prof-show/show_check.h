/* SPDX-License-Identifier: MIT
 *
 * show_check.h - whether the options of a command line go together.
 */
#ifndef PROF_SHOW_SHOW_CHECK_H
#define PROF_SHOW_SHOW_CHECK_H

#include "show_args.h"

int is_report(const struct args *args, const char *name);

/* The options that go with the report, and only with it; reads the rules of
 * gates.  A message was given unless it is ARGS_RUN. */
enum args_outcome check_report(struct args *args);

#endif
