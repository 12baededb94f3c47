/* SPDX-License-Identifier: MIT */
#include "graph/ways.h"

#include "graph/decisions.h"

struct planner {
    const struct ep_cfg *cfg;
    const struct ep_condition_at *conditions; /* of the decision */
    uint32_t n;                               /* likewise */
    uint32_t *n_ways; /* per condition: that come to it */
    uint32_t *before; /* per 2 * condition + outcome that leads to another one:
                         the number there of its first way */
    uint32_t *back;   /* the edges of a way, the last one first */
    struct ep_way_steps *steps;
    struct ep_ways *ways;
    size_t steps_capacity, first_capacity, edge_capacity, n_edges;
};

/* ---- one decision -------------------------------------------------------- */

static int can_hold_code(const struct planner *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        for (int k = 0; k < 2; k++)
            if (p->cfg->edges[p->conditions[i].edge[k]].flags & EP_EDGE_NOSPLIT)
                return 0;
    return 1;
}

/* Number the ways: how many get marks.  0: none needs one, or they are too many. */
static uint32_t number_ways(struct planner *p)
{
    uint32_t n_marked = 0;

    for (uint32_t i = 0; i < p->n; i++)
        p->n_ways[i] = i == 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t to = p->conditions[i].next[k];

            if (to < p->n) {
                p->before[2 * i + k] = p->n_ways[to];
                p->n_ways[to] += p->n_ways[i];
                if (p->n_ways[to] > EP_WAYS_MAX)
                    return 0;
            } else if (p->n_ways[i] > 1) {
                n_marked += p->n_ways[i];
            }
        }
    return n_marked <= EP_WAYS_MAX ? n_marked : 0;
}

static int add_step(struct planner *p, struct ep_way_step step)
{
    if (EP_GROW(p->steps->items, p->steps->n, p->steps_capacity))
        return EP_ENOMEM;
    p->steps->items[p->steps->n++] = step;
    return EP_OK;
}

/* The outcome that leads to condition TO, on way WAY of those that come there; WAY is
 * then its number at that outcome's condition. */
static uint32_t find_back(const struct planner *p, uint32_t to, uint32_t *way)
{
    uint32_t found = 0;

    for (uint32_t arc = 0; arc < 2 * to; arc++)
        if (p->conditions[arc / 2].next[arc % 2] == to &&
            p->before[arc] <= *way)
            found = arc;
    *way -= p->before[found];
    return found;
}

/* Add the way number WAY that comes to where ARC ends the decision. */
static int add_way(struct planner *p, uint32_t arc, uint32_t way)
{
    struct ep_ways *ways = p->ways;
    uint32_t n = 0;

    p->back[n++] = p->conditions[arc / 2].edge[arc % 2];
    while (arc / 2 != 0) {
        arc = find_back(p, arc / 2, &way);
        p->back[n++] = p->conditions[arc / 2].edge[arc % 2];
    }
    /* One more, behind the last. */
    if (EP_GROW(ways->first, (size_t)ways->n + 1, p->first_capacity))
        return EP_ENOMEM;
    ways->first[ways->n++] = (uint32_t)p->n_edges;
    while (n > 0) {
        if (EP_GROW(ways->edge, p->n_edges, p->edge_capacity))
            return EP_ENOMEM;
        ways->edge[p->n_edges++] = p->back[--n];
    }
    ways->first[ways->n] = (uint32_t)p->n_edges;
    return EP_OK;
}

/* What stands on the edge of ARC, if anything. */
static int plan_arc(struct planner *p, uint32_t arc)
{
    uint32_t i = arc / 2, to = p->conditions[i].next[arc % 2];
    struct ep_way_step step = {.edge = p->conditions[i].edge[arc % 2],
                               .variable = p->steps->n_variables};
    int status;

    if (to < p->n) {
        step.kind = p->n_ways[i] == 1 ? EP_WAY_SET : EP_WAY_ADD;
        step.value = p->before[arc];
        return p->n_ways[to] > 1 && (step.kind == EP_WAY_SET || step.value)
                   ? add_step(p, step)
                   : EP_OK;
    }
    if (p->n_ways[i] == 1)
        return EP_OK;
    step.kind = EP_WAY_END;
    step.value = p->ways->n;
    step.n = p->n_ways[i];
    status = add_step(p, step);
    for (uint32_t way = 0; !status && way < step.n; way++)
        status = add_way(p, arc, way);
    return status;
}

static int plan_decision(struct planner *p)
{
    int status = EP_OK;

    if (p->n > EP_CONDITIONS_MAX || !can_hold_code(p) || number_ways(p) == 0)
        return EP_OK;
    for (uint32_t arc = 0; !status && arc < 2 * p->n; arc++)
        status = plan_arc(p, arc);
    p->steps->n_variables++;
    return status;
}

/* ---- all ----------------------------------------------------------------- */

void ep_ways_release(struct ep_ways *ways)
{
    ep_mem_free(ways->first);
    ep_mem_free(ways->edge);
    *ways = (struct ep_ways){0};
}

void ep_way_steps_release(struct ep_way_steps *steps)
{
    ep_mem_free(steps->items);
    *steps = (struct ep_way_steps){0};
}

static int plan_all(struct planner *p, struct ep_arena *arena)
{
    struct ep_decisions found;
    int status = ep_decisions_find(p->cfg, arena, &found);

    if (status || found.n == 0)
        return status;
    p->n_ways = ep_arena_new(arena, found.n_conditions, sizeof *p->n_ways);
    p->before =
        ep_arena_new(arena, (size_t)2 * found.n_conditions, sizeof *p->before);
    p->back = ep_arena_new(arena, found.n_conditions, sizeof *p->back);
    if (arena->failed)
        return EP_ENOMEM;
    for (uint32_t i = 0; !status && i < found.n; i++) {
        p->conditions = &found.conditions[found.items[i].first];
        p->n = found.items[i].n;
        if (found.items[i].is_whole)
            status = plan_decision(p);
    }
    return status;
}

int ep_ways_plan(const struct ep_cfg *cfg, struct ep_way_steps *out,
                 struct ep_ways *out_ways)
{
    struct planner p = {.cfg = cfg, .steps = out, .ways = out_ways};
    struct ep_arena arena = {0};
    int status;

    *out = (struct ep_way_steps){0};
    *out_ways = (struct ep_ways){0};
    status = plan_all(&p, &arena);
    ep_arena_release(&arena);
    if (!status)
        return EP_OK;
    ep_way_steps_release(out);
    ep_ways_release(out_ways);
    return status;
}
