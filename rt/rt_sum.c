/* SPDX-License-Identifier: MIT
 *
 * rt_sum.c - see rt_sum.h.
 */
#include "rt_sum.h"

#include <errno.h>

static void add_some(struct rt_sum *sum, const uint64_t *counts, size_t from,
                     size_t to)
{
    for (size_t i = from; (i = edgeprof_skip_zeros(counts, i, to)) < to; i++) {
        uint8_t *used = &sum->used[i / EDGEPROF_STRETCH];
        /* What is written first is not read: that would be a second fault. */
        if (sum->copy)
            sum->copy[i] =
                *used ? edgeprof_add(sum->copy[i], counts[i]) : counts[i];
        else
            i |= EDGEPROF_STRETCH - 1;
        *used = 1;
    }
}

static bool add_all(struct rt_sum *sum, const uint64_t *counts, size_t n)
{
    add_some(sum, counts, 0, counts ? n : 0);
    return counts != NULL;
}

/* Add the counts of a mirror that begins AT in the file RAW, of which most has
 * never been touched: to read that would make its pages. */
static void add_data(struct rt_sum *sum, const uint64_t *counts, size_t n,
                     int raw, uint64_t at)
{
    uint64_t end = at + n * sizeof *counts, done = at;
    while (done < end) {
        int64_t from = os_next_data(raw, done);
        if (from == -ENXIO || (from >= 0 && (uint64_t)from >= end))
            return;
        int64_t to = from < 0 ? from : os_next_hole(raw, (uint64_t)from);
        if (from < (int64_t)done || to <= from) {
            add_some(sum, counts, (done - at) / sizeof *counts, n);
            return;
        }
        done = (uint64_t)to < end ? (uint64_t)to : end;
        add_some(sum, counts, ((uint64_t)from - at) / sizeof *counts,
                 (done - at + sizeof *counts - 1) / sizeof *counts);
    }
}

static bool add_region(struct rt_sum *sum, const struct rt_region *region,
                       int raw)
{
    const struct rt_module *module = sum->module;
    const uint64_t *counts = rt_region_counts(region, module);
    size_t n = module->raw.n_counters;
    if (!counts || raw < 0 || module->filed_by != region)
        return add_all(sum, counts, n);
    add_data(sum, counts, n, raw, module->filed_at);
    return true;
}

/* Returns whether there is anything to say of SUM's module. */
static bool add_up(const struct rt_sum_source *source, struct rt_sum *sum)
{
    const struct rt_module *module = sum->module;
    size_t n = module->raw.n_counters;
    bool any = false;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        any |= add_region(sum, r, source->raw);
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        if (p->module == module)
            any |= add_all(sum, p->counts, n);
    if (rt.in_sections && rt_section_there(module, source->final))
        any |= add_all(sum, module->start, n);
    if (module->raw.ring)
        sum->copy[module->raw.ring - 1] = 0;
    return any;
}

/* The only counts that MODULE has, if they stay as they are. */
static const uint64_t *only_counts(const struct rt_sum_source *source,
                                   const struct rt_module *module)
{
    const uint64_t *only = NULL;
    if (!source->still || module->raw.ring || rt.parked || rt.in_sections)
        return NULL;
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        const uint64_t *counts = rt_region_counts(r, module);
        if (counts && only)
            return NULL;
        only = counts ? counts : only;
    }
    return only;
}

bool rt_sum_make(const struct rt_module *module,
                 const struct rt_sum_source *source, struct rt_sum *out,
                 bool *out_any)
{
    const uint64_t *only = only_counts(source, module);
    size_t n = module->raw.n_counters, copied = only ? 0 : n * sizeof *only;
    size_t size = copied + n / EDGEPROF_STRETCH + 1;
    char *memory = os_memory(size);
    if (!memory)
        return false;
    uint64_t *copy = only ? NULL : (uint64_t *)memory;
    *out = (struct rt_sum){.module = module,
                           .counts = only ? only : copy,
                           .copy = copy,
                           .used = (uint8_t *)memory + copied,
                           .memory = memory,
                           .size = size};
    *out_any = add_up(source, out);
    return true;
}

void rt_sum_release(const struct rt_sum *sum)
{
    os_unmap((uintptr_t)sum->memory, os_page_up(sum->size));
}
