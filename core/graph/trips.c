/* SPDX-License-Identifier: MIT */
#include "graph/trips.h"

#include <string.h>

#include "graph/loops.h"

struct finder {
    const struct ep_cfg *cfg;
    struct ep_arena arena;
    struct ep_edge *edges; /* a RETURN comes from its call */
    struct ep_incidence in;
    uint8_t *back;
    uint8_t *inside; /* per block, bool: it is of the loop */
    uint32_t *todo;  /* blocks of it whose edges were not looked at */
    int arrives;     /* bool: control comes from nowhere somewhere */
};

static int make_finder(const struct ep_cfg *cfg, struct finder *f)
{
    struct ep_cfg joined = *cfg; /* but for its edges borrowed */

    *f = (struct finder){.cfg = cfg};
    f->edges = joined.edges = ep_cfg_join_calls(cfg, &f->arena);
    f->back = ep_arena_new(&f->arena, cfg->n_edges, sizeof *f->back);
    f->inside = ep_arena_new(&f->arena, cfg->n_blocks, sizeof *f->inside);
    f->todo = ep_arena_new(&f->arena, cfg->n_blocks, sizeof *f->todo);
    if (f->edges)
        f->in = ep_cfg_edges(&joined, EP_IN_EDGES, &f->arena);
    for (uint32_t e = 0; e < cfg->n_edges; e++)
        f->arrives |= cfg->edges[e].kind == EP_EDGE_ARRIVE;
    return f->arena.failed ? EP_ENOMEM : ep_loops_find(cfg, f->back);
}

static int is_head(const struct finder *f, uint32_t block)
{
    for (uint32_t i = f->in.first[block]; i < f->in.first[block + 1]; i++)
        if (f->back[f->in.edge[i]])
            return 1;
    return 0;
}

/* Mark the blocks of the loop of HEAD. */
static void find_inside(struct finder *f, uint32_t head)
{
    uint32_t n = 0;

    memset(f->inside, 0, f->cfg->n_blocks);
    f->inside[head] = 1;
    f->todo[n++] = head;
    while (n) {
        uint32_t block = f->todo[--n];

        for (uint32_t i = f->in.first[block]; i < f->in.first[block + 1]; i++) {
            uint32_t e = f->in.edge[i], src = f->edges[e].src;

            if (src == EP_BLOCK_EXIT || f->inside[src] ||
                (block == head && !f->back[e]))
                continue;
            f->inside[src] = 1;
            f->todo[n++] = src;
        }
    }
}

static int holds_code(const struct ep_edge *edge)
{
    return edge->kind != EP_EDGE_LEAVE && !(edge->flags & EP_EDGE_NOSPLIT);
}

static int can_count(const struct finder *f, uint32_t head)
{
    for (uint32_t i = f->in.first[head]; i < f->in.first[head + 1]; i++)
        if (!holds_code(&f->edges[f->in.edge[i]]))
            return 0;
    return 1;
}

static int add(struct ep_trips *out, uint32_t edge, enum ep_trip_step step)
{
    if (EP_GROW(out->items, out->n, out->capacity))
        return EP_ENOMEM;
    out->items[out->n++] = (struct ep_trip){edge, out->n_loops, step};
    return EP_OK;
}

/* Where control may come from nowhere into the loop, its variable needs a value
 * from the function's entry on. */
static int is_entry(const struct finder *f, uint32_t e, uint32_t head)
{
    return f->edges[e].dst == head ||
           (f->arrives && f->edges[e].src == EP_BLOCK_ENTRY);
}

static int add_loop(struct finder *f, uint32_t head, struct ep_trips *out)
{
    int status = EP_OK;

    if (EP_GROW(out->heads, out->n_loops, out->heads_capacity))
        return EP_ENOMEM;
    find_inside(f, head);
    for (uint32_t e = 0; e < f->cfg->n_edges && !status; e++) {
        const struct ep_edge *edge = &f->edges[e];

        if (f->back[e] && edge->dst == head)
            status = add(out, e, EP_TRIP_ROUND);
        else if (is_entry(f, e, head))
            status = add(out, e, EP_TRIP_ENTER);
        else if (f->inside[edge->src] && !f->inside[edge->dst] &&
                 holds_code(edge))
            status = add(out, e, EP_TRIP_LEAVE);
    }
    out->heads[out->n_loops++] = head;
    return status;
}

int ep_trips_find(const struct ep_cfg *cfg, struct ep_trips *out)
{
    struct finder f;
    int status = make_finder(cfg, &f);

    *out = (struct ep_trips){0};
    for (uint32_t b = EP_BLOCK_FIRST; b < cfg->n_blocks && !status; b++)
        if (is_head(&f, b) && can_count(&f, b))
            status = add_loop(&f, b, out);
    ep_arena_release(&f.arena);
    if (status)
        ep_trips_release(out);
    return status;
}

void ep_trips_release(struct ep_trips *trips)
{
    ep_mem_free(trips->heads);
    ep_mem_free(trips->items);
    *trips = (struct ep_trips){0};
}
