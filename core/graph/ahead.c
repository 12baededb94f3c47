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

static struct walk new_walk(const struct ep_cfg *cfg,
                            const struct ep_incidence *out,
                            const uint32_t *mark, struct ep_arena *arena)
{
    size_t n = cfg->n_blocks;
    struct walk walk = {.cfg = cfg, .out = out, .mark = mark};

    walk.stack = ep_arena_new(arena, n, sizeof *walk.stack);
    walk.cursor = ep_arena_new(arena, n, sizeof *walk.cursor);
    walk.seen = ep_arena_new(arena, n, sizeof *walk.seen);
    walk.finished = ep_arena_new(arena, n, sizeof *walk.finished);
    return walk;
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

/* The blocks' places in the order, from its end; NULL without memory. */
static uint32_t *find_places(const struct ep_cfg *cfg, const uint32_t *mark,
                             struct ep_arena *arena)
{
    struct ep_incidence out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    struct walk all = new_walk(cfg, &out, NULL, arena);
    struct walk uncounted = new_walk(cfg, &out, mark, arena);
    uint32_t *place = ep_arena_new(arena, cfg->n_blocks, sizeof *place);

    if (!place)
        return NULL;
    walk_from(&all, EP_BLOCK_EXIT);
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        walk_from(&all, b);
    for (uint32_t i = 0; i < cfg->n_blocks; i++)
        walk_from(&uncounted, all.finished[i]);
    for (uint32_t i = 0; i < cfg->n_blocks; i++)
        place[uncounted.finished[i]] = i;
    return place;
}

static enum ep_ahead judge(const struct ep_edge *edge, const uint32_t *place)
{
    if (edge->kind == EP_EDGE_ENTRY)
        return EP_AHEAD_WAY;
    return edge->src == EP_BLOCK_EXIT || place[edge->src] <= place[edge->dst]
               ? EP_AHEAD_NOT
               : EP_AHEAD_WAY;
}

int ep_ahead_find(const struct ep_cfg *cfg, const uint32_t *mark,
                  uint8_t *ahead)
{
    struct ep_arena arena = {0};
    struct ep_cfg joined = *cfg; /* but for its edges borrowed */
    const uint32_t *place;

    joined.edges = ep_cfg_join_calls(cfg, &arena);
    place = find_places(&joined, mark, &arena);
    for (uint32_t e = 0; place && e < cfg->n_edges; e++)
        if (mark[e] != EP_NONE)
            ahead[mark[e]] = (uint8_t)judge(&joined.edges[e], place);
    ep_arena_release(&arena);
    return place ? EP_OK : EP_ENOMEM;
}
