/* SPDX-License-Identifier: MIT
 *
 * run_project.h - what a project always wants of prof-run: `run` in .edgeprof.yml.
 *
 * MODEL Its keys are long options, and have their values; of an option without one,
 *       yes or no.  It is read in the working directory.
 */
#ifndef PROF_RUN_PROJECT_H
#define PROF_RUN_PROJECT_H

#include "run_args.h"

/* Take OPTIONS of the project's file, if there is one, into ARGS, which is zero but for
 * its `project`, and borrows its texts from there.  ARGS_RUN; ARGS_WRONG after a
 * message that names file and key. */
enum args_outcome project_take(const struct tool_option *options,
                               size_t n_options, struct args *args);
void project_release(void *project);

#endif
