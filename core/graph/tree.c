/* SPDX-License-Identifier: MIT
 *
 * tree.c - which edges carry no mark.
 *
 * Candidates are put in order of preference and Kruskal's algorithm takes each
 * that closes no (undirected) cycle: first the edges that must be uncounted,
 * then, by place, nothing (all), every edge by weight (Knuth), or the edges of
 * the heaviest in-arborescence.  The arborescence prefers the forced edges
 * itself, so Kruskal takes all of it, except where one block has two forced
 * edges: there it gives up the lightest edges that keep the law solvable.
 *
 * The arborescence: each block picks its best out-edge; a cycle of picks
 * becomes a block of its own, whose out-edges weigh what they gain over the
 * pick that they would replace.  A path is grown from each block in turn until
 * it meets what is settled, so cycles are found as they close.  Out-edges lie
 * in mergeable heaps (skew heaps, Sleator and Tarjan 1986; additions to a whole
 * heap are pushed down lazily); contracted blocks are found by union-find with
 * path compression.  Costs are minimised, cost being the largest weight less
 * the edge's own, so that equal edges go by their id everywhere.
 */
#include "graph/tree.h"

#include <stdlib.h>
#include <string.h>

/* Ordered by `free`, then `cost`: how many forced edges are left out counts
 * before any weight. */
struct cost {
    int64_t free;
    int64_t cost;
};

struct heap_edge {
    struct cost cost;
    struct cost add; /* owed to both children */
    uint32_t left;
    uint32_t right;
};

/* A block, or a contracted cycle of nodes. */
struct node {
    uint32_t parent; /* cycle that this node was contracted into */
    uint32_t rep;    /* union-find */
    uint32_t heap;   /* out-edges that are left */
    uint32_t pick;   /* edge, or EP_NONE */
    uint32_t stamp;  /* block whose path visited this node first */
    uint8_t settled; /* bool: `pick` is final (expansion) */
};

struct arborescence {
    const struct ep_cfg *cfg;
    struct heap_edge *edges;
    struct node *nodes; /* blocks first, then cycles; 2 n_blocks */
    uint32_t *path;     /* nodes of the growing path */
    uint32_t n_nodes;
};

static int must_be_uncounted(const struct ep_edge *edge)
{
    return edge->kind == EP_EDGE_LEAVE || edge->flags & EP_EDGE_NOSPLIT;
}

/* ---- heaps --------------------------------------------------------------- */

static void cost_add(struct cost *to, struct cost by)
{
    to->free += by.free;
    to->cost += by.cost;
}

static int goes_before(const struct heap_edge *edges, uint32_t a, uint32_t b)
{
    if (edges[a].cost.free != edges[b].cost.free)
        return edges[a].cost.free < edges[b].cost.free;
    if (edges[a].cost.cost != edges[b].cost.cost)
        return edges[a].cost.cost < edges[b].cost.cost;
    return a < b;
}

static void heap_add(struct heap_edge *edges, uint32_t heap, struct cost by)
{
    if (heap == EP_NONE)
        return;
    cost_add(&edges[heap].cost, by);
    cost_add(&edges[heap].add, by);
}

static void push_down(struct heap_edge *edges, uint32_t heap)
{
    struct heap_edge *edge = &edges[heap];

    heap_add(edges, edge->left, edge->add);
    heap_add(edges, edge->right, edge->add);
    edge->add = (struct cost){0, 0};
}

/* Each step takes the better root, and its old right child goes on merging as
 * its new left child. */
static uint32_t heap_merge(struct heap_edge *edges, uint32_t a, uint32_t b)
{
    uint32_t root = EP_NONE;
    uint32_t *slot = &root;

    while (a != EP_NONE && b != EP_NONE) {
        uint32_t rest;

        if (goes_before(edges, b, a)) {
            uint32_t swap = a;
            a = b;
            b = swap;
        }
        push_down(edges, a);
        *slot = a;
        rest = edges[a].right;
        edges[a].right = edges[a].left;
        slot = &edges[a].left;
        a = rest;
    }
    *slot = a == EP_NONE ? b : a;
    return root;
}

static uint32_t heap_pop(struct heap_edge *edges, uint32_t heap)
{
    push_down(edges, heap);
    return heap_merge(edges, edges[heap].left, edges[heap].right);
}

/* ---- the arborescence ---------------------------------------------------- */

static uint32_t find_node(struct node *nodes, uint32_t node)
{
    while (nodes[node].rep != node) {
        nodes[node].rep = nodes[nodes[node].rep].rep;
        node = nodes[node].rep;
    }
    return node;
}

