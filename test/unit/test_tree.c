/* SPDX-License-Identifier: MIT */
#include "graph/tree.h"
#include "graphs.h"

#include <time.h>

struct placed {
    uint32_t *mark;
    uint32_t n_marks;
    uint32_t inexact;
};

static struct placed place(const struct ep_cfg *cfg, enum ep_place how)
{
    struct placed placed = {.mark =
                                ep_mem_zeroed(cfg->n_edges, sizeof(uint32_t))};

    CHECK_EQ(
        ep_tree_place(cfg, how, placed.mark, &placed.n_marks, &placed.inexact),
        EP_OK);
    return placed;
}

static int reaches_exit(const struct ep_cfg *cfg, const uint32_t *pick,
                        uint32_t block)
{
    for (uint32_t i = 0; i < cfg->n_blocks && block != EP_BLOCK_EXIT; i++)
        block = cfg->edges[pick[block]].dst;
    return block == EP_BLOCK_EXIT;
}

/* The heaviest choice of one out-edge per block that leads all to EXIT, LEAVE
 * edges being worth more than all else; by trying all. */
static uint64_t best_by_force(const struct ep_cfg *cfg, uint32_t *pick,
                              uint32_t block, uint64_t weight)
{
    uint64_t best = 0;

    if (block == EP_BLOCK_EXIT)
        return best_by_force(cfg, pick, block + 1, weight);
    if (block == cfg->n_blocks) {
        for (uint32_t b = 0; b < cfg->n_blocks; b++) {
            if (b != EP_BLOCK_EXIT && !reaches_exit(cfg, pick, b))
                return 0;
        }
        return weight;
    }
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        uint64_t found;

        if (cfg->edges[e].src != block)
            continue;
        pick[block] = e;
        found = best_by_force(cfg, pick, block + 1,
                              weight + cfg->edges[e].weight +
                                  (cfg->edges[e].kind == EP_EDGE_LEAVE) *
                                      UINT64_C(1000000));
        best = found > best ? found : best;
    }
    return best;
}

static uint64_t uncounted_weight(const struct ep_cfg *cfg,
                                 const struct placed *placed)
{
    uint64_t weight = 0;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        if (placed->mark[e] == EP_NONE)
            weight += cfg->edges[e].weight +
                      (cfg->edges[e].kind == EP_EDGE_LEAVE) * UINT64_C(1000000);
    }
    return weight;
}

static void the_arborescence_is_the_heaviest(void)
{
    uint64_t seed = 2;

    for (int i = 0; i < 3000; i++) {
        struct ep_cfg cfg;
        struct placed tree;
        uint32_t pick[10];

        graph_random(&cfg, &seed, 1 + check_random(&seed, 7),
                     i % 2 ? GRAPH_LEAVES : 0);
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        tree = place(&cfg, EP_PLACE_TREE);
        CHECK_EQ(uncounted_weight(&cfg, &tree),
                 best_by_force(&cfg, pick, EP_BLOCK_ENTRY, 0));
        ep_mem_free(tree.mark);
        ep_cfg_release(&cfg);
    }
}

static void each_block_leaves_one_edge_uncounted_and_exit_none(void)
{
    uint64_t seed = 3;

    for (int i = 0; i < 500; i++) {
        struct ep_cfg cfg;
        struct placed tree;
        uint32_t uncounted[64] = {0};

        graph_random(&cfg, &seed, 1 + check_random(&seed, 60), GRAPH_LEAVES);
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        tree = place(&cfg, EP_PLACE_TREE);
        for (uint32_t e = 0; e < cfg.n_edges; e++)
            uncounted[cfg.edges[e].src] += tree.mark[e] == EP_NONE;
        for (uint32_t b = 0; b < cfg.n_blocks; b++)
            CHECK_EQ(uncounted[b], b != EP_BLOCK_EXIT);
        ep_mem_free(tree.mark);
        ep_cfg_release(&cfg);
    }
}

