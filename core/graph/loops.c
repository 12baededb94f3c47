/* SPDX-License-Identifier: MIT */
#include "graph/loops.h"

#include "graph/dominators.h"

/* Into SRC where each edge of CFG comes from, a RETURN from its call. */
static void find_sources(const struct ep_cfg *cfg, uint32_t *src)
{
    uint32_t call = EP_BLOCK_EXIT;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        src[e] = cfg->edges[e].src;
        if (cfg->edges[e].kind == EP_EDGE_LEAVE)
            call = src[e];
        else if (cfg->edges[e].kind == EP_EDGE_RETURN)
            src[e] = call;
    }
}

/* OUT: the blocks of CFG, and its edges from SRC. */
static int connect(const struct ep_cfg *cfg, const uint32_t *src,
                   struct ep_cfg *out)
{
    int status = EP_OK;

    ep_cfg_init(out);
    out->n_blocks = cfg->n_blocks;
    for (uint32_t e = 0; e < cfg->n_edges && !status; e++)
        status = ep_cfg_add_edge(out, src[e], cfg->edges[e].dst,
                                 (enum ep_edge_kind)cfg->edges[e].kind, 0, 0);
    return status;
}

int ep_loops_find(const struct ep_cfg *cfg, uint8_t *back)
{
    struct ep_arena arena = {0};
    uint32_t *src = ep_arena_new(&arena, cfg->n_edges, sizeof *src);
    struct ep_dominators dominators;
    struct ep_cfg connected;
    int status;

    if (!src) {
        ep_arena_release(&arena);
        return EP_ENOMEM;
    }
    find_sources(cfg, src);
    status = connect(cfg, src, &connected);
    if (!status) {
        dominators = ep_dominators_find(&connected, &arena);
        status = arena.failed ? EP_ENOMEM : EP_OK;
    }
    for (uint32_t e = 0; e < cfg->n_edges && !status; e++)
        back[e] = src[e] != EP_BLOCK_EXIT &&
                  ep_dominates(&dominators, cfg->edges[e].dst, src[e]) != 0;
    ep_cfg_release(&connected);
    ep_arena_release(&arena);
    return status;
}
