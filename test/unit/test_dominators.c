/* SPDX-License-Identifier: MIT */
#include "graph/dominators.h"
#include "graphs.h"

/* By the definition: whether B is reached from ENTRY, and not without A. */
static int dominates(const struct ep_cfg *cfg, uint32_t a, uint32_t b)
{
    uint8_t seen[64] = {0};
    uint8_t free_of_a[64] = {0};
    int changed = 1;

    seen[EP_BLOCK_ENTRY] = 1;
    free_of_a[EP_BLOCK_ENTRY] = a != EP_BLOCK_ENTRY;
    while (changed) {
        changed = 0;
        for (uint32_t e = 0; e < cfg->n_edges; e++) {
            uint32_t src = cfg->edges[e].src;
            uint32_t dst = cfg->edges[e].dst;

            if (src == EP_BLOCK_EXIT)
                continue;
            changed |= seen[src] > seen[dst];
            seen[dst] |= seen[src];
            if (dst == a)
                continue;
            changed |= free_of_a[src] > free_of_a[dst];
            free_of_a[dst] |= free_of_a[src];
        }
    }
    return seen[b] && !free_of_a[b];
}

static void check_graph(const struct ep_cfg *cfg)
{
    struct ep_arena arena = {0};
    struct ep_dominators found = ep_dominators_find(cfg, &arena);

    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        uint32_t above = found.immediate[b];

        CHECK_EQ(above != EP_NONE, dominates(cfg, b, b));
        for (uint32_t a = 0; a < cfg->n_blocks; a++) {
            int expected = dominates(cfg, a, b);

            CHECK_EQ(ep_dominates(&found, a, b), expected);
            if (expected && a != b)
                CHECK(dominates(cfg, a, above));
        }
    }
    ep_arena_release(&arena);
}

static void a_diamond_in_a_loop(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {2, 4}, {3, 5},
                                        {4, 5}, {5, 2}, {5, 1}};
    static const uint32_t immediate[] = {0, 5, 0, 2, 2, 2, EP_NONE};
    struct ep_arena arena = {0};
    struct ep_dominators found;
    struct ep_cfg cfg;

    graph_edges(&cfg, 7, edges, sizeof edges / sizeof *edges);
    found = ep_dominators_find(&cfg, &arena);
    for (uint32_t b = 0; b < cfg.n_blocks; b++)
        CHECK_EQ(found.immediate[b], immediate[b]);
    ep_arena_release(&arena);
    check_graph(&cfg);
    ep_cfg_release(&cfg);
}

/* A loop with two heads needs more than one round: 5 and 6 lead to each other,
 * and are entered from 3 and 4. */
static void a_loop_with_two_heads(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {2, 4}, {3, 5}, {4, 6},
                                        {5, 6}, {6, 5}, {6, 7}, {7, 6}, {5, 1}};
    struct ep_cfg cfg;

    graph_edges(&cfg, 8, edges, sizeof edges / sizeof *edges);
    check_graph(&cfg);
    ep_cfg_release(&cfg);
}

static void any_graph(void)
{
    uint64_t seed = 11;

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
    struct ep_arena arena = {0};
    struct ep_dominators found = ep_dominators_find(&small, &arena);
    int failed = arena.failed;

    if (!failed)
        CHECK_EQ(found.immediate[EP_BLOCK_EXIT], 2);
    ep_arena_release(&arena);
    return failed ? EP_ENOMEM : EP_OK;
}

int main(void)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 1}};

    a_diamond_in_a_loop();
    a_loop_with_two_heads();
    any_graph();
    graph_edges(&small, 3, edges, 2);
    check_failing_memory(find_in_a_little_memory);
    ep_cfg_release(&small);
    return check_failures != 0;
}
