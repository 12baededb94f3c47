/* SPDX-License-Identifier: MIT
 *
 * derive.c - see derive.h.
 *
 * A block has two ends: `in`, where its edges come in, and `out`, where they go
 * out.  An edge joins the `out` of one block with the `in` of another; a block
 * without marks joins its own two ends.  Ends that are joined are a set.  For
 * example, where 0 to 3 are blocks with marks,
 *
 *         ENTRY             sets   X: ENTRY, EXIT, in 0, out 3
 *           |                      A: out 0, in 1, in 2
 *           0                      B: out 1, out 2, in 3
 *          / \
 *         1   2             blocks 0: X -> A   1: A -> B
 *          \ /                     3: B -> X   2: A -> B
 *           3
 *           |               A:     what 0 brings in goes out by 1 and 2
 *         EXIT              B:     what 1 and 2 bring in goes out by 3
 *
 * One block out of A and one out of B need not be counted (EXIT's set is not
 * asked): the heavier of 1 and 2, say 2, and 3.  They are the picks of A and B.
 * The terms of the four are then
 *
 *     0: +0     1: +1     2: +0 -1     3: +1 +2 = +1 +0 -1 = +0
 *
 * and two counters tell all.  Sets are settled in the order of their picks, A
 * before B, so that terms are always of blocks that are counted.
 */
#include "graph/derive.h"

#include "graph/tree.h"

#include <string.h>

/* A block that needs more terms than that is counted. */
enum { TERMS_MAX = 16 };

/* A set of ends. */
struct set {
    uint32_t pick;     /* the edge out of it that is not counted, or EP_NONE */
    uint32_t n_picks;  /* of other sets, that lead here and are not settled */
    uint32_t n_blocks; /* that control leaves into it */
};

struct deriver {
    const struct ep_cfg *graph;
    const uint8_t *marked;
    const uint64_t *weight;
    struct ep_incidence in;
    uint32_t *rep;    /* per end: union-find, then its set */
    struct set *sets; /* n_sets; EXIT's is EP_BLOCK_EXIT */
    uint32_t n_sets;
    struct ep_cfg set_graph; /* blocks: sets; edges: blocks with marks, ... */
    uint32_t n_candidates;   /* ... of which the first need not be counted */
    struct ep_incidence set_in;
    struct ep_incidence set_out;
    uint32_t *block;       /* per edge of `set_graph` */
    uint32_t *mark;        /* likewise: EP_NONE if it is uncounted */
    uint32_t *stack;       /* as many as there are ends */
    uint8_t *seen;         /* per end */
    struct ep_term *terms; /* per block TERMS_MAX, ... */
    uint32_t *n_terms;     /* ... and how many of them it has */
};

static uint32_t in_end(uint32_t block)
{
    return 2 * block;
}

static uint32_t out_end(uint32_t block)
{
    return 2 * block + 1;
}

static struct deriver new_deriver(const struct ep_cfg *graph,
                                  const uint8_t *marked, const uint64_t *weight,
                                  struct ep_arena *arena)
{
    struct deriver d = {.graph = graph, .marked = marked, .weight = weight};
    size_t n = graph->n_blocks;

    d.in = ep_cfg_edges(graph, EP_IN_EDGES, arena);
    d.rep = ep_arena_new(arena, 2 * n, sizeof *d.rep);
    d.sets = ep_arena_new(arena, 2 * n, sizeof *d.sets);
    d.block = ep_arena_new(arena, n, sizeof *d.block);
    d.mark = ep_arena_new(arena, n, sizeof *d.mark);
    d.stack = ep_arena_new(arena, 2 * n, sizeof *d.stack);
    d.seen = ep_arena_new(arena, 2 * n, sizeof *d.seen);
    d.terms = ep_arena_new(arena, n * TERMS_MAX, sizeof *d.terms);
    d.n_terms = ep_arena_new(arena, n, sizeof *d.n_terms);
    return d;
}

/* ---- sets ---------------------------------------------------------------- */

static uint32_t find(uint32_t *rep, uint32_t end)
{
    while (rep[end] != end) {
        rep[end] = rep[rep[end]];
        end = rep[end];
    }
    return end;
}

static uint32_t new_set(struct deriver *d)
{
    d->sets[d->n_sets] = (struct set){.pick = EP_NONE};
    return d->n_sets++;
}

/* Sets are numbered as the blocks of a graph: EP_BLOCK_EXIT is EXIT's, and
 * EP_BLOCK_ENTRY is none. */
