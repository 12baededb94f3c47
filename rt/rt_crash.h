/* SPDX-License-Identifier: MIT
 *
 * rt_crash.h - the stacks of a process that a signal ends.
 */
#ifndef EDGEPROF_RT_CRASH_H
#define EDGEPROF_RT_CRASH_H

/* From now on, where a signal without a handler ends the process, write its
 * stacks to the raw file. */
void rt_crash_init(void);
/* Signal NUMBER has just lost its handler. */
void rt_crash_unhandled(int number);

#endif
