/* SPDX-License-Identifier: MIT
 *
 * trips.h - where loops are entered, come round and are left.
 *
 * WHY   The mean says little of a loop that mostly turns once and seldom a
 *       thousand times.  So with trips=yes each loop counts its *trips*: how
 *       often it came round from an entry until it was left.
 * MODEL A variable of the function belongs to each loop (loops.h).  It is set
 *       where the loop is entered, added to where it comes round, and read where
 *       the loop is left: its *bin* is then counted, by powers of two.  The
 *       variable is twice the rounds plus 1, so that it is never 0 and its
 *       highest bit is the bin: 0 for no round, 1 for one, 2 for two and three.
 *       A loop has the blocks that lead back to its head without passing it;
 *       landing pads as well, where control arrives from nowhere.
 *       An edge is an exit if it leads out of these blocks.  A call that does not
 *       return, and an edge that can hold no code, end no trip.
 * RULES A loop one of whose entries or ways back can hold no code is left out.
 */
#ifndef EP_TRIPS_H
#define EP_TRIPS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EP_TRIPS_BINS = 64,
    EP_TRIPS_FIRST = 1, /* the variable's value on entry ... */
    EP_TRIPS_ROUND = 2  /* ... and what a round adds */
};

/* The bin of VALUE, a loop's variable. */
static inline uint32_t ep_trips_bin(uint64_t value)
{
    uint32_t bin = 0;

    while (value >>= 1)
        bin++;
    return bin;
}

enum ep_trip_step {
    EP_TRIP_ENTER, /* the variable is EP_TRIPS_FIRST */
    EP_TRIP_ROUND, /* EP_TRIPS_ROUND is added */
    EP_TRIP_LEAVE  /* its bin is counted */
};

/* What is to happen on EDGE. */
struct ep_trip {
    uint32_t edge;
    uint32_t loop;
    enum ep_trip_step step;
};

struct ep_trips {
    uint32_t *heads; /* of the loops, ascending */
    uint32_t n_loops;
    size_t heads_capacity;
    struct ep_trip *items; /* by loop */
    size_t n;
    size_t capacity;
};

/* Those of CFG, which is finished.
 * OUT  initialised by this call; release with ep_trips_release
 * EP_OK or EP_ENOMEM.  Cost as ep_loops_find, and O(B+E) for each loop. */
EP_MUST_CHECK int ep_trips_find(const struct ep_cfg *cfg, struct ep_trips *out);
void ep_trips_release(struct ep_trips *trips);

#ifdef __cplusplus
}
#endif

#endif
