/* SPDX-License-Identifier: MIT
 *
 * rt_changed.h - which counts have changed since the last boundary of a part.
 */
#ifndef EDGEPROF_RT_CHANGED_H
#define EDGEPROF_RT_CHANGED_H

#include "rt.h"

/* Counters that change together, in what is kept of changes. */
#define RT_STRETCH 64u

static inline size_t rt_stretches(const struct rt_module *module)
{
    return (module->raw.n_counters + RT_STRETCH - 1) / RT_STRETCH;
}

/* All under the lock.  At a boundary: add what was counted since the last one to each
 * module's `more`, and set `changed` where that is.  Who takes it from there makes both 0
 * again.  False: no memory; some of it is the next boundary's then. */
bool rt_changed_look(void);
/* All counts are 0, or the parent's. */
void rt_changed_forget(void);

#endif
