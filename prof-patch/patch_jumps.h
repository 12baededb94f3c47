/* SPDX-License-Identifier: MIT
 *
 * patch_jumps.h - the jumps from old code of a process to its copies.
 */
#ifndef PROF_PATCH_JUMPS_H
#define PROF_PATCH_JUMPS_H

#include "patch_live.h"

/* Put in all jumps of OBJECT; or, TO_OLD, take away those that are there.  PROCESS is
 * stopped.  EP_OK; EP_ENOMEM; EP_EMATCH: its code is not the file's, or cannot be written. */
EP_MUST_CHECK int jumps_write(const struct object *object,
                              const struct process *process, int to_old,
                              struct ep_diag *diag);

#endif
