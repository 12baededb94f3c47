/* SPDX-License-Identifier: MIT
 *
 * chain.h - where one increment of a counter waits for the one before.
 *
 * WHY   a processor that adds to memory must first have what it added last.
 *       If it renames memory (Intel's do since Ice Lake), that takes no time,
 *       but only if the address is a register and a constant; by %rip it takes
 *       six cycles, and a loop of ten instructions waits for them (see
 *       bench/README.md).  A register is not free, though: it is loaded before
 *       the loop and taken from what the loop computes.
 * MODEL The body's final graph.  From a counted piece ways lead to the next
 *       increment of the same counter, most often its own.  If one has so few
 *       instructions that the processor does them while it waits, the increment
 *       should use a register.  Ways through pieces that run far more often are
 *       left out: the increment stands where these do not go.
 */
#ifndef EP_CHAIN_H
#define EP_CHAIN_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_piece {
    uint64_t weight;  /* expected executions, any scale */
    uint32_t size;    /* instructions, or EP_PIECE_LONG */
    uint32_t counter; /* or EP_NONE */
};

/* The size of a piece with a call, which leaves few registers, and of code that
 * is not optimised, which keeps nothing in them. */
enum { EP_PIECE_LONG = 100 };

/* Whether the increment in the block FROM of GRAPH, which has a counter, is to
 * be addressed by a register.
 * OUT    GRAPH's EP_OUT_EDGES
 * PIECE  n_blocks
 * Looks at a bounded number of pieces. */
int ep_chain_waits(const struct ep_cfg *graph, const struct ep_incidence *out,
                   const struct ep_piece *piece, uint32_t from);

#ifdef __cplusplus
}
#endif

#endif
