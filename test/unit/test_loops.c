/* SPDX-License-Identifier: MIT */
#include "graph/loops.h"
#include "graphs.h"

enum { MOST = 64 };

/* Where edge E comes from, as its call does if that came back. */
static uint32_t source(const struct ep_cfg *cfg, uint32_t e)
{
    uint32_t src = cfg->edges[e].src;

    if (cfg->edges[e].kind == EP_EDGE_RETURN)
        while (e > 0 && cfg->edges[e].kind != EP_EDGE_LEAVE)
            src = cfg->edges[--e].src;
    return src;
}

/* By the definition: whether ENTRY reaches B, but not without A.  A of EP_NONE is on no
 * way. */
static int is_reached(const struct ep_cfg *cfg, uint32_t b, uint32_t without)
{
    uint8_t seen[MOST] = {0};
    int changed = 1;

    seen[EP_BLOCK_ENTRY] = without != EP_BLOCK_ENTRY;
    while (changed) {
        changed = 0;
        for (uint32_t e = 0; e < cfg->n_edges; e++) {
            uint32_t src = source(cfg, e), dst = cfg->edges[e].dst;

            if (src == EP_BLOCK_EXIT || dst == without || !seen[src])
                continue;
            changed |= !seen[dst];
            seen[dst] = 1;
        }
    }
    return seen[b];
}

static void check_graph(const struct ep_cfg *cfg)
{
    uint8_t *back = ep_mem_zeroed(cfg->n_edges, 1);

    CHECK(back != NULL);
    CHECK_EQ(ep_loops_find(cfg, back), EP_OK);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        uint32_t src = source(cfg, e), dst = cfg->edges[e].dst;

        CHECK_EQ(back[e], src != EP_BLOCK_EXIT &&
                              is_reached(cfg, src, EP_NONE) &&
                              !is_reached(cfg, src, dst));
    }
    ep_mem_free(back);
}

/* 2 is the head; the way back is through a call that may not return. */
static void a_call_in_a_loop(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {2, 1}};
    struct ep_cfg cfg;
    uint8_t back[6] = {0};

    graph_edges(&cfg, 4, edges, 3);
    graph_edge(&cfg, 3, EP_BLOCK_EXIT, EP_EDGE_LEAVE, 0, 0);
    graph_edge(&cfg, EP_BLOCK_EXIT, 2, EP_EDGE_RETURN, 0, 0);
    CHECK_EQ(cfg.n_edges, 6);
    CHECK_EQ(ep_loops_find(&cfg, back), EP_OK);
    for (uint32_t e = 0; e < cfg.n_edges; e++)
        CHECK_EQ(back[e], e == 5);
    ep_cfg_release(&cfg);
}

static void any_graph(void)
{
    uint64_t seed = 17;

    for (uint32_t i = 0; i < 500; i++) {
        struct ep_cfg cfg;

        graph_random(&cfg, &seed, 2 + i % 18, GRAPH_LEAVES | GRAPH_ENDLESS);
        check_graph(&cfg);
        ep_cfg_release(&cfg);
    }
}

static struct ep_cfg small;

static int find_in_a_little_memory(void)
{
    uint8_t back[8] = {0};
    int status = ep_loops_find(&small, back);

    if (!status)
        CHECK_EQ(back[2], 1);
    return status;
}

int main(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 2}, {2, 1}};

    a_call_in_a_loop();
    any_graph();
    graph_edges(&small, 3, edges, 3);
    check_failing_memory(find_in_a_little_memory);
    ep_cfg_release(&small);
    return check_failures != 0;
}
