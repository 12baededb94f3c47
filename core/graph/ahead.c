/* SPDX-License-Identifier: MIT
 *
 * ahead.c - see ahead.h.
 *
 * Two depth-first walks.  The first, over all edges, brings blocks into a
 * reverse postorder, in which only back edges go back.  The second, over the
 * uncounted edges alone, starts from the blocks in the opposite order and so
 * changes no more than these edges ask for.
 */
#include "graph/ahead.h"

struct walk {
    const struct ep_cfg *cfg;
    const struct ep_incidence *out;
    const uint32_t *mark; /* NULL: go over every edge; else the uncounted */
    uint32_t *stack;      /* n_blocks */
    uint32_t *cursor;     /* n_blocks: into out.edge */
    uint8_t *seen;        /* n_blocks */
    uint32_t *finished;   /* n_blocks, of which n_finished; the first was left
                             first */
    uint32_t n_finished;
};

static void release(struct walk *walk)
{
    ep_mem_free(walk->stack);
    ep_mem_free(walk->cursor);
    ep_mem_free(walk->seen);
    ep_mem_free(walk->finished);
}

static int init(struct walk *walk)
{
    size_t n = walk->cfg->n_blocks;

    walk->stack = ep_mem_zeroed(n, sizeof *walk->stack);
    walk->cursor = ep_mem_zeroed(n, sizeof *walk->cursor);
    walk->seen = ep_mem_zeroed(n, sizeof *walk->seen);
    walk->finished = ep_mem_zeroed(n, sizeof *walk->finished);
    return walk->stack && walk->cursor && walk->seen && walk->finished
               ? EP_OK
               : EP_ENOMEM;
}

static void enter(struct walk *walk, uint32_t *depth, uint32_t block)
{
    if (walk->seen[block])
        return;
    walk->seen[block] = 1;
    walk->cursor[block] = walk->out->first[block];
    walk->stack[(*depth)++] = block;
}

static void walk_from(struct walk *walk, uint32_t block)
{
    uint32_t depth = 0;

    enter(walk, &depth, block);
    while (depth > 0) {
        uint32_t at = walk->stack[depth - 1];
        uint32_t i = walk->cursor[at]++;

        if (i == walk->out->first[at + 1]) {
            walk->finished[walk->n_finished++] = at;
            depth--;
        } else if (!walk->mark || walk->mark[walk->out->edge[i]] == EP_NONE) {
            enter(walk, &depth, walk->cfg->edges[walk->out->edge[i]].dst);
        }
    }
}

/* The blocks' places in the order, from its end. */
static int find_places(const struct ep_cfg *cfg, const uint32_t *mark,
                       const struct ep_incidence *out, uint32_t *place)
{
    struct walk all = {.cfg = cfg, .out = out};
    struct walk uncounted = {.cfg = cfg, .out = out, .mark = mark};
    int status = init(&all);

    if (!status)
        status = init(&uncounted);
    if (!status) {
        walk_from(&all, EP_BLOCK_EXIT);
        for (uint32_t b = 0; b < cfg->n_blocks; b++)
            walk_from(&all, b);
        for (uint32_t i = 0; i < cfg->n_blocks; i++)
            walk_from(&uncounted, all.finished[i]);
        for (uint32_t i = 0; i < cfg->n_blocks; i++)
            place[uncounted.finished[i]] = i;
    }
    release(&all);
    release(&uncounted);
    return status;
}

/* A copy of the edges of CFG in which a RETURN comes from its call's block;
 * NULL without memory. */
static struct ep_edge *join_calls(const struct ep_cfg *cfg)
{
    struct ep_edge *edges = ep_mem_zeroed(cfg->n_edges, sizeof *edges);
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

static enum ep_ahead judge(const struct ep_edge *edge, const uint32_t *place)
{
    if (edge->kind == EP_EDGE_ENTRY)
        return EP_AHEAD_WAY;
    if (edge->src == EP_BLOCK_EXIT || place[edge->src] <= place[edge->dst])
        return EP_AHEAD_NOT;
    return edge->kind == EP_EDGE_RETURN ? EP_AHEAD_RETURN : EP_AHEAD_WAY;
}

int ep_ahead_find(const struct ep_cfg *cfg, const uint32_t *mark,
                  uint8_t *ahead)
{
    struct ep_cfg joined = *cfg; /* but for its edges borrowed */
    struct ep_incidence out = {0};
    uint32_t *place = ep_mem_zeroed(cfg->n_blocks, sizeof *place);
    int status;

    joined.edges = join_calls(cfg);
    status = place && joined.edges
                 ? ep_cfg_incidence(&joined, EP_OUT_EDGES, &out)
                 : EP_ENOMEM;
    if (!status)
        status = find_places(&joined, mark, &out, place);
    for (uint32_t e = 0; e < cfg->n_edges && !status; e++) {
        if (mark[e] != EP_NONE)
            ahead[mark[e]] = (uint8_t)judge(&joined.edges[e], place);
    }
    ep_incidence_release(&out);
    ep_mem_free(joined.edges);
    ep_mem_free(place);
    return status;
}
