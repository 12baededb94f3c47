/* SPDX-License-Identifier: MIT */
#include "graphs.h"

static void blocks_with_no_way_out_get_one_leave_per_terminal_cycle(void)
{
    struct ep_cfg cfg;
    const struct ep_edge *leave;

    /* 2 -> 3 -> 4 -> 3 (endless), 2 -> 5 (a dead end). */
    ep_cfg_init(&cfg);
    for (int i = 0; i < 4; i++)
        (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, 2, 3, EP_EDGE_TRUE, 0, 1);
    graph_edge(&cfg, 2, 5, EP_EDGE_FALSE, 0, 1);
    graph_edge(&cfg, 3, 4, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, 4, 3, EP_EDGE_FALL, 0, 1);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(cfg.n_edges, 8);
    leave = &cfg.edges[6];
    CHECK_EQ(leave[0].kind, EP_EDGE_LEAVE);
    CHECK_EQ(leave[1].kind, EP_EDGE_LEAVE);
    CHECK_EQ(leave[0].src + leave[1].src, 4 + 5);
    ep_cfg_release(&cfg);
}

/* Every block reaches EXIT: count those that do, backwards. */
static uint32_t reaching(const struct ep_cfg *cfg)
{
    uint8_t *good = ep_mem_zeroed(cfg->n_blocks, 1);
    uint32_t n = 1;
    uint32_t before;

    good[EP_BLOCK_EXIT] = 1;
    do {
        before = n;
        for (uint32_t e = 0; e < cfg->n_edges; e++) {
            if (good[cfg->edges[e].dst] && !good[cfg->edges[e].src]) {
                good[cfg->edges[e].src] = 1;
                n++;
            }
        }
    } while (n > before);
    ep_mem_free(good);
    return n;
}

static void every_block_reaches_exit_when_finished(void)
{
    uint64_t seed = 1;

    for (int i = 0; i < 300; i++) {
        struct ep_cfg cfg;
        uint32_t n_edges;

        graph_random(&cfg, &seed, 1 + check_random(&seed, 30), GRAPH_ENDLESS);
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        CHECK_EQ(reaching(&cfg), cfg.n_blocks);
        n_edges = cfg.n_edges;
        CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
        CHECK_EQ(cfg.n_edges, n_edges);
        ep_cfg_release(&cfg);
    }
}

static int finish_with(uint32_t src, uint32_t dst, enum ep_edge_kind kind)
{
    struct ep_cfg cfg;
    struct ep_diag diag = {{0}};
    int status;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, src, dst, kind, 0, 1);
    status = ep_cfg_finish(&cfg, &diag);
    CHECK((status == EP_OK) == (diag.text[0] == '\0'));
    ep_cfg_release(&cfg);
    return status;
}

static void broken_rules_are_named(void)
{
    CHECK_EQ(finish_with(2, 1, EP_EDGE_FALL), EP_OK);
    CHECK_EQ(finish_with(2, 3, EP_EDGE_FALL), EP_EGRAPH);
    CHECK_EQ(finish_with(3, 2, EP_EDGE_FALL), EP_EGRAPH);
    CHECK_EQ(finish_with(2, 2, EP_EDGE_LEAVE), EP_EGRAPH);
    CHECK_EQ(finish_with(2, 1, EP_EDGE_RETURN), EP_EGRAPH);
    CHECK_EQ(finish_with(1, 2, EP_EDGE_FALL), EP_EGRAPH);
    CHECK_EQ(finish_with(2, 0, EP_EDGE_FALL), EP_EGRAPH);
    CHECK_EQ(finish_with(1, 0, EP_EDGE_ENTRY), EP_EGRAPH);
    CHECK_EQ(finish_with(1, 2, EP_EDGE_ENTRY), EP_EGRAPH);
    CHECK_EQ(finish_with(2, 1, EP_EDGE_KINDS), EP_EGRAPH);
}

static int add_branch(struct ep_cfg *cfg, uint32_t block, uint32_t line,
                      uint32_t column, uint32_t whole_line,
                      uint32_t whole_column)
{
    return ep_cfg_add_branch(cfg, block, "b.c", (struct ep_point){line, column},
                             (struct ep_point){whole_line, whole_column}, 1);
}

