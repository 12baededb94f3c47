/* SPDX-License-Identifier: MIT
 *
 * counts_rings.c - RING chunks of raw files.
 */
#include "format/counts_read.h"

#include <string.h>

void ep_rings_release(struct ep_rings *rings)
{
    for (size_t i = 0; i < rings->n; i++)
        ep_mem_free(rings->items[i].names);
    ep_mem_free(rings->items);
    *rings = (struct ep_rings){0};
}

int ep_rings_take(struct ep_rings *to, struct ep_rings *from)
{
    for (size_t i = 0; i < from->n; i++) {
        if (EP_GROW(to->items, to->n, to->capacity))
            return EP_ENOMEM;
        to->items[to->n++] = from->items[i];
        from->items[i].names = NULL;
    }
    return EP_OK;
}

/* The name that was written after AT others, modulo the slots. */
static uint32_t name_at(const struct edgeprof_raw_ring *raw, uint32_t at)
{
    return raw->slots[(at + 1) % EDGEPROF_RING_SLOTS];
}

int ep_ring_unroll(const struct edgeprof_raw_ring *raw, struct ep_ring *out)
{
    uint32_t n = EDGEPROF_RING_SLOTS, next = raw->cursor % n;

    *out = (struct ep_ring){.thread = raw->thread};
    out->names = ep_mem_zeroed(n, sizeof *out->names);
    if (!out->names)
        return EP_ENOMEM;
    /* Nothing was passed, or the first mark has a slot and not its name yet. */
    out->is_whole = name_at(raw, 0) != 0 || raw->cursor <= 1;
    /* A mark that was under way when the ring went to another file did not add to the
     * cursor of that; those ahead are 0. */
    for (uint32_t i = 0; i < EDGEPROF_RING_AHEAD && name_at(raw, next); i++)
        next = (next + 1) % n;
    /* Those ahead of the cursor are 0, or the oldest. */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (next + i) % n, name = name_at(raw, at);

        if (name && at >= next)
            out->is_whole = 0;
        /* The chunk has a thread's id after its name, or never: it may be killed. */
        if (name & EDGEPROF_RING_OWNER)
            out->thread = name & ~EDGEPROF_RING_OWNER;
        if (!name && out->n)
            name = EDGEPROF_RING_LOST;
        /* Of the first one to have it all the ring is. */
        if (name && (out->n || !(name & EDGEPROF_RING_OWNER)))
            out->names[out->n++] = name;
    }
    if (out->n && !name_at(raw, next + n - 1))
        out->n--; /* it has a slot and not its name yet: it was not passed */
    return EP_OK;
}

int ep_counts_read_ring(struct ep_input *input,
                        const struct edgeprof_raw_chunk *start,
                        struct ep_counts *counts)
{
    struct ep_rings *rings = &counts->rings;
    struct edgeprof_raw_ring *raw;
    int status;

    if (start->size < sizeof *raw)
        return ep_fail(input->diag, EP_EFORMAT, "%s: a ring of %llu bytes",
                       input->path, (unsigned long long)start->size);
    raw = ep_mem_zeroed(1, sizeof *raw);
    if (!raw || EP_GROW(rings->items, rings->n, rings->capacity)) {
        ep_mem_free(raw);
        return EP_ENOMEM;
    }
    status = ep_input_all(input, (char *)raw + sizeof *start,
                          sizeof *raw - sizeof *start, "a ring");
    if (!status)
        status = ep_input_skip(input, start->size - sizeof *raw, "a ring");
    if (!status)
        status = ep_ring_unroll(raw, &rings->items[rings->n]);
    if (!status)
        rings->items[rings->n++].pid = counts->pid;
    ep_mem_free(raw);
    return status;
}
