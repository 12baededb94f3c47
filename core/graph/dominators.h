/* SPDX-License-Identifier: MIT
 *
 * dominators.h - which blocks lie on every way from ENTRY to another one.
 *
 * MODEL A dominates B if no way from ENTRY reaches B without passing A; every
 *       block dominates itself.  The closest of the others is B's immediate
 *       dominator.  These make a tree, whose blocks are numbered so that those
 *       below a block follow it without a gap: A dominates B if and only if
 *       first[A] <= first[B] <= last[A].
 * RULES The edges out of EXIT, which close the graph or bring control from
 *       nowhere, are no ways.  Source: Cooper, Harvey, Kennedy, A Simple, Fast
 *       Dominance Algorithm (2001).
 */
#ifndef EP_DOMINATORS_H
#define EP_DOMINATORS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each has n_blocks entries; EP_NONE for what ENTRY does not reach. */
struct ep_dominators {
    uint32_t *immediate; /* ENTRY's is ENTRY */
    uint32_t *first;     /* a block's number, and ... */
    uint32_t *last;      /* ... the greatest below it in the tree */
};

/* Those of CFG, which need not be finished, in ARENA; of no use if that has
 * failed, before or now.
 * Cost O(B+E) for the graphs of structured programs, O(B*E) at worst. */
struct ep_dominators ep_dominators_find(const struct ep_cfg *cfg,
                                        struct ep_arena *arena);

/* Whether A dominates B.  False if ENTRY does not reach one of them. */
static inline int ep_dominates(const struct ep_dominators *dominators,
                               uint32_t a, uint32_t b)
{
    return dominators->first[b] != EP_NONE &&
           dominators->first[a] <= dominators->first[b] &&
           dominators->first[b] <= dominators->last[a];
}

#ifdef __cplusplus
}
#endif

#endif
