/* SPDX-License-Identifier: MIT
 *
 * rings.h - the last marks that the threads of a process passed (graph/witness.h).
 */
#ifndef EP_RINGS_H
#define EP_RINGS_H

#include <edgeprof/abi.h>

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_ring {
    uint32_t pid;
    uint32_t
        thread;   /* the kernel's id of the last one that had it; 0: unknown */
    int is_whole; /* bool: what came first is there, nothing was written over */
    uint32_t *names; /* the oldest first, EDGEPROF_RING_THREAD and its kin among
                        them; owned */
    size_t n;
};

/* Zero-initialised is empty. */
struct ep_rings {
    struct ep_ring *items;
    size_t n;
    size_t capacity;
};

void ep_rings_release(struct ep_rings *rings);

/* Move what FROM has to the end of TO.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_rings_take(struct ep_rings *to, struct ep_rings *from);

/* Put the names of RAW, in the order in which they were written, into OUT, whose names are
 * released with it.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_ring_unroll(const struct edgeprof_raw_ring *raw,
                                 struct ep_ring *out);

#ifdef __cplusplus
}
#endif

#endif