static void marks_are_as_many_as_knuths(void)
{
    uint64_t seed = 4;

    for (int i = 0; i < 500; i++) {
        struct ep_cfg cfg;
        struct placed tree;
        struct placed knuth;
        struct placed all;

        graph_random(&cfg, &seed, 1 + check_random(&seed, 60),
                     GRAPH_LEAVES | GRAPH_NOSPLIT);
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        tree = place(&cfg, EP_PLACE_TREE);
        knuth = place(&cfg, EP_PLACE_KNUTH);
        all = place(&cfg, EP_PLACE_ALL);
        CHECK_EQ(tree.n_marks, knuth.n_marks);
        CHECK_EQ(tree.inexact, knuth.inexact);
        CHECK_EQ(tree.inexact, all.inexact);
        CHECK_EQ(tree.n_marks + tree.inexact, cfg.n_edges - (cfg.n_blocks - 1));
        CHECK(uncounted_weight(&cfg, &knuth) >= uncounted_weight(&cfg, &tree));
        for (uint32_t e = 0; e < cfg.n_edges; e++) {
            if (cfg.edges[e].kind == EP_EDGE_LEAVE ||
                cfg.edges[e].flags & EP_EDGE_NOSPLIT)
                CHECK_EQ(all.mark[e], EP_NONE);
            else
                CHECK(all.mark[e] != EP_NONE);
        }
        ep_mem_free(tree.mark);
        ep_mem_free(knuth.mark);
        ep_mem_free(all.mark);
        ep_cfg_release(&cfg);
    }
}

/* Both edges of a condition cannot be split: as they meet again, the law needs
 * another mark; where they run in parallel nothing helps. */
static void two_forced_edges_of_a_block(void)
{
    for (uint32_t parallel = 0; parallel < 2; parallel++) {
        struct ep_cfg cfg;
        struct placed tree;

        ep_cfg_init(&cfg);
        for (int i = 0; i < 4; i++)
            (void)ep_cfg_add_block(&cfg);
        graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
        graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
        graph_edge(&cfg, 2, 3, EP_EDGE_TRUE, EP_EDGE_NOSPLIT, 9);
        graph_edge(&cfg, 2, parallel ? 3 : 4, EP_EDGE_FALSE, EP_EDGE_NOSPLIT,
                   1);
        graph_edge(&cfg, 3, 5, EP_EDGE_FALL, 0, 9);
        graph_edge(&cfg, 4, 5, EP_EDGE_FALL, 0, 1);
        graph_edge(&cfg, 5, 1, EP_EDGE_FALL, 0, 10);
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        tree = place(&cfg, EP_PLACE_TREE);
        CHECK_EQ(tree.inexact, parallel);
        CHECK_EQ(tree.mark[2], EP_NONE);
        CHECK_EQ(tree.mark[3], EP_NONE);
        CHECK_EQ(tree.mark[5], parallel ? EP_NONE : 1);
        ep_mem_free(tree.mark);
        ep_cfg_release(&cfg);
    }
}

/* A chain of blocks that each pull back: every contraction holds the last. */
static void nested(struct ep_cfg *cfg, uint32_t n)
{
    ep_cfg_init(cfg);
    for (uint32_t i = 0; i < n; i++)
        (void)ep_cfg_add_block(cfg);
    graph_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    for (uint32_t b = 2; b < n + 2; b++) {
        graph_edge(cfg, b, b < n + 1 ? b + 1 : 1, EP_EDGE_FALSE, 0, b);
        graph_edge(cfg, b, b > 2 ? b - 1 : 2, EP_EDGE_TRUE, 0, UINT64_MAX - b);
    }
}

static void a_hundred_thousand_blocks_take_no_time(void)
{
    uint64_t seed = 5;

    for (int i = 0; i < 2; i++) {
        struct ep_cfg cfg;
        struct placed tree;
        clock_t start;

        if (i)
            graph_random(&cfg, &seed, 100000, GRAPH_LEAVES | GRAPH_ENDLESS);
        else
            nested(&cfg, 100000);
        start = clock();
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        tree = place(&cfg, EP_PLACE_TREE);
        CHECK((clock() - start) < 5 * CLOCKS_PER_SEC);
        ep_mem_free(tree.mark);
        ep_cfg_release(&cfg);
    }
}

static int place_small(void)
{
    struct ep_edge edges[] = {{.src = 1, .dst = 0, .kind = EP_EDGE_ENTRY},
                              {.src = 0, .dst = 2, .kind = EP_EDGE_FALL},
                              {.src = 2, .dst = 2, .kind = EP_EDGE_TRUE},
                              {.src = 2, .dst = 1, .kind = EP_EDGE_FALSE}};
    struct ep_cfg cfg = {.n_blocks = 3, .n_edges = 4, .edges = edges};
    uint32_t mark[4];
    uint32_t n_marks;
    uint32_t inexact;

    return ep_tree_place(&cfg, EP_PLACE_TREE, mark, &n_marks, &inexact);
}

int main(void)
{
    the_arborescence_is_the_heaviest();
    each_block_leaves_one_edge_uncounted_and_exit_none();
    marks_are_as_many_as_knuths();
    two_forced_edges_of_a_block();
    a_hundred_thousand_blocks_take_no_time();
    check_failing_memory(place_small);
    return check_failures != 0;
}
