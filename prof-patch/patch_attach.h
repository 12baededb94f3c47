/* SPDX-License-Identifier: MIT
 *
 * patch_attach.h - counting a process that runs already.
 */
#ifndef PROF_PATCH_ATTACH_H
#define PROF_PATCH_ATTACH_H

#include "patch_args.h"

/* Count the process that ARGS name, until the window ends, and write its run.  0, or an
 * exit status after a message. */
int attach_run(const struct args *args);

#endif
