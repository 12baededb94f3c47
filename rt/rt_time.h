/* SPDX-License-Identifier: MIT
 *
 * rt_time.h - samples of this process's CPU time, by timers of its threads (abi.h).
 */
#ifndef EDGEPROF_RT_TIME_H
#define EDGEPROF_RT_TIME_H

#include "rt.h"

/* If EDGEPROF_TIME wants it, and it harms nobody; in the first thread.  Not under the lock. */
void rt_time_start(struct rt_region *region);
/* Of the thread of REGION, which begins, and whose signals are still blocked; and ends. */
void rt_time_enter(struct rt_region *region);
void rt_time_leave(struct rt_region *region);
/* In a fork's child, of which this thread is all: into a file of its own. */
void rt_time_forked(struct rt_region *region);
/* At the end: nothing is sampled any more. */
void rt_time_end(void);
/* The mask of the signal that is ours, or 0. */
uint64_t rt_time_signals(void);
bool rt_time_is_handler(uintptr_t handler);
/* The program wants signal NUMBER. */
void rt_time_yield(int number);

#endif
