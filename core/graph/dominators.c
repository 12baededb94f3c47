/* SPDX-License-Identifier: MIT
 *
 * dominators.c - see dominators.h.
 *
 * Blocks are visited in a reverse postorder, again and again, until nothing
 * changes.  A block's immediate dominator is where the ways meet that lead up
 * the tree from all its predecessors; the one that was left later in the search
 * lies higher.  Without irreducible loops the second round finds nothing new.
 */
#include "graph/dominators.h"

struct finder {
    const struct ep_cfg *cfg;
    struct ep_incidence in;
    struct ep_incidence out;
    uint32_t *immediate;
    uint32_t *order;  /* n_blocks, of which n_order: as the search left them */
    uint32_t *number; /* n_blocks: where a block stands in `order` */
    uint32_t *stack;  /* n_blocks */
    uint32_t *cursor; /* n_blocks: the next edge out; EP_NONE: not seen */
    uint32_t n_order;
};

static uint32_t *filled(struct ep_arena *arena, uint32_t n)
{
    uint32_t *items = ep_arena_new(arena, n, sizeof *items);

    for (uint32_t i = 0; items && i < n; i++)
        items[i] = EP_NONE;
    return items;
}

static struct finder new_finder(const struct ep_cfg *cfg,
                                struct ep_arena *arena)
{
    struct finder f = {.cfg = cfg};
    uint32_t n = cfg->n_blocks;
    uint32_t *items = filled(arena, 5 * n);

    if (items) {
        f.immediate = items;
        f.order = items + n;
        f.number = items + 2 * (size_t)n;
        f.stack = items + 3 * (size_t)n;
        f.cursor = items + 4 * (size_t)n;
    }
    f.in = ep_cfg_edges(cfg, EP_IN_EDGES, arena);
    f.out = ep_cfg_edges(cfg, EP_OUT_EDGES, arena);
    return f;
}

static void enter(struct finder *f, uint32_t *depth, uint32_t block)
{
    if (f->cursor[block] != EP_NONE)
        return;
    f->cursor[block] = f->out.first[block];
    f->stack[(*depth)++] = block;
}

static void search(struct finder *f)
{
    uint32_t depth = 0;

    enter(f, &depth, EP_BLOCK_ENTRY);
    while (depth > 0) {
        uint32_t at = f->stack[depth - 1];
        int done = at == EP_BLOCK_EXIT || f->cursor[at] == f->out.first[at + 1];

        if (!done) {
            enter(f, &depth, f->cfg->edges[f->out.edge[f->cursor[at]++]].dst);
            continue;
        }
        f->number[at] = f->n_order;
        f->order[f->n_order++] = at;
        depth--;
    }
}

static uint32_t meet(const struct finder *f, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (f->number[a] < f->number[b])
            a = f->immediate[a];
        else
            b = f->immediate[b];
    }
    return a;
}

/* Of BLOCK, as far as it is known of its predecessors. */
static uint32_t closest(const struct finder *f, uint32_t block)
{
    uint32_t found = EP_NONE;

    for (uint32_t i = f->in.first[block]; i < f->in.first[block + 1]; i++) {
        uint32_t from = f->cfg->edges[f->in.edge[i]].src;

        if (from == EP_BLOCK_EXIT || f->immediate[from] == EP_NONE)
            continue;
        found = found == EP_NONE ? from : meet(f, found, from);
    }
    return found;
}

static void climb(struct finder *f)
{
    int changed = 1;

    f->immediate[EP_BLOCK_ENTRY] = EP_BLOCK_ENTRY;
    while (changed) {
        changed = 0;
        for (uint32_t i = f->n_order - 1; i-- > 0;) { /* all but ENTRY */
            uint32_t block = f->order[i];
            uint32_t found = closest(f, block);

            changed |= found != f->immediate[block];
            f->immediate[block] = found;
        }
    }
}

/* Number the tree.  LAST first holds how many blocks there are from each on
 * downwards; then, at its dominator, where the next one below is to begin. */
static void number(const struct finder *f, uint32_t *first, uint32_t *last)
{
    for (uint32_t i = 0; i < f->n_order; i++)
        last[f->order[i]] = 1;
    for (uint32_t i = 0; i + 1 < f->n_order; i++)
        last[f->immediate[f->order[i]]] += last[f->order[i]];
    for (uint32_t i = f->n_order; i-- > 0;) {
        uint32_t block = f->order[i];
        uint32_t above = f->immediate[block];
        uint32_t n = last[block];

        first[block] = block == above ? 0 : last[above];
        last[block] = first[block] + 1;
        if (block != above)
            last[above] += n;
    }
    for (uint32_t i = 0; i < f->n_order; i++)
        last[f->order[i]]--;
}

struct ep_dominators ep_dominators_find(const struct ep_cfg *cfg,
                                        struct ep_arena *arena)
{
    struct finder f = new_finder(cfg, arena);
    struct ep_dominators found = {.immediate = f.immediate,
                                  .first = filled(arena, cfg->n_blocks),
                                  .last = filled(arena, cfg->n_blocks)};

    if (f.immediate && found.first && found.last && !arena->failed) {
        search(&f);
        climb(&f);
        number(&f, found.first, found.last);
    }
    return found;
}
