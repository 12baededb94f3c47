/* SPDX-License-Identifier: MIT
 *
 * run_reset.h - from now on, what has been counted so far is left out.
 *
 * MODEL Of a run whose process counts on, that is kept beside its file (format/reset.h); of
 *       all that has ended in a prof-run's folder, in the folder's reset.N. */
#ifndef PROF_RUN_RESET_H
#define PROF_RUN_RESET_H

#include "base/error.h"

/* Reset the process WHAT, or all of the prof-run that has the folder WHAT, and of those
 * within it.  EP_OK; EP_ENOMEM; EP_EIO; EP_EMATCH: a process that counts into no file that
 * could be reset, or no prof-run's folder; and what the reader of a profile gives. */
EP_MUST_CHECK int reset(const char *what, struct ep_diag *diag);

#endif
