/* SPDX-License-Identifier: MIT
 *
 * graphs.h - random graphs and random walks on them, for the unit tests.
 */
#ifndef EP_GRAPHS_H
#define EP_GRAPHS_H

#include "check.h"
#include "graph/cfg.h"

/* What a random graph may hold. */
enum {
    GRAPH_LEAVES = 1,  /* at most one LEAVE per block, RETURN, ARRIVE */
    GRAPH_NOSPLIT = 2, /* edges that cannot be split, out of EXIT as well */
    GRAPH_ENDLESS = 4  /* blocks that only finish() makes reach EXIT */
};

/* An edge or line that memory is surely there for. */
static inline void graph_edge(struct ep_cfg *cfg, uint32_t src, uint32_t dst,
                              enum ep_edge_kind kind, unsigned flags,
                              uint64_t weight)
{
    CHECK_EQ(ep_cfg_add_edge(cfg, src, dst, kind, flags, weight), EP_OK);
}

/* N_BLOCKS in all, and from ENTRY on the N_EDGES from one to another;
 * initialises CFG, which is not finished. */
static inline void graph_edges(struct ep_cfg *cfg, uint32_t n_blocks,
                               const uint32_t edges[][2], size_t n_edges)
{
    ep_cfg_init(cfg);
    while (cfg->n_blocks < n_blocks)
        (void)ep_cfg_add_block(cfg);
    graph_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 0);
    for (size_t i = 0; i < n_edges; i++)
        graph_edge(cfg, edges[i][0], edges[i][1], EP_EDGE_FALL, 0, 0);
}

static inline unsigned graph_flags(uint64_t *seed, unsigned shape)
{
    return shape & GRAPH_NOSPLIT && check_random(seed, 6) == 0 ? EP_EDGE_NOSPLIT
                                                               : 0;
}

static inline void graph_block(struct ep_cfg *cfg, uint64_t *seed,
                               unsigned shape, uint32_t block)
{
    uint32_t n = 1 + check_random(seed, 3);
    uint32_t at = cfg->n_blocks;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t dst = 1 + check_random(seed, at - 1);

        if (i == 0 && !(shape & GRAPH_ENDLESS))
            dst = block + 1 < at ? block + 1 : EP_BLOCK_EXIT;
        graph_edge(cfg, block, dst, i ? EP_EDGE_CASE : EP_EDGE_FALL,
                   graph_flags(seed, shape), check_random(seed, 1000));
    }
    if (shape & GRAPH_LEAVES && check_random(seed, 4) == 0) {
        graph_edge(cfg, block, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 1);
        graph_edge(cfg, EP_BLOCK_EXIT,
                   EP_BLOCK_FIRST + check_random(seed, at - EP_BLOCK_FIRST),
                   check_random(seed, 2) ? EP_EDGE_RETURN : EP_EDGE_ARRIVE,
                   graph_flags(seed, shape), check_random(seed, 1000));
    }
}

/* N_BLOCKS beside ENTRY and EXIT; initialises CFG, which is not finished. */
static inline void graph_random(struct ep_cfg *cfg, uint64_t *seed,
                                uint32_t n_blocks, unsigned shape)
{
    ep_cfg_init(cfg);
    for (uint32_t i = 0; i < n_blocks; i++)
        (void)ep_cfg_add_block(cfg);
    graph_edge(cfg, EP_BLOCK_EXIT, EP_BLOCK_ENTRY, EP_EDGE_ENTRY, 0, 1);
    graph_edge(cfg, EP_BLOCK_ENTRY, EP_BLOCK_FIRST, EP_EDGE_FALL, 0, 1);
    for (uint32_t i = 0; i < n_blocks; i++)
        graph_block(cfg, seed, shape, EP_BLOCK_FIRST + i);
}

/* Walk STEPS edges from EXIT, then on to EXIT unless ABANDON; add each to its
 * COUNT. */
static inline void graph_walk(const struct ep_cfg *cfg, uint64_t *seed,
                              uint32_t steps, int abandon, uint64_t *count)
{
    struct ep_arena arena = {0};
    struct ep_incidence out = ep_cfg_edges(cfg, EP_OUT_EDGES, &arena);
    uint32_t at = EP_BLOCK_EXIT;

    CHECK_EQ(arena.failed, 0);
    for (uint32_t i = 0; i < steps || (!abandon && at != EP_BLOCK_EXIT); i++) {
        uint32_t n = out.first[at + 1] - out.first[at];
        uint32_t e = out.edge[out.first[at] + check_random(seed, n)];

        count[e]++;
        at = cfg->edges[e].dst;
    }
    ep_arena_release(&arena);
}

#endif
