/* SPDX-License-Identifier: MIT
 *
 * rt_changed.c - which counts have changed since the last boundary of a part.
 *
 * Of each place where a module counts, a thread's region or the section, there is
 * a copy: what was *seen* there at the last boundary.  What differs from it was
 * counted since.  Most does not, and that is passed over in blocks.
 *
 * A region is not even compared if nobody has counted in it since the last boundary, as
 * its thread is gone.  Whether a thread that is there has run, nothing tells: its processor
 * time does not, as the kernel may give the last microseconds before it is taken off a
 * processor to the thread that comes.
 *
 * Where counts were moved from one place to another (rt.moves), all places are
 * compared at the next boundary: one has more, the other less, and the sum is right.
 */
#define _GNU_SOURCE
#include "rt_changed.h"

#include <string.h>

/* Counters that are compared at once. */
#define BLOCK ((size_t)8 * RT_STRETCH)

/* ---- who has counted ------------------------------------------------------ */

/* Whether REGION was nobody's at the last boundary, and is not anybody's since. */
static bool is_unchanged(struct rt_region *region)
{
    bool free = region->state != RT_STALE && region->state != RT_LOST &&
                rt_region_free(region);
    uint32_t owners = region->owners;
    bool same = free && region->seen_free && owners == region->seen_owners;
    region->seen_free = free;
    region->seen_owners = owners;
    return same;
}

/* ---- memory --------------------------------------------------------------- */

/* Room for the copies of all modules that were ever made. */
static bool has_table(struct rt_region *region)
{
    const size_t per_page = OS_PAGE / sizeof *region->seen;
    size_t n = rt.modules ? rt.modules->number + (size_t)1 : 0;
    if (n <= region->n_seen)
        return true;
    n = (2 * n + per_page - 1) / per_page * per_page;
    uint64_t **table = os_memory(n * sizeof *table);
    if (!table)
        return false;
    if (region->n_seen) {
        memcpy(table, region->seen, region->n_seen * sizeof *table);
        os_unmap((uintptr_t)region->seen, region->n_seen * sizeof *table);
    }
    region->seen = table;
    region->n_seen = n;
    return true;
}

static size_t seen_size(const struct rt_module *module)
{
    return os_page_up(module->raw.n_counters * sizeof *module->more);
}

static bool has_copy(uint64_t **seen, const struct rt_module *module)
{
    if (!*seen)
        *seen = os_memory(seen_size(module));
    return *seen != NULL;
}

/* Module M's `more` and `changed`. */
static bool has_more(struct rt_module *m)
{
    size_t counts = m->raw.n_counters * sizeof *m->more;
    if (!m->more)
        m->more = os_memory(counts + rt_stretches(m));
    m->changed = (unsigned char *)m->more + counts;
    return m->more != NULL;
}

/* ---- comparing ------------------------------------------------------------ */

/* Other threads may count there: each count is read once. */
static void take(struct rt_module *module, const uint64_t *counts,
                 uint64_t *seen, size_t at, size_t end)
{
    uint64_t now[RT_STRETCH], *more = module->more + at;
    memcpy(now, counts + at, (end - at) * sizeof *now);
    for (size_t i = 0; i < end - at; i++) {
        more[i] += now[i] - seen[at + i];
        seen[at + i] = now[i];
    }
    module->changed[at / RT_STRETCH] = 1;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Two counts, as the processor compares them at once. */
typedef uint64_t pair __attribute__((vector_size(16), aligned(8)));

static pair change(const uint64_t *count, const uint64_t *seen)
{
    return *(const pair *)count ^ *(const pair *)seen;
}

/* Each count is read once: memcmp reads again where it has found two that differ, to tell
 * which is larger, and by then a thread that counts there may have made one byte the same. */
static bool differ(const uint64_t *counts, const uint64_t *seen, size_t at,
                   size_t end)
{
    pair even = {0, 0}, odd = {0, 0};
    for (; at + 4 <= end; at += 4) {
        even |= change(counts + at, seen + at);
        odd |= change(counts + at + 2, seen + at + 2);
    }
    even |= odd;
    uint64_t changed = even[0] | even[1];
    for (; at < end; at++)
        changed |= counts[at] ^ seen[at];
    return changed != 0;
}

static void compare(struct rt_module *module, const uint64_t *counts,
                    uint64_t *seen)
{
    size_t n = module->raw.n_counters;
    for (size_t block = 0; block < n; block += BLOCK) {
        size_t end = smaller(n, block + BLOCK);
        if (!differ(counts, seen, block, end))
            continue;
        for (size_t at = block; at < end; at += RT_STRETCH) {
            size_t next = smaller(end, at + RT_STRETCH);
            if (differ(counts, seen, at, next))
                take(module, counts, seen, at, next);
        }
    }
}

/* What was seen there is elsewhere now. */
static void take_back(struct rt_module *module, uint64_t **seen)
{
    for (size_t i = 0; i < module->raw.n_counters; i++)
        module->more[i] -= (*seen)[i];
    memset(module->changed, 1, rt_stretches(module));
    os_unmap((uintptr_t)*seen, seen_size(module));
    *seen = NULL;
}

static bool look_at_region(struct rt_region *region)
{
    if (!has_table(region))
        return false;
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        const uint64_t *counts = rt_region_counts(region, m);
        uint64_t **seen = &region->seen[m->number];
        if (!m->raw.n_counters)
            continue;
        if (counts && !has_copy(seen, m))
            return false;
        if (counts)
            compare(m, counts, *seen);
        else if (*seen)
            take_back(m, seen);
    }
    return true;
}

static bool look_at_section(struct rt_module *module)
{
    if (rt.in_sections && rt_section_there(module, false)) {
        if (!has_copy(&module->seen, module))
            return false;
        compare(module, module->start, module->seen);
    } else if (module->seen) {
        take_back(module, &module->seen);
    }
    return true;
}

static void look_at_parked(struct rt_parked *parked)
{
    struct rt_module *m = parked->module;
    for (size_t i = 0; i < m->raw.n_counters; i++)
        m->more[i] += parked->counts[i];
    memset(m->changed, 1, rt_stretches(m));
    parked->seen = true;
}

static bool look(bool moved)
{
    const struct rt_region *here = rt_region_here();
    for (struct rt_module *m = rt.modules; m; m = m->next)
        if (m->raw.n_counters && (!has_more(m) || !look_at_section(m)))
            return false;
    for (struct rt_region *r = rt.regions; r; r = r->next)
        if ((r == here || !is_unchanged(r) || moved) && !look_at_region(r))
            return false;
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        if (!p->seen)
            look_at_parked(p);
    return true;
}

bool rt_changed_look(void)
{
    static uint32_t seen_moves; /* lock */
    bool moved = rt.moves != seen_moves;
    bool done = look(moved);
    seen_moves = rt.moves;
    if (!done)
        rt.moves++;
    return done;
}

void rt_changed_forget(void)
{
    for (struct rt_region *r = rt.regions; r; r = r->next)
        r->seen_free = false;
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        if (m->seen)
            memset(m->seen, 0, seen_size(m));
        for (struct rt_region *r = rt.regions; r; r = r->next)
            if (m->number < r->n_seen && r->seen[m->number])
                memset(r->seen[m->number], 0, seen_size(m));
    }
    for (struct rt_parked *p = rt.parked; p; p = p->next)
        p->seen = false;
}