static void make_sets(struct deriver *d)
{
    const struct ep_cfg *graph = d->graph;
    uint32_t n_ends = 2 * graph->n_blocks;
    uint32_t *number = d->stack;

    for (uint32_t i = 0; i < n_ends; i++) {
        d->rep[i] = i;
        number[i] = EP_NONE;
    }
    for (uint32_t b = 0; b < graph->n_blocks; b++) {
        if (!d->marked[b])
            d->rep[find(d->rep, in_end(b))] = find(d->rep, out_end(b));
    }
    for (uint32_t e = 0; e < graph->n_edges; e++) {
        uint32_t from = out_end(graph->edges[e].src);

        d->rep[find(d->rep, from)] = find(d->rep, in_end(graph->edges[e].dst));
    }
    (void)new_set(d);
    number[find(d->rep, in_end(EP_BLOCK_EXIT))] = new_set(d);
    for (uint32_t i = 0; i < n_ends; i++) {
        uint32_t root = find(d->rep, i);

        if (number[root] == EP_NONE)
            number[root] = new_set(d);
    }
    for (uint32_t i = 0; i < n_ends; i++)
        d->rep[i] = find(d->rep, i);
    for (uint32_t i = 0; i < n_ends; i++)
        d->rep[i] = number[d->rep[i]];
    for (uint32_t b = 0; b < graph->n_blocks; b++)
        d->sets[d->rep[out_end(b)]].n_blocks++;
}

/* ---- which blocks are not counted ---------------------------------------- */

static int add_set_edges(struct deriver *d, enum ep_marks marks)
{
    int status = EP_OK;

    for (uint32_t b = 0; b < d->graph->n_blocks && !status; b++) {
        if (d->marked[b] != marks)
            continue;
        d->block[d->set_graph.n_edges] = b;
        status =
            ep_cfg_add_edge(&d->set_graph, d->rep[in_end(b)],
                            d->rep[out_end(b)], EP_EDGE_FALL, 0, d->weight[b]);
    }
    return status;
}

static int make_set_graph(struct deriver *d, struct ep_arena *arena)
{
    int status;

    ep_cfg_init(&d->set_graph);
    while (d->set_graph.n_blocks < d->n_sets)
        (void)ep_cfg_add_block(&d->set_graph);
    status = add_set_edges(d, EP_MARKS_SOME);
    d->n_candidates = d->set_graph.n_edges;
    if (!status)
        status = add_set_edges(d, EP_MARKS_COUNTED);
    d->set_in = ep_cfg_edges(&d->set_graph, EP_IN_EDGES, arena);
    d->set_out = ep_cfg_edges(&d->set_graph, EP_OUT_EDGES, arena);
    return status || arena->failed ? EP_ENOMEM : EP_OK;
}

static int choose(struct deriver *d)
{
    struct ep_cfg candidates = d->set_graph; /* borrows its edges */
    uint32_t n_marks;
    uint32_t inexact;
    int status;

    candidates.n_edges = d->n_candidates;
    status =
        ep_tree_place(&candidates, EP_PLACE_TREE, d->mark, &n_marks, &inexact);
    for (uint32_t e = 0; e < d->n_candidates && !status; e++) {
        if (d->mark[e] == EP_NONE)
            d->sets[d->set_graph.edges[e].src].pick = e;
    }
    return status;
}

static void visit(struct deriver *d, uint32_t *depth, uint32_t end)
{
    if (d->seen[end])
        return;
    d->seen[end] = 1;
    d->stack[(*depth)++] = end;
}

/* Whether the pick of SET can be reached from wherever control is in the set.
 * If not, a frame that is cut off there would count what it never would have
 * come to. */
static int pick_is_reached(struct deriver *d, uint32_t set)
{
    uint32_t n_blocks = d->sets[set].n_blocks;
    uint32_t depth = 0;

    visit(d, &depth, in_end(d->block[d->sets[set].pick]));
    while (depth > 0) {
        uint32_t end = d->stack[--depth];
        uint32_t block = end / 2;

        if (end == out_end(block)) {
            n_blocks--;
            if (!d->marked[block])
                visit(d, &depth, in_end(block));
            continue;
        }
        for (uint32_t i = d->in.first[block]; i < d->in.first[block + 1]; i++)
            visit(d, &depth, out_end(d->graph->edges[d->in.edge[i]].src));
    }
    return n_blocks == 0;
}

static void check_picks(struct deriver *d)
{
    for (uint32_t s = 0; s < d->n_sets; s++) {
        struct set *set = &d->sets[s];

        if (set->pick != EP_NONE && !pick_is_reached(d, s))
            set->pick = EP_NONE;
        if (set->pick != EP_NONE)
            d->sets[d->set_graph.edges[set->pick].dst].n_picks++;
    }
}

/* ---- terms --------------------------------------------------------------- */

static struct ep_term *terms_of(const struct deriver *d, uint32_t block)
{
    return d->terms + (size_t)block * TERMS_MAX;
}

/* Add TERM to BLOCK's; false if they become too many. */
static int add_term(struct deriver *d, uint32_t block, struct ep_term term)
{
    struct ep_term *terms = terms_of(d, block);
    uint32_t n = d->n_terms[block];

    for (uint32_t i = 0; i < n; i++) {
        if (terms[i].block != term.block || terms[i].less == term.less)
            continue;
        terms[i] = terms[--d->n_terms[block]];
        return 1;
    }
    if (n == TERMS_MAX)
        return 0;
    terms[d->n_terms[block]++] = term;
    return 1;
}

