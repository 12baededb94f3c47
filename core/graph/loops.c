/* SPDX-License-Identifier: MIT */
#include "graph/loops.h"

#include "graph/dominators.h"

int ep_loops_find(const struct ep_cfg *cfg, uint8_t *back)
{
    struct ep_arena arena = {0};
    struct ep_cfg joined = *cfg; /* but for its edges borrowed */
    struct ep_dominators dominators;
    int status = EP_ENOMEM;

    joined.edges = ep_cfg_join_calls(cfg, &arena);
    if (joined.edges)
        dominators = ep_dominators_find(&joined, &arena);
    if (joined.edges && !arena.failed)
        status = EP_OK;
    for (uint32_t e = 0; e < cfg->n_edges && !status; e++)
        back[e] = joined.edges[e].src != EP_BLOCK_EXIT &&
                  ep_dominates(&dominators, joined.edges[e].dst,
                               joined.edges[e].src) != 0;
    ep_arena_release(&arena);
    return status;
}
