/* SPDX-License-Identifier: MIT
 *
 * cfg_leaves.c - blocks that cannot reach EXIT.
 *
 * They are found backwards from EXIT.  Among them the terminal cycles (the
 * strongly connected components that nothing leaves) are found as in Kosaraju's
 * algorithm: in a depth-first walk of the reversed graph, the block that finishes
 * last lies in a terminal cycle; all that reaches it is served by one LEAVE, and
 * the next unserved block in that order again lies in a terminal cycle.
 */
#include "graph/cfg.h"

#include <string.h>

struct walk {
    struct ep_cfg *cfg;
    struct ep_incidence in;
    struct ep_incidence out;
    uint32_t *stack;  /* n_blocks */
    uint32_t *cursor; /* n_blocks: next edge to look at */
    uint32_t *order;  /* stuck blocks as they finish */
    uint32_t n_order;
    uint8_t *saved; /* bool: the block reaches EXIT */
    uint8_t *seen;  /* bool, of the walk that is going on */
};

static struct walk new_walk(struct ep_cfg *cfg, struct ep_arena *arena)
{
    size_t n = cfg->n_blocks;
    struct walk walk = {.cfg = cfg};

    walk.in = ep_cfg_edges(cfg, EP_IN_EDGES, arena);
    walk.out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    walk.stack = ep_arena_new(arena, n, sizeof *walk.stack);
    walk.cursor = ep_arena_new(arena, n, sizeof *walk.cursor);
    walk.order = ep_arena_new(arena, n, sizeof *walk.order);
    walk.saved = ep_arena_new(arena, n, sizeof *walk.saved);
    walk.seen = ep_arena_new(arena, n, sizeof *walk.seen);
    return walk;
}

/* Mark everything that reaches BLOCK, itself included. */
static void save_from(struct walk *walk, uint32_t block)
{
    uint32_t depth = 0;

    walk->saved[block] = 1;
    walk->stack[depth++] = block;
    while (depth > 0) {
        uint32_t at = walk->stack[--depth];

        for (uint32_t i = walk->in.first[at]; i < walk->in.first[at + 1]; i++) {
            uint32_t src = walk->cfg->edges[walk->in.edge[i]].src;

            if (walk->saved[src])
                continue;
            walk->saved[src] = 1;
            walk->stack[depth++] = src;
        }
    }
}

/* Depth first against the edges, over stuck blocks; append them to `order` as
 * they finish. */
static void order_from(struct walk *walk, uint32_t block)
{
    uint32_t depth = 0;

    walk->seen[block] = 1;
    walk->cursor[block] = walk->in.first[block];
    walk->stack[depth++] = block;
    while (depth > 0) {
        uint32_t at = walk->stack[depth - 1];
        uint32_t src;

        if (walk->cursor[at] == walk->in.first[at + 1]) {
            walk->order[walk->n_order++] = at;
            depth--;
            continue;
        }
        src = walk->cfg->edges[walk->in.edge[walk->cursor[at]++]].src;
        if (walk->saved[src] || walk->seen[src])
            continue;
        walk->seen[src] = 1;
        walk->cursor[src] = walk->in.first[src];
        walk->stack[depth++] = src;
    }
}

/* The highest block of the terminal cycle that BLOCK lies in: all that it
 * reaches.  Such cycles do not overlap, so the walks are linear together. */
static uint32_t last_of_cycle(struct walk *walk, uint32_t block)
{
    uint32_t depth = 0;
    uint32_t last = block;

    walk->seen[block] = 1;
    walk->stack[depth++] = block;
    while (depth > 0) {
        uint32_t at = walk->stack[--depth];

        if (at > last)
            last = at;
        for (uint32_t i = walk->out.first[at]; i < walk->out.first[at + 1];
             i++) {
            uint32_t dst = walk->cfg->edges[walk->out.edge[i]].dst;

            if (walk->seen[dst])
                continue;
            walk->seen[dst] = 1;
            walk->stack[depth++] = dst;
        }
    }
    return last;
}

/* Give each terminal cycle of WALK's graph its LEAVE. */
static int leave_cycles(struct walk *walk)
{
    struct ep_cfg *cfg = walk->cfg;
    int status = EP_OK;

    save_from(walk, EP_BLOCK_EXIT);
    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        if (!walk->saved[b] && !walk->seen[b])
            order_from(walk, b);
    memset(walk->seen, 0, cfg->n_blocks);
    while (walk->n_order > 0 && !status) {
        uint32_t block = walk->order[--walk->n_order];

        if (walk->saved[block])
            continue;
        status = ep_cfg_add_edge(cfg, last_of_cycle(walk, block), EP_BLOCK_EXIT,
                                 EP_EDGE_LEAVE, 0, 0);
        save_from(walk, block);
    }
    return status;
}

int ep_cfg_add_leaves(struct ep_cfg *cfg)
{
    struct ep_arena arena = {0};
    struct walk walk = new_walk(cfg, &arena);
    int status = arena.failed ? EP_ENOMEM : leave_cycles(&walk);

    ep_arena_release(&arena);
    return status;
}