static void lines_are_sorted_and_distinct(void)
{
    struct ep_cfg cfg;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, 2, 1, EP_EDGE_FALL, 0, 1);
    CHECK_EQ(ep_cfg_add_line(&cfg, 2, "b.c", 9), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&cfg, 2, "a.c", 7), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&cfg, 2, "b.c", 9), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&cfg, 2, "b.c", 0), EP_OK);
    CHECK_EQ(ep_cfg_add_line(&cfg, 0, "a.c", 3), EP_OK);
    CHECK_EQ(add_branch(&cfg, 2, 9, 5, 9, 5), EP_OK);
    CHECK_EQ(add_branch(&cfg, 2, 8, 5, 8, 5), EP_OK);
    CHECK_EQ(add_branch(&cfg, 2, 0, 0, 0, 0), EP_OK);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(cfg.n_files, 2);
    CHECK_EQ(cfg.n_lines, 3);
    CHECK_EQ(cfg.lines[0].block, 0);
    CHECK_EQ(cfg.lines[1].line, 9);
    CHECK_EQ(cfg.lines[2].line, 7);
    CHECK_EQ(cfg.n_branches, 1);
    CHECK_EQ(cfg.branches[0].at.line, 8);
    ep_cfg_release(&cfg);
}

/* ENTRY -> 2 -> 3 -> 4 -> 5 -> EXIT; 2 to 4 may go to EXIT as well. */
static void four_decide(struct ep_cfg *cfg)
{
    ep_cfg_init(cfg);
    graph_edge(cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    for (uint32_t block = ep_cfg_add_block(cfg); block < 5;
         block = ep_cfg_add_block(cfg)) {
        graph_edge(cfg, block, block + 1, EP_EDGE_TRUE, 0, 1);
        graph_edge(cfg, block, 1, EP_EDGE_FALSE, 0, 1);
    }
    graph_edge(cfg, 5, 1, EP_EDGE_FALL, 0, 1);
}

static void a_decision_is_its_first_branch(void)
{
    struct ep_cfg cfg;

    four_decide(&cfg);
    CHECK_EQ(add_branch(&cfg, 4, 7, 9, 7, 5), EP_OK);
    CHECK_EQ(add_branch(&cfg, 2, 7, 30, 7, 5), EP_OK);
    CHECK_EQ(add_branch(&cfg, 3, 7, 20, 7, 20), EP_OK);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(cfg.n_branches, 3);
    CHECK_EQ(cfg.branches[0].at.column, 30);
    CHECK_EQ(cfg.branches[0].decision, 2);
    CHECK_EQ(cfg.branches[1].decision, 1);
    CHECK_EQ(cfg.branches[2].decision, 2);
    ep_cfg_release(&cfg);
}

static void cases_are_sorted_and_joined(void)
{
    const struct ep_case *cases;
    struct ep_cfg cfg;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, 2, 1, EP_EDGE_DEFAULT, 0, 1);
    graph_edge(&cfg, 2, 1, EP_EDGE_CASE, 0, 1);
    graph_edge(&cfg, 2, 1, EP_EDGE_CASE, 0, 1);
    CHECK_EQ(ep_cfg_add_case(&cfg, 4, 9, 9), EP_OK);
    CHECK_EQ(ep_cfg_add_case(&cfg, 3, 3, 3), EP_OK);
    CHECK_EQ(ep_cfg_add_case(&cfg, 3, INT64_MAX, INT64_MAX), EP_OK);
    CHECK_EQ(ep_cfg_add_case(&cfg, 3, -4, 2), EP_OK);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    CHECK_EQ(ep_cfg_cases(&cfg, 3, &cases), 2);
    CHECK_EQ(cases[0].low, -4);
    CHECK_EQ(cases[0].high, 3);
    CHECK_EQ(cases[1].low, INT64_MAX);
    CHECK_EQ(ep_cfg_cases(&cfg, 4, &cases), 1);
    CHECK_EQ(cases[0].high, 9);
    CHECK_EQ(ep_cfg_cases(&cfg, 2, &cases), 0);
    CHECK(cases == NULL);
    CHECK_EQ(ep_cfg_add_case(&cfg, 2, 1, 1), EP_OK);
    CHECK_EQ(ep_cfg_check(&cfg, NULL), EP_EGRAPH);
    ep_cfg_release(&cfg);
}