static int add_terms(struct deriver *d, uint32_t to, uint32_t from)
{
    int fits = 1;

    for (uint32_t i = 0; i < d->n_terms[from] && fits; i++)
        fits = add_term(d, to, terms_of(d, from)[i]);
    return fits;
}

/* What comes into SET, less what else goes out; false if that is too much. */
static int balance(struct deriver *d, uint32_t set)
{
    const struct ep_edge *edges = d->set_graph.edges;
    uint32_t pick = d->sets[set].pick;
    int fits = 1;

    for (uint32_t i = d->set_in.first[set];
         i < d->set_in.first[set + 1] && fits; i++) {
        uint32_t e = d->set_in.edge[i];

        if (edges[e].src != set)
            fits = add_terms(d, d->block[pick], d->block[e]);
    }
    for (uint32_t i = d->set_out.first[set];
         i < d->set_out.first[set + 1] && fits; i++) {
        uint32_t e = d->set_out.edge[i];

        if (e != pick && edges[e].dst != set)
            fits = add_term(d, d->block[pick],
                            (struct ep_term){.block = d->block[e], .less = 1});
    }
    return fits;
}

static void count_itself(struct deriver *d, uint32_t block)
{
    d->n_terms[block] = 1;
    terms_of(d, block)[0] = (struct ep_term){.block = block};
}

/* Sets in an order in which what comes into one is known. */
static void settle(struct deriver *d)
{
    uint32_t depth = 0;

    for (uint32_t e = 0; e < d->set_graph.n_edges; e++) {
        if (d->sets[d->set_graph.edges[e].src].pick != e)
            count_itself(d, d->block[e]);
    }
    for (uint32_t s = 0; s < d->n_sets; s++) {
        if (d->sets[s].n_picks == 0)
            d->stack[depth++] = s;
    }
    while (depth > 0) {
        uint32_t set = d->stack[--depth];
        uint32_t pick = d->sets[set].pick;
        uint32_t to;

        if (pick == EP_NONE)
            continue;
        if (!balance(d, set))
            count_itself(d, d->block[pick]);
        to = d->set_graph.edges[pick].dst;
        if (--d->sets[to].n_picks == 0)
            d->stack[depth++] = to;
    }
}

static int is_counted(const struct deriver *d, uint32_t block)
{
    return d->n_terms[block] == 1 && terms_of(d, block)[0].block == block;
}

/* The block that takes what is in the set of END. */
static uint32_t taker(const struct deriver *d, uint32_t end)
{
    uint32_t pick = d->sets[d->rep[end]].pick;

    return pick == EP_NONE || is_counted(d, d->block[pick]) ? EP_NONE
                                                            : d->block[pick];
}

static int write_takers(const struct deriver *d, struct ep_derivation *out)
{
    uint32_t n = d->graph->n_blocks;

    out->on_in = ep_mem_zeroed(n, sizeof *out->on_in);
    out->on_out = ep_mem_zeroed(n, sizeof *out->on_out);
    if (!out->on_in || !out->on_out)
        return EP_ENOMEM;
    for (uint32_t b = 0; b < n; b++) {
        out->on_in[b] = taker(d, in_end(b));
        out->on_out[b] = taker(d, out_end(b));
    }
    return EP_OK;
}

static int write_terms(const struct deriver *d, struct ep_derivation *out)
{
    uint32_t n = d->graph->n_blocks;

    for (uint32_t b = 0; b < n; b++)
        out->n_terms += d->n_terms[b];
    out->first = ep_mem_zeroed((size_t)n + 1, sizeof *out->first);
    out->terms = ep_mem_zeroed(out->n_terms, sizeof *out->terms);
    if (!out->first || !out->terms)
        return EP_ENOMEM;
    for (uint32_t b = 0; b < n; b++) {
        memcpy(out->terms + out->first[b], terms_of(d, b),
               d->n_terms[b] * sizeof *out->terms);
        out->first[b + 1] = out->first[b] + d->n_terms[b];
    }
    return EP_OK;
}

int ep_derive(const struct ep_cfg *graph, const uint8_t *marked,
              const uint64_t *weight, struct ep_derivation *out)
{
    struct ep_arena arena = {0};
    struct deriver d = new_deriver(graph, marked, weight, &arena);
    int status = arena.failed ? EP_ENOMEM : EP_OK;

    *out = (struct ep_derivation){0};
    if (!status) {
        make_sets(&d);
        status = make_set_graph(&d, &arena);
    }
    if (!status)
        status = choose(&d);
    if (!status) {
        check_picks(&d);
        settle(&d);
        status = write_terms(&d, out);
    }
    if (!status) {
        status = write_takers(&d, out);
    }
    if (status)
        ep_derivation_release(out);
    ep_cfg_release(&d.set_graph);
    ep_arena_release(&arena);
    return status;
}

void ep_derivation_release(struct ep_derivation *derivation)
{
    ep_mem_free(derivation->first);
    ep_mem_free(derivation->terms);
    ep_mem_free(derivation->on_in);
    ep_mem_free(derivation->on_out);
    *derivation = (struct ep_derivation){0};
}
