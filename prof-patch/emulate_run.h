/* SPDX-License-Identifier: MIT
 *
 * emulate_run.h - the run of an emulated process: where it counts, and its file.
 *
 * MODEL Counters are mapped from a raw file (abi.h), so that whatever ends the
 *       process, the file has them.  The first thread's lie at one address, also in
 *       a forked child, which has a file of its own; each other thread has a chunk
 *       of its own, which another has after it.  An end or exec makes a run file
 *       of the raw one.
 */
#ifndef EDGEPROF_EMULATE_RUN_H
#define EDGEPROF_EMULATE_RUN_H

#include "emulate.h"

/* Begin the run of this process, by the plan OF.  OF and NAME must outlive it.  Where no file can
 * be made, that is said once, and nothing is kept. */
void emulate_run_begin(const struct emulate_plan *of, const char *name);
/* The first thread's counters. */
uint64_t *emulate_run_counters(void);
/* Those of the calling thread. */
uint64_t *emulate_run_own(void);
/* Write what has been counted as a run that ended. */
void emulate_run_end(void);

#endif
