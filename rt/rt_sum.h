/* SPDX-License-Identifier: MIT
 *
 * rt_sum.h - what a module's counts add up to.
 *
 * MODEL The counts of all regions, those that are parked, and those of the section.  They
 *       are copied, so that they stay as they are while they are packed.  Where there
 *       is but one summand, and nobody to count, it is looked at where it is.
 */
#ifndef EDGEPROF_RT_SUM_H
#define EDGEPROF_RT_SUM_H

#include "rt.h"

struct rt_sum_source {
    int raw; /* a descriptor of the raw file, whose holes are known, or -1 */
    bool final;
    bool still; /* nobody counts, as far as is known */
};

/* The sum, and which stretches of it are not all 0: a large program runs little of its
 * code, and what is not touched costs no page. */
struct rt_sum {
    const struct rt_module *module;
    const uint64_t *counts;
    uint64_t *copy; /* those, or NULL: they are the program's */
    uint8_t *used;
    void *memory;
    size_t size; /* bytes of it */
};

/* OUT_ANY is whether there is anything to say of MODULE.  False: there is no memory. */
bool rt_sum_make(const struct rt_module *module,
                 const struct rt_sum_source *source, struct rt_sum *out,
                 bool *out_any);
void rt_sum_release(const struct rt_sum *sum);

#endif
