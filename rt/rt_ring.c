/* SPDX-License-Identifier: MIT
 *
 * rt_ring.c - the marks that a thread passed last (abi.h): a ring for each region,
 * in the raw file.
 *
 * The thread's code alone writes to it, by an address in a word of each module's
 * mirror.  Without a file there is no ring, for nobody would read it.
 */
#include "rt_ring.h"
#include "rt_laps.h"

#include <string.h>

_Static_assert(sizeof(struct edgeprof_raw_ring) % OS_PAGE == 0 &&
                   offsetof(struct edgeprof_raw_ring, slots) % OS_PAGE == 0 &&
                   EDGEPROF_RING_AHEAD * sizeof(uint32_t) <= OS_PAGE,
               "the slots' first page is mapped behind the last one");

/* As a mark does, but for one thread at a time. */
static void write_name(struct edgeprof_raw_ring *ring, uint32_t name)
{
    uint16_t at = (uint16_t)++ring->cursor;
    uint32_t ahead = at + EDGEPROF_RING_AHEAD;
    atomic_signal_fence(memory_order_seq_cst);
    rt_laps_take(ring);
    ring->slots[at] = name;
    if (ahead < EDGEPROF_RING_SLOTS || !ring->path_size)
        ring->slots[ahead % EDGEPROF_RING_SLOTS] = 0;
}

void rt_ring_lap(uint32_t *cursor)
{
    uint64_t mask;
    os_block_signals(&mask);
    rt_laps_take((void *)((char *)cursor - EDGEPROF_RING_CURSOR));
    os_restore_signals(&mask);
}

static struct edgeprof_raw_ring *make_ring(int fd, struct edgeprof_raw_ring *at)
{
    struct edgeprof_raw_ring *ring = rt_laps_ring(at);
    return ring ? ring : rt_file_add_ring(fd, at);
}

void rt_ring_begin(struct rt_region *region)
{
    if (!region->ring || !region->tid)
        return;
    write_name(region->ring, EDGEPROF_RING_OWNER | (uint32_t)region->tid);
    atomic_signal_fence(memory_order_seq_cst);
    region->ring->thread = (uint32_t)region->tid;
}

void rt_ring_lead(struct rt_region *region, struct rt_module *module,
                  uint64_t *counts, int fd)
{
    if (!module->raw.ring || !counts)
        return;
    rt_laps_module(module);
    if (!region->ring) {
        region->ring = make_ring(fd, NULL);
        if (!region->ring)
            return;
        rt_ring_begin(region);
    }
    counts[module->raw.ring - 1] =
        (uintptr_t)region->ring + EDGEPROF_RING_CURSOR;
}

void rt_ring_renew(struct rt_region *region, int fd)
{
    if (!region->ring)
        return;
    if (make_ring(fd, region->ring)) {
        rt_ring_begin(region);
        return;
    }
    /* A mark that a handler is in the midst of is not for the parent's. */
    (void)os_map(OS_REPLACE, (uintptr_t)region->ring,
                 sizeof *region->ring + OS_PAGE, -1, 0, NULL);
    region->ring = NULL;
}

/* Its slots' first page is no more behind the last one: a mark would look for a free slot
 * for ever. */
static void drop(struct rt_region *region)
{
    for (struct rt_module *m = rt.modules; m; m = m->next) {
        uint64_t *counts = rt_region_counts(region, m);
        if (m->raw.ring && counts)
            counts[m->raw.ring - 1] = 0;
    }
    region->ring = NULL;
}

bool rt_ring_refile(struct rt_region *region, int fd)
{
    if (!region->ring || region->ring->path_size)
        return true;
    struct edgeprof_raw_ring *fresh = rt_file_add_ring(fd, NULL);
    if (!fresh)
        return false;
    const size_t head = sizeof fresh->chunk;
    memcpy((char *)fresh + head, (const char *)region->ring + head,
           sizeof *fresh - head);
    uintptr_t from = (uintptr_t)fresh, to = (uintptr_t)region->ring;
    if (os_move(from, sizeof *fresh, to)) {
        write_name(region->ring,
                   EDGEPROF_RING_LOST); /* the file has the copy */
        return false;
    }
    if (!os_move(from + sizeof *fresh, OS_PAGE, to + sizeof *fresh))
        return true;
    drop(region);
    return false;
}
