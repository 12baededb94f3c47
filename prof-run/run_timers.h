/* SPDX-License-Identifier: MIT
 *
 * run_timers.h - where the CPU time of counted processes goes, as they sample themselves, for
 * where the kernel does not allow it to us.
 *
 * MODEL The runtime is told by EDGEPROF_TIME to write into a folder, a file for each process
 *       (abi.h).  Those of processes that have ended are added up from time to time, and put
 *       beside the runs as what is sampled otherwise is (run_samples.h).
 */
#ifndef PROF_RUN_TIMERS_H
#define PROF_RUN_TIMERS_H

#include "base/error.h"

/* The clock of kernels that tick so often says no more. */
#define TIMERS_HZ 250

struct timers;

/* In the folder PATH of a prof-run, at most HZ times in a second.  NULL after a warning. */
struct timers *timers_start(unsigned hz, const char *path);
/* The value of EDGEPROF_TIME. */
const char *timers_wish(const struct timers *timers);
/* Add up what has ended, once a second. */
void timers_step(struct timers *timers);
/* Add up all, and end.  NULL is allowed. */
void timers_stop(struct timers *timers);

#endif
