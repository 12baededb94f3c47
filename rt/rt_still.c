/* SPDX-License-Identifier: MIT
 *
 * rt_still.c - regions in which nobody counts need not be read at each boundary
 * of a part.
 *
 * A region is *still* if for some boundaries on end its thread has not run, by its
 * processor time, or is gone, and nobody else has changed it.  What it has is then
 * taken off at_boundary, with which the others are compared, and kept in
 * module->still.  When one of them runs again, all is put back.  So every count is in
 * one part, whatever happens at the same time; if the kernel did not tell of a
 * thread that ran, its counts would be in a later one.
 */
#define _GNU_SOURCE
#include "rt_still.h"

#include <string.h>

/* Boundaries on end without a change: to be still and to wake costs as much as
 * to be read a few times. */
#define CALM 8u

/* Whether processor times tell of each moment: this thread has run since the last
 * boundary, and its own says so.  A kernel may count whole ticks, or stand still
 * where its clock is not stable. */
static bool times_tell(void)
{
    static uint64_t last; /* lock */
    const uint64_t tick = 1000000;
    uint64_t now = os_thread_time(os_tid());
    bool tells = now != last && now % tick != 0;
    last = now;
    return tells;
}

/* What changes when somebody may have counted in REGION; 0: not known. */
static uint64_t state_of(struct rt_region *region, bool by_time)
{
    if (region->state == RT_STALE || region->state == RT_LOST)
        return 0;
    if (rt_region_free(region))
        return 1;
    return by_time && region->tid ? os_thread_time(region->tid) : 0;
}

/* Whether nobody counted in REGION since it was looked at. */
static bool is_unchanged(struct rt_region *region, bool by_time)
{
    uint64_t state = state_of(region, by_time);
    uint32_t changes = region->changes;
    bool same = state != 0 && state == region->seen_state &&
                changes == region->seen_changes;
    region->seen_state = state;
    region->seen_changes = changes;
    return same;
}

/* What is still has no counts of its own any more. */
static void wake_all(void)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        size_t n = m->still ? m->raw.n_counters : 0;
        for (size_t i = 0; i < n; i++)
            m->at_boundary[i] += m->still[i];
        if (n)
            memset(m->still, 0, n * sizeof *m->still);
    }
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        r->still = false;
        r->calm = 0;
    }
}

static bool prepare(void)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        size_t n = m->raw.n_counters;
        if (n && !m->at_boundary)
            return false; /* it is new */
        if (n && !m->still)
            m->still = os_memory(n * sizeof *m->still);
        if (n && !m->still)
            return false;
    }
    return true;
}

/* Each count is read once, should its thread run just now. */
static void move(const uint64_t *restrict counts, uint64_t *restrict from,
                 uint64_t *restrict to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t count = __atomic_load_n(counts + i, __ATOMIC_RELAXED);
        from[i] -= count;
        to[i] += count;
    }
}

static void settle(struct rt_region *region)
{
    if (!prepare())
        return;
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        const uint64_t *counts = rt_region_counts(region, m);
        if (counts && m->raw.n_counters)
            move(counts, m->at_boundary, m->still, m->raw.n_counters);
    }
    region->still = true;
}

void rt_still_look(void)
{
    const struct rt_region *here = rt_region_here();
    bool woken = false;
    bool by_time = rt.regions && rt.regions->next && times_tell();
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        if (r == here || !is_unchanged(r, by_time))
            r->calm = 0;
        else if (r->calm < CALM)
            r->calm++;
        woken |= r->still && r->calm == 0;
    }
    if (woken)
        wake_all();
    for (struct rt_region *r = rt.regions; r; r = r->next)
        if (!r->still && r->calm == CALM)
            settle(r);
}

void rt_still_forget(void)
{
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (m->still)
            memset(m->still, 0, m->raw.n_counters * sizeof *m->still);
    for (struct rt_region *r = rt.regions; r; r = r->next) {
        r->still = false;
        r->calm = 0;
    }
}
