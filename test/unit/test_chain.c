/* SPDX-License-Identifier: MIT */
#include "graph/chain.h"
#include "graphs.h"

enum { LIMIT = 24 }; /* as in chain.c */

static int waits(struct ep_cfg *graph, const struct ep_piece *piece,
                 uint32_t from)
{
    struct ep_arena arena = {0};
    struct ep_incidence out = ep_cfg_edges(graph, EP_OUT_EDGES, &arena);
    int answer;

    CHECK_EQ(arena.failed, 0);
    answer = ep_chain_waits(graph, &out, piece, from);
    ep_arena_release(&arena);
    return answer;
}

/* Likewise, of block 2 in a loop with 3, entered at 2 and left at 3. */
static int waits_in_loop(struct ep_piece head, struct ep_piece rest)
{
    static const uint32_t edges[][2] = {{0, 2}, {2, 3}, {3, 2}, {3, 1}};
    const struct ep_piece piece[] = {
        {.counter = EP_NONE}, {.counter = EP_NONE}, head, rest};
    struct ep_cfg graph;
    int answer;

    graph_edges(&graph, 4, edges, sizeof edges / sizeof *edges);
    CHECK_EQ(ep_cfg_finish(&graph, NULL), EP_OK);
    answer = waits(&graph, piece, 2);
    ep_cfg_release(&graph);
    return answer;
}

static void short_loops_wait(void)
{
    const struct ep_piece ten = {.weight = 10, .size = 10, .counter = 0};

    CHECK(waits_in_loop(
        ten, (struct ep_piece){.weight = 10, .size = 14, .counter = 1}));
    CHECK(!waits_in_loop(
        ten, (struct ep_piece){.weight = 10, .size = 15, .counter = 1}));
    CHECK(!waits_in_loop(ten, (struct ep_piece){.weight = 10,
                                                .size = EP_PIECE_LONG,
                                                .counter = EP_NONE}));
}

static void what_seldom_runs_does_not_wait(void)
{
    const struct ep_piece rare = {.weight = 10, .size = 5, .counter = 0};

    CHECK(waits_in_loop(
        rare, (struct ep_piece){.weight = 20, .size = 5, .counter = 1}));
    CHECK(!waits_in_loop(
        rare, (struct ep_piece){.weight = 30, .size = 5, .counter = 1}));
    /* Half of the passes of a loop that is left after 33. */
    CHECK(waits_in_loop(
        (struct ep_piece){.weight = 1000, .size = 5, .counter = 0},
        (struct ep_piece){.weight = 2060, .size = 5, .counter = 1}));
    CHECK(!waits_in_loop(
        (struct ep_piece){.weight = 1000, .size = 5, .counter = 0},
        (struct ep_piece){.weight = 2200, .size = 5, .counter = 1}));
}

/* Passes of a loop that stand one behind the other share counters. */
static void copies_wait_for_each_other(void)
{
    const struct ep_piece copy = {.weight = 10, .size = 20, .counter = 0};
    struct ep_piece other = copy;

    CHECK(waits_in_loop(copy, other));
    other.counter = 1;
    CHECK(!waits_in_loop(copy, other));
}

/* The shortest ways from FROM, found by trying every edge again and again. */
static int waits_by_trying(const struct ep_cfg *graph,
                           const struct ep_piece *piece, uint32_t from)
{
    uint32_t size[64];
    int found = 0;

    memset(size, 0xff, sizeof size);
    size[from] = piece[from].size;
    for (uint32_t round = 0; round < graph->n_blocks; round++) {
        for (uint32_t e = 0; e < graph->n_edges; e++) {
            const struct ep_edge *edge = &graph->edges[e];
            const struct ep_piece *next = &piece[edge->dst];

            if (size[edge->src] > LIMIT || edge->dst == EP_BLOCK_EXIT)
                continue;
            if (next->counter == piece[from].counter)
                found = 1;
            else if (next->weight / 2 - next->weight / 32 <=
                         piece[from].weight &&
                     size[edge->src] + next->size < size[edge->dst])
                size[edge->dst] = size[edge->src] + next->size;
        }
    }
    return found;
}

static void the_shortest_way_is_found(void)
{
    uint64_t seed = 1;
    int n_waiting = 0;
    int n_asked = 0;

    for (int i = 0; i < 2000; i++) {
        struct ep_cfg graph;
        struct ep_piece piece[64];

        graph_random(&graph, &seed, 1 + check_random(&seed, 29), GRAPH_LEAVES);
        CHECK_EQ(ep_cfg_finish(&graph, NULL), EP_OK);
        for (uint32_t b = 0; b < graph.n_blocks; b++)
            piece[b] = (struct ep_piece){
                .weight = check_random(&seed, 100),
                .size = check_random(&seed, 12),
                .counter = b < EP_BLOCK_FIRST || check_random(&seed, 2)
                               ? EP_NONE
                               : check_random(&seed, 20)};
        for (uint32_t b = EP_BLOCK_FIRST; b < graph.n_blocks; b++) {
            int expected;

            if (piece[b].counter == EP_NONE)
                continue;
            expected = waits_by_trying(&graph, piece, b);
            CHECK_EQ(waits(&graph, piece, b), expected);
            n_waiting += expected;
            n_asked++;
        }
        ep_cfg_release(&graph);
    }
    CHECK(n_waiting > n_asked / 10 && n_waiting < n_asked);
}

/* A switch with a thousand edges back, more than a search remembers. */
static void many_ways_are_not_all_tried(void)
{
    enum { EDGES = 1000 };
    static struct ep_piece piece[EDGES + 3];
    struct ep_cfg graph;

    graph_edges(&graph, 3, (const uint32_t[][2]){{0, 2}}, 1);
    piece[2] = (struct ep_piece){.weight = 1, .size = 1, .counter = 0};
    for (uint32_t b = 3; b < EDGES + 3; b++) {
        CHECK_EQ(ep_cfg_add_block(&graph), b);
        graph_edge(&graph, 2, b, EP_EDGE_CASE, 0, 0);
        graph_edge(&graph, b, b + 1 < EDGES + 3 ? EP_BLOCK_EXIT : 2,
                   EP_EDGE_FALL, 0, 0);
        piece[b] =
            (struct ep_piece){.weight = 1, .size = 1, .counter = EP_NONE};
    }
    CHECK_EQ(ep_cfg_finish(&graph, NULL), EP_OK);
    CHECK(!waits(&graph, piece, 2));
    ep_cfg_release(&graph);
}

int main(void)
{
    short_loops_wait();
    what_seldom_runs_does_not_wait();
    copies_wait_for_each_other();
    the_shortest_way_is_found();
    many_ways_are_not_all_tried();
    return check_failures != 0;
}