static uint64_t hash_of(const char *path, uint32_t line, uint32_t first,
                        enum ep_edge_kind kind, uint64_t weight)
{
    struct ep_cfg cfg;
    uint64_t hash;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    graph_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    graph_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    graph_edge(&cfg, 2, 1, kind, 0, weight);
    CHECK_EQ(ep_cfg_add_line(&cfg, 2, path, line), EP_OK);
    CHECK_EQ(ep_cfg_finish(&cfg, NULL), EP_OK);
    hash = ep_cfg_hash(&cfg, first);
    ep_cfg_release(&cfg);
    return hash;
}

static void the_hash_knows_shape_and_not_place(void)
{
    uint64_t hash = hash_of("/a/x.c", 12, 10, EP_EDGE_FALL, 1);

    CHECK(hash == hash_of("../b/x.c", 112, 110, EP_EDGE_FALL, 7));
    CHECK(hash != hash_of("/a/y.c", 12, 10, EP_EDGE_FALL, 1));
    CHECK(hash != hash_of("/a/x.c", 13, 10, EP_EDGE_FALL, 1));
    CHECK(hash != hash_of("/a/x.c", 12, 10, EP_EDGE_MADE, 1));
}

static void blocks_have_what_comes_in(void)
{
    struct ep_cfg cfg;
    uint64_t counts[5];

    ep_cfg_init(&cfg);
    for (int i = 0; i < 3; i++)
        (void)ep_cfg_add_block(&cfg);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 7), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 7), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 2, 3, EP_EDGE_TRUE, 0, 5), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 2, 4, EP_EDGE_FALSE, 0, 2), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 3, 4, EP_EDGE_FALL, 0, 5), EP_OK);
    CHECK_EQ(ep_cfg_add_edge(&cfg, 4, 1, EP_EDGE_FALL, 0, 7), EP_OK);
    ep_cfg_count_blocks(&cfg, counts);
    CHECK_EQ(counts[EP_BLOCK_ENTRY], 7);
    CHECK_EQ(counts[EP_BLOCK_EXIT], 7);
    CHECK_EQ(counts[2], 7);
    CHECK_EQ(counts[3], 5);
    CHECK_EQ(counts[4], 7);
    ep_cfg_release(&cfg);
}

static int build(void)
{
    struct ep_cfg cfg;
    int status;

    ep_cfg_init(&cfg);
    (void)ep_cfg_add_block(&cfg);
    status = ep_cfg_add_edge(&cfg, 1, 0, EP_EDGE_ENTRY, 0, 1);
    if (!status)
        status = ep_cfg_add_edge(&cfg, 0, 2, EP_EDGE_FALL, 0, 1);
    if (!status)
        status = ep_cfg_add_line(&cfg, 2, "a.c", 1);
    if (!status)
        status = add_branch(&cfg, 2, 1, 5, 1, 5);
    if (!status)
        status = ep_cfg_add_edge(&cfg, 2, 1, EP_EDGE_CASE, 0, 1);
    if (!status)
        status = ep_cfg_add_case(&cfg, 2, 1, 1);
    if (!status)
        status = ep_cfg_finish(&cfg, NULL);
    ep_cfg_release(&cfg);
    return status;
}

int main(void)
{
    blocks_with_no_way_out_get_one_leave_per_terminal_cycle();
    every_block_reaches_exit_when_finished();
    broken_rules_are_named();
    lines_are_sorted_and_distinct();
    a_decision_is_its_first_branch();
    cases_are_sorted_and_joined();
    the_hash_knows_shape_and_not_place();
    blocks_have_what_comes_in();
    check_failing_memory(build);
    return check_failures != 0;
}
