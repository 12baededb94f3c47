/* SPDX-License-Identifier: MIT
 *
 * cfg_calls.c - the graph as if all calls came back.
 */
#include "graph/cfg.h"

struct ep_edge *ep_cfg_join_calls(const struct ep_cfg *cfg,
                                  struct ep_arena *arena)
{
    struct ep_edge *edges = ep_arena_new(arena, cfg->n_edges, sizeof *edges);
    uint32_t call = EP_BLOCK_EXIT;

    for (uint32_t e = 0; edges && e < cfg->n_edges; e++) {
        edges[e] = cfg->edges[e];
        if (edges[e].kind == EP_EDGE_LEAVE)
            call = edges[e].src;
        else if (edges[e].kind == EP_EDGE_RETURN)
            edges[e].src = call;
    }
    return edges;
}