static void new_node(struct arborescence *arb)
{
    arb->nodes[arb->n_nodes] = (struct node){.parent = EP_NONE,
                                             .rep = arb->n_nodes,
                                             .heap = EP_NONE,
                                             .pick = EP_NONE,
                                             .stamp = EP_NONE};
    arb->n_nodes++;
}

/* Weights are scaled so that a sum over all blocks fits. */
static unsigned scale_of(const struct ep_cfg *cfg, uint64_t *out_largest)
{
    uint64_t largest = 0;
    unsigned shift = 0;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        if (cfg->edges[e].weight > largest)
            largest = cfg->edges[e].weight;
    }
    while (largest >> shift > (UINT64_C(1) << 61) / cfg->n_blocks)
        shift++;
    *out_largest = largest >> shift;
    return shift;
}

static void fill_heaps(struct arborescence *arb)
{
    const struct ep_cfg *cfg = arb->cfg;
    uint64_t largest;
    unsigned shift = scale_of(cfg, &largest);

    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        new_node(arb);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        const struct ep_edge *edge = &cfg->edges[e];
        uint32_t *heap = &arb->nodes[edge->src].heap;

        if (edge->src == EP_BLOCK_EXIT || edge->src == edge->dst)
            continue;
        arb->edges[e] = (struct heap_edge){
            .cost = {.free = !must_be_uncounted(edge),
                     .cost = (int64_t)(largest - (edge->weight >> shift))},
            .left = EP_NONE,
            .right = EP_NONE};
        *heap = heap_merge(arb->edges, *heap, e);
    }
}

/* Let NODE pick its best out-edge that leaves it; what is left in its heap then
 * costs what it costs more.  Returns the node that the edge leads to. */
static uint32_t pick_edge(struct arborescence *arb, uint32_t node)
{
    struct node *at = &arb->nodes[node];

    while (at->heap != EP_NONE) {
        uint32_t e = at->heap;
        uint32_t to = find_node(arb->nodes, arb->cfg->edges[e].dst);
        struct cost less = {-arb->edges[e].cost.free, -arb->edges[e].cost.cost};

        at->heap = heap_pop(arb->edges, e);
        if (to == node)
            continue;
        heap_add(arb->edges, at->heap, less);
        at->pick = e;
        return to;
    }
    return EP_NONE;
}

/* The path from node TO on has become a cycle: make it one node.  Returns the
 * path's new length, without the new node. */
static uint32_t contract(struct arborescence *arb, uint32_t depth, uint32_t to)
{
    uint32_t cycle = arb->n_nodes;
    uint32_t node;

    new_node(arb);
    do {
        node = arb->path[--depth];
        arb->nodes[node].parent = cycle;
        arb->nodes[node].rep = cycle;
        arb->nodes[cycle].heap = heap_merge(arb->edges, arb->nodes[cycle].heap,
                                            arb->nodes[node].heap);
    } while (node != to);
    return depth;
}

/* Follow picks from BLOCK until they meet an earlier path or EXIT. */
static void grow_path(struct arborescence *arb, uint32_t block)
{
    uint32_t depth = 0;
    uint32_t node = block;

    while (node != EP_NONE && arb->nodes[node].stamp == EP_NONE) {
        arb->nodes[node].stamp = block;
        arb->path[depth++] = node;
        node = pick_edge(arb, node);
        if (node != EP_NONE && arb->nodes[node].stamp == block) {
            depth = contract(arb, depth, node);
            node = arb->n_nodes - 1;
        }
    }
}

/* A cycle's pick replaces the pick of the one block that it leaves from, and of
 * every cycle between.  Outer cycles come first, so no node is set twice. */
static void expand(struct arborescence *arb)
{
    struct node *nodes = arb->nodes;

    for (uint32_t c = arb->n_nodes; c-- > arb->cfg->n_blocks;) {
        uint32_t pick = nodes[c].pick;

        if (nodes[c].settled || pick == EP_NONE)
            continue;
        for (uint32_t n = arb->cfg->edges[pick].src; n != c;
             n = nodes[n].parent) {
            nodes[n].pick = pick;
            nodes[n].settled = 1;
        }
    }
}

/* Set CHOSEN, one bool per edge, for the edges of the arborescence. */
static void find_arborescence(const struct ep_cfg *cfg, uint8_t *chosen,
                              struct ep_arena *arena)
{
    struct arborescence arb = {.cfg = cfg};
    size_t n = cfg->n_blocks;

