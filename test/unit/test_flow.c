/* SPDX-License-Identifier: MIT */
#include "graph/flow.h"
#include "graph/tree.h"
#include "graphs.h"

/* A graph, its marks, and what a walk counted. */
struct scene {
    struct ep_cfg cfg;
    uint32_t *mark;
    uint32_t n_marks;
    uint32_t inexact;
    uint64_t *truth; /* per edge */
    uint64_t *count; /* per mark */
};

static void scene_init(struct scene *scene, uint64_t *seed, unsigned shape,
                       enum ep_place place)
{
    graph_random(&scene->cfg, seed, 1 + check_random(seed, 40), shape);
    CHECK_EQ(ep_cfg_finish(&scene->cfg, NULL), EP_OK);
    scene->mark = ep_mem_zeroed(scene->cfg.n_edges, sizeof(uint32_t));
    scene->truth = ep_mem_zeroed(scene->cfg.n_edges, sizeof(uint64_t));
    scene->count = ep_mem_zeroed(scene->cfg.n_edges, sizeof(uint64_t));
    CHECK_EQ(ep_tree_place(&scene->cfg, place, scene->mark, &scene->n_marks,
                           &scene->inexact),
             EP_OK);
}

static void scene_walk(struct scene *scene, uint64_t *seed, int abandon)
{
    for (int i = 0; i < 10; i++)
        graph_walk(&scene->cfg, seed, check_random(seed, 200), abandon,
                   scene->truth);
    for (uint32_t e = 0; e < scene->cfg.n_edges; e++) {
        if (scene->mark[e] != EP_NONE)
            scene->count[scene->mark[e]] = scene->truth[e];
    }
}

static void scene_release(struct scene *scene)
{
    ep_cfg_release(&scene->cfg);
    ep_mem_free(scene->mark);
    ep_mem_free(scene->truth);
    ep_mem_free(scene->count);
}

static void solve(const struct scene *scene, struct ep_flow *flow)
{
    CHECK_EQ(ep_flow_solve(&scene->cfg, scene->mark, scene->count,
                           scene->n_marks, NULL, NULL, flow),
             EP_OK);
}

static void dropped_edges_are_recovered(void)
{
    uint64_t seed = 6;
    int exact = 0;

    for (int i = 0; i < 3000; i++) {
        struct scene scene;
        struct ep_flow flow;

        scene_init(&scene, &seed, (unsigned)i % 8, (enum ep_place)(i % 3));
        scene_walk(&scene, &seed, 0);
        solve(&scene, &flow);
        if (!scene.inexact) {
            exact++;
            CHECK_EQ(flow.n_undetermined + flow.n_negative + flow.n_unbalanced,
                     0);
            for (uint32_t e = 0; e < scene.cfg.n_edges; e++)
                CHECK_EQ(flow.edge[e], scene.truth[e]);
        } else {
            CHECK_EQ(flow.n_undetermined, scene.inexact);
        }
        ep_flow_release(&flow);
        scene_release(&scene);
    }
    CHECK(exact > 1000);
}

static void abandoned_frames_never_make_an_edge_too_low(void)
{
    uint64_t seed = 7;

    for (int i = 0; i < 2000; i++) {
        struct scene scene;
        struct ep_flow flow;

        scene_init(&scene, &seed, i % 2 ? GRAPH_LEAVES : 0, EP_PLACE_TREE);
        scene_walk(&scene, &seed, 1);
        solve(&scene, &flow);
        CHECK_EQ(flow.n_negative, 0);
        CHECK_EQ(flow.n_unbalanced, 0);
        for (uint32_t e = 0; e < scene.cfg.n_edges; e++) {
            CHECK(flow.edge[e] >= scene.truth[e]);
            CHECK(flow.edge[e] <= scene.truth[e] + 10);
        }
        ep_flow_release(&flow);
        scene_release(&scene);
    }
}

/* EXIT -> ENTRY -> 2 -> {3, EXIT}, 3 -> EXIT. */
static struct ep_edge diamond[] = {{.src = 1, .dst = 0, .kind = EP_EDGE_ENTRY},
                                   {.src = 0, .dst = 2, .kind = EP_EDGE_FALL},
                                   {.src = 2, .dst = 3, .kind = EP_EDGE_TRUE},
                                   {.src = 2, .dst = 1, .kind = EP_EDGE_FALSE},
                                   {.src = 3, .dst = 1, .kind = EP_EDGE_FALL}};
static const struct ep_cfg diamond_cfg = {
    .n_blocks = 4, .n_edges = 5, .edges = diamond};

static void impossible_counts_are_clamped_and_counted(void)
{
    const uint32_t mark[] = {0, EP_NONE, 1, EP_NONE, EP_NONE};
    const uint64_t count[] = {5, 7};
    struct ep_flow flow;

    CHECK_EQ(ep_flow_solve(&diamond_cfg, mark, count, 2, NULL, NULL, &flow),
             EP_OK);
    CHECK_EQ(flow.edge[3], 0);
    CHECK_EQ(flow.n_negative, 1);
    CHECK_EQ(flow.block[3], 7);
    ep_flow_release(&flow);
}

static void sums_saturate(void)
{
    const uint32_t mark[] = {0, 1, 2, 3, 4};
    const uint64_t count[] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                              UINT64_MAX};
    struct ep_flow flow;

    CHECK_EQ(ep_flow_solve(&diamond_cfg, mark, count, 5, NULL, NULL, &flow),
             EP_OK);
    CHECK_EQ(flow.block[EP_BLOCK_EXIT], UINT64_MAX);
    CHECK_EQ(flow.n_unbalanced, 0);
    ep_flow_release(&flow);
}

static void a_mark_out_of_range_is_an_error(void)
{
    const uint32_t mark[] = {0, EP_NONE, 1, EP_NONE, EP_NONE};
    const uint64_t count[] = {5};
    struct ep_diag diag = {{0}};
    struct ep_flow flow;

    CHECK_EQ(ep_flow_solve(&diamond_cfg, mark, count, 1, NULL, &diag, &flow),
             EP_EGRAPH);
    CHECK_TEXT(diag.text, "edge 2 has mark 1 of 1");
    CHECK(!flow.edge && !flow.block);
}

static int solve_diamond(void)
{
    const uint32_t mark[] = {0, EP_NONE, 1, EP_NONE, EP_NONE};
    const uint64_t count[] = {7, 5};
    struct ep_flow flow;
    int status = ep_flow_solve(&diamond_cfg, mark, count, 2, NULL, NULL, &flow);

    ep_flow_release(&flow);
    return status;
}

int main(void)
{
    dropped_edges_are_recovered();
    abandoned_frames_never_make_an_edge_too_low();
    impossible_counts_are_clamped_and_counted();
    sums_saturate();
    a_mark_out_of_range_is_an_error();
    check_failing_memory(solve_diamond);
    return check_failures != 0;
}
