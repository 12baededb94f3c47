/* SPDX-License-Identifier: MIT
 *
 * run_work.h - the command, and what is done while it runs.
 */
#ifndef PROF_RUN_WORK_H
#define PROF_RUN_WORK_H

#include "run_args.h"
#include "run_child.h"
#include "run_folder.h"
#include "run_patch.h"

#define STEP_MS 100 /* from one look at the runs to the next */

struct ran {
    int signal;     /* that ended it, or 0 */
    int is_sampled; /* bool */
};

/* Wait until no process counts into GATHERED, in FOLDER, any more; not for long. */
void work_wait(const struct folder *folder, const char *gathered);

/* Start the command of ARGS and wait for it, with the signals that BEFORE had.  Its exit
 * status; or, after a message, ours, negative. */
int work_run(const struct args *args, const struct folder *folder,
             const struct patched *patched, const char *output,
             const struct dispositions *before, struct ran *out);

#endif
