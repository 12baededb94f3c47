/* SPDX-License-Identifier: MIT
 *
 * flow.c - solve in = out at every block, from the leaves to EXIT.
 *
 * A block with one unknown edge gives it.  To find such a block's edge without
 * any list of edges per block, each block keeps the exclusive or of its unknown
 * edges' ids: with one left, that is its id.  EXIT is never asked: its law
 * follows from all others, and asked early it would spread the want of an
 * abandoned frame against the stream.
 */
#include "graph/flow.h"

#include "edgeprof/abi.h"

struct node {
    uint64_t in; /* sums over known edges */
    uint64_t out;
    uint32_t n_unknown; /* edge ends; a self loop has two */
    uint32_t unknown;   /* exclusive or of their ids */
};

struct solver {
    const struct ep_cfg *cfg;
    struct ep_flow *flow;
    struct node *nodes;
    uint8_t *known;  /* per edge, bool */
    uint32_t *ready; /* blocks with one unknown edge: a stack */
    uint32_t n_ready;
};

static void touch(struct solver *s, uint32_t block, uint32_t edge)
{
    struct node *node = &s->nodes[block];

    node->n_unknown--;
    node->unknown ^= edge;
    if (node->n_unknown == 1 && block != EP_BLOCK_EXIT)
        s->ready[s->n_ready++] = block;
}

static void settle(struct solver *s, uint32_t e, uint64_t count)
{
    struct node *src = &s->nodes[s->cfg->edges[e].src];
    struct node *dst = &s->nodes[s->cfg->edges[e].dst];

    s->flow->edge[e] = count;
    s->known[e] = 1;
    src->out = edgeprof_add(src->out, count);
    dst->in = edgeprof_add(dst->in, count);
}

/* Edge E, unknown until now, was executed COUNT times. */
static void learn(struct solver *s, uint32_t e, uint64_t count)
{
    settle(s, e, count);
    touch(s, s->cfg->edges[e].src, e);
    touch(s, s->cfg->edges[e].dst, e);
}

static void peel(struct solver *s)
{
    while (s->n_ready > 0) {
        uint32_t block = s->ready[--s->n_ready];
        const struct node *node = &s->nodes[block];
        uint32_t e = node->unknown;
        uint64_t in = node->in;
        uint64_t out = node->out;

        if (node->n_unknown != 1)
            continue; /* its edge's other end was as ready */
        if (s->cfg->edges[e].dst == block) {
            in = node->out;
            out = node->in;
        }
        if (in < out)
            s->flow->n_negative++;
        learn(s, e, in < out ? 0 : in - out);
    }
}

/* Where the law leaves a choice, which edge is taken to be 0: frames are seldom
 * abandoned, and what else closes a cycle is an edge that can carry no mark. */
static int doubt(const struct ep_edge *edge)
{
    if (edge->kind == EP_EDGE_LEAVE)
        return 2;
    return edge->flags & EP_EDGE_NOSPLIT ? 1 : 0;
}

static uint32_t find_block(uint32_t *rep, uint32_t block)
{
    while (rep[block] != block) {
        rep[block] = rep[rep[block]];
        block = rep[block];
    }
    return block;
}

/* Settle edges until the unknown ones are a forest.  They are one already,
 * unless the placement was inexact. */
static void break_cycles(struct solver *s, const uint32_t *mark)
{
    uint32_t *rep = s->ready; /* nothing is ready yet */

    for (uint32_t b = 0; b < s->cfg->n_blocks; b++)
        rep[b] = b;
    for (int level = 0; level <= 2; level++) {
        for (uint32_t e = 0; e < s->cfg->n_edges; e++) {
            const struct ep_edge *edge = &s->cfg->edges[e];
            uint32_t src;
            uint32_t dst;

            if (mark[e] != EP_NONE || doubt(edge) != level)
                continue;
            src = find_block(rep, edge->src);
            dst = find_block(rep, edge->dst);
            rep[src] = dst;
            if (src != dst)
                continue;
            s->flow->n_undetermined++;
            settle(s, e, 0);
        }
    }
}

/* A frame that has ended in a block has gone to EXIT from there. */
static void end_frames(struct solver *s, const uint64_t *open)
{
    struct node *exit = &s->nodes[EP_BLOCK_EXIT];

    for (uint32_t b = 0; b < s->cfg->n_blocks; b++) {
        s->nodes[b].out = edgeprof_add(s->nodes[b].out, open[b]);
        exit->in = edgeprof_add(exit->in, open[b]);
    }
}

static void start(struct solver *s, const uint32_t *mark, const uint64_t *count)
{
    const struct ep_cfg *cfg = s->cfg;

    break_cycles(s, mark);
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        struct node *src = &s->nodes[cfg->edges[e].src];
        struct node *dst = &s->nodes[cfg->edges[e].dst];

        if (mark[e] != EP_NONE)
            settle(s, e, count[mark[e]]);
        if (s->known[e])
            continue;
        src->n_unknown++;
        dst->n_unknown++;
        src->unknown ^= e;
        dst->unknown ^= e;
    }
    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        if (s->nodes[b].n_unknown == 1 && b != EP_BLOCK_EXIT)
            s->ready[s->n_ready++] = b;
    }
}

static void finish(struct solver *s)
{
    for (uint32_t b = 0; b < s->cfg->n_blocks; b++) {
        s->flow->block[b] = s->nodes[b].in;
        s->flow->n_unbalanced += s->nodes[b].in != s->nodes[b].out;
    }
}

static int check_marks(const struct ep_cfg *cfg, const uint32_t *mark,
                       uint32_t n_marks, struct ep_diag *diag)
{
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        if (mark[e] != EP_NONE && mark[e] >= n_marks)
            return ep_fail(diag, EP_EGRAPH, "edge %u has mark %u of %u",
                           (unsigned)e, (unsigned)mark[e], (unsigned)n_marks);
    }
    return EP_OK;
}

int ep_flow_solve(const struct ep_cfg *cfg, const uint32_t *mark,
                  const uint64_t *count, uint32_t n_marks, const uint64_t *open,
                  struct ep_diag *diag, struct ep_flow *out)
{
    struct solver s = {.cfg = cfg, .flow = out};
    struct ep_arena arena = {0};
    int status = check_marks(cfg, mark, n_marks, diag);

    *out = (struct ep_flow){0};
    if (status)
        return status;
    out->edge = ep_mem_zeroed(cfg->n_edges, sizeof *out->edge);
    out->block = ep_mem_zeroed(cfg->n_blocks, sizeof *out->block);
    s.nodes = ep_arena_new(&arena, cfg->n_blocks, sizeof *s.nodes);
    s.known = ep_arena_new(&arena, cfg->n_edges, sizeof *s.known);
    s.ready = ep_arena_new(&arena, cfg->n_blocks, sizeof *s.ready);
    if (out->edge && out->block && !arena.failed) {
        if (open)
            end_frames(&s, open);
        start(&s, mark, count);
        peel(&s);
        finish(&s);
    } else {
        ep_flow_release(out);
        status = ep_fail(diag, EP_ENOMEM, "out of memory");
    }
    ep_arena_release(&arena);
    return status;
}

void ep_flow_release(struct ep_flow *flow)
{
    ep_mem_free(flow->edge);
    ep_mem_free(flow->block);
    *flow = (struct ep_flow){0};
}