    arb.edges = ep_arena_new(arena, cfg->n_edges, sizeof *arb.edges);
    arb.nodes = ep_arena_new(arena, n * 2, sizeof *arb.nodes);
    arb.path = ep_arena_new(arena, n * 2, sizeof *arb.path);
    if (arena->failed)
        return;
    fill_heaps(&arb);
    arb.nodes[EP_BLOCK_EXIT].stamp = EP_BLOCK_EXIT;
    for (uint32_t b = 0; b < n; b++)
        grow_path(&arb, b);
    expand(&arb);
    for (uint32_t b = 0; b < n; b++)
        if (arb.nodes[b].pick != EP_NONE)
            chosen[arb.nodes[b].pick] = 1;
}

/* ---- the spanning tree --------------------------------------------------- */

struct candidate {
    uint64_t weight;
    uint32_t edge;
    uint32_t forced; /* bool */
};

static int by_preference(const void *left, const void *right)
{
    const struct candidate *a = left;
    const struct candidate *b = right;

    if (a->forced != b->forced)
        return a->forced ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

static uint32_t find_block(uint32_t *rep, uint32_t block)
{
    while (rep[block] != block) {
        rep[block] = rep[rep[block]];
        block = rep[block];
    }
    return block;
}

/* CHOSEN and the forced edges, in order of edges; returns how many.  CHOSEN
 * is cleared. */
static uint32_t list_candidates(const struct ep_cfg *cfg, uint8_t *chosen,
                                struct candidate *list)
{
    uint32_t n = 0;

    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        int forced = must_be_uncounted(&cfg->edges[e]);

        if (forced || chosen[e])
            list[n++] = (struct candidate){.weight = cfg->edges[e].weight,
                                           .edge = e,
                                           .forced = (uint32_t)forced};
        chosen[e] = 0;
    }
    return n;
}

/* Set CHOSEN for those of the N in LIST that close no cycle with those before
 * them (Kruskal 1956); whether that is all. */
static int join(const struct ep_cfg *cfg, const struct candidate *list,
                uint32_t n, uint32_t *rep, uint8_t *chosen)
{
    int all = 1;

    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        rep[b] = b;
    for (uint32_t i = 0; i < n; i++) {
        const struct ep_edge *edge = &cfg->edges[list[i].edge];
        uint32_t src = find_block(rep, edge->src);
        uint32_t dst = find_block(rep, edge->dst);

        chosen[list[i].edge] = src != dst;
        all &= src != dst;
        rep[src] = dst;
    }
    return all;
}

/* Reduce CHOSEN and the forced edges to a forest, left in CHOSEN. */
static void span(const struct ep_cfg *cfg, uint8_t *chosen,
                 struct ep_arena *arena)
{
    struct candidate *list = ep_arena_new(arena, cfg->n_edges, sizeof *list);
    uint32_t *rep = ep_arena_new(arena, cfg->n_blocks, sizeof *rep);
    uint32_t n;

    if (arena->failed)
        return;
    n = list_candidates(cfg, chosen, list);
    /* An arborescence is a forest, if no forced edge comes to it. */
    if (join(cfg, list, n, rep, chosen))
        return;
    qsort(list, n, sizeof *list, by_preference);
    (void)join(cfg, list, n, rep, chosen);
}

static void number_marks(const struct ep_cfg *cfg, const uint8_t *uncounted,
                         uint32_t *mark, uint32_t *n_marks, uint32_t *inexact)
{
    *n_marks = 0;
    *inexact = 0;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        mark[e] = EP_NONE;
        if (uncounted[e])
            continue;
        if (must_be_uncounted(&cfg->edges[e]))
            ++*inexact;
        else
            mark[e] = (*n_marks)++;
    }
}

int ep_tree_place(const struct ep_cfg *cfg, enum ep_place place,
                  uint32_t *out_mark, uint32_t *out_n_marks,
                  uint32_t *out_inexact)
{
    struct ep_arena arena = {0};
    uint8_t *chosen = ep_arena_new(&arena, cfg->n_edges, sizeof *chosen);
    int failed;

    if (place == EP_PLACE_TREE)
        find_arborescence(cfg, chosen, &arena);
    else if (place == EP_PLACE_KNUTH && !arena.failed)
        memset(chosen, 1, cfg->n_edges);
    span(cfg, chosen, &arena);
    failed = arena.failed;
    if (!failed)
        number_marks(cfg, chosen, out_mark, out_n_marks, out_inexact);
    ep_arena_release(&arena);
    return failed ? EP_ENOMEM : EP_OK;
}
