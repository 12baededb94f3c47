/* SPDX-License-Identifier: MIT
 *
 * rt_still.h - regions in which nobody counts.
 */
#ifndef EDGEPROF_RT_STILL_H
#define EDGEPROF_RT_STILL_H

#include "rt.h"

/* All under the lock.  At a boundary, before counts are read: find the regions that are
 * still, or are so no more. */
void rt_still_look(void);
/* There was no boundary before: no region is still. */
void rt_still_forget(void);

#endif
