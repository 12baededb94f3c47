/* SPDX-License-Identifier: MIT
 *
 * Circles of calls are the strongly connected components (Tarjan 1972), which
 * come callees first: when one is done, all that it calls has its cost.
 */
#include <edgeprof/abi.h>

#include "call_graph.h"

#define NONE SIZE_MAX

struct circles {
    struct call_graph *graph;
    size_t *of;    /* per row: its circle, or NONE: not known yet */
    size_t *seen;  /* per row: when it was come to, from 1 on; 0: not yet */
    size_t *low;   /* per row: the earliest that it leads back to */
    size_t *stack; /* rows whose circle is not known */
    size_t *path;  /* rows that are being walked */
    size_t *next;  /* per row: the call to look at next */
    size_t *calls; /* that lead into each circle, circle by circle */
    size_t *first; /* per circle: the first of those */
    size_t n_stack, n_path, n_seen, n;
};

static size_t row_of(const struct call_graph *graph, const struct row *row)
{
    return (size_t)(row - graph->rows.items);
}

static void enter(struct circles *c, size_t row)
{
    c->seen[row] = c->low[row] = ++c->n_seen;
    c->next[row] = c->graph->first[row];
    c->stack[c->n_stack++] = row;
    c->path[c->n_path++] = row;
}

static void lower(struct circles *c, size_t row, size_t to)
{
    if (to < c->low[row])
        c->low[row] = to;
}

/* All calls of the row at the end of the path have been looked at. */
static void leave(struct circles *c)
{
    size_t row = c->path[--c->n_path];
    size_t member;

    if (c->n_path > 0)
        lower(c, c->path[c->n_path - 1], c->low[row]);
    if (c->low[row] != c->seen[row])
        return;
    do {
        member = c->stack[--c->n_stack];
        c->of[member] = c->n;
    } while (member != row);
    c->n++;
}

static void walk(struct circles *c, size_t start)
{
    const struct call_graph *graph = c->graph;

    enter(c, start);
    while (c->n_path > 0) {
        size_t row = c->path[c->n_path - 1];
        const struct row *target;
        size_t to;

        if (c->next[row] == graph->first[row + 1]) {
            leave(c);
            continue;
        }
        target = graph->items[c->next[row]++].target;
        if (!target)
            continue;
        to = row_of(graph, target);
        if (c->seen[to] == 0)
            enter(c, to);
        else if (c->of[to] == NONE)
            lower(c, row, c->seen[to]);
    }
}

/* Whether CALL, which has a target, goes from one circle to another. */
static int is_between(const struct circles *c, const struct call *call)
{
    return c->of[row_of(c->graph, call->caller)] !=
           c->of[row_of(c->graph, call->target)];
}

/* The calls that lead into each circle from another. */
static void sort_calls(struct circles *c)
{
    const struct call_graph *graph = c->graph;

    for (size_t i = 0; i < graph->n; i++)
        if (graph->items[i].target && is_between(c, &graph->items[i]))
            c->first[c->of[row_of(graph, graph->items[i].target)] + 1]++;
    for (size_t i = 0; i < c->n; i++)
        c->first[i + 1] += c->first[i];
    for (size_t i = graph->n; i-- > 0;)
        if (graph->items[i].target && is_between(c, &graph->items[i])) {
            size_t circle = c->of[row_of(graph, graph->items[i].target)];

            c->calls[c->first[circle] + c->next[circle]++] = i;
        }
}

/* COST, of a circle that was entered ENTRIES times, among the calls that lead
 * into it; what is entered otherwise keeps its share.  Sums are rounded, not
 * shares, so that nothing is lost. */
static void share(struct circles *c, size_t circle, uint64_t cost,
                  uint64_t entries)
{
    struct call *items = c->graph->items;
    uint64_t calls = 0, given = 0;

    for (size_t i = c->first[circle]; i < c->first[circle + 1]; i++)
        calls = edgeprof_add(calls, items[c->calls[i]].count);
    if (entries < calls)
        entries = calls;
    calls = 0;
    for (size_t i = c->first[circle]; i < c->first[circle + 1]; i++) {
        struct call *call = &items[c->calls[i]];
        uint64_t sum;

        calls = edgeprof_add(calls, call->count);
        sum = calls == entries
                  ? cost
                  : (uint64_t)((long double)cost * (long double)calls /
                               (long double)entries);
        if (entries > 0 && sum > given) {
            call->cost = sum - given;
            given = sum;
        }
    }
}

/* What a circle costs, how often its members are called, and how often of that
 * by each other. */
struct sums {
    uint64_t cost;
    uint64_t calls;
    uint64_t inner;
};

static void add_member(const struct circles *c, size_t row, struct sums *sums)
{
    const struct call_graph *graph = c->graph;

    sums->cost = edgeprof_add(sums->cost, graph->self[row]);
    sums->calls = edgeprof_add(sums->calls, graph->rows.items[row].calls);
    for (size_t i = graph->first[row]; i < graph->first[row + 1]; i++) {
        const struct call *call = &graph->items[i];

        if (call->target && is_between(c, call))
            sums->cost = edgeprof_add(sums->cost, call->cost);
        else if (call->target)
            sums->inner = edgeprof_add(sums->inner, call->count);
    }
}

static uint64_t self_of(const struct row *row)
{
    uint64_t sum = 0;

    for (size_t v = 0; v < row->n_variants; v++)
        for (size_t i = 0; i < row->first[v].n_lines; i++)
            sum = edgeprof_add(sum, row->first[v].lines[i].count);
    return sum;
}

/* ROWS, of all circles in their order. */
static void cost_all(struct circles *c, const size_t *rows, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        size_t circle = c->of[rows[i]];
        struct sums sums = {0};

        for (end = i; end < n && c->of[rows[end]] == circle; end++)
            add_member(c, rows[end], &sums);
        share(c, circle, sums.cost,
              sums.calls > sums.inner ? sums.calls - sums.inner : 0);
    }
}

/* The rows by circle, into OUT: a counting sort. */
static void order_rows(const struct circles *c, size_t n, size_t *at,
                       size_t *out)
{
    for (size_t i = 0; i <= c->n; i++)
        at[i] = 0;
    for (size_t i = 0; i < n; i++)
        at[c->of[i] + 1]++;
    for (size_t i = 0; i < c->n; i++)
        at[i + 1] += at[i];
    for (size_t i = 0; i < n; i++)
        out[at[c->of[i]]++] = i;
}

int call_graph_cost(struct call_graph *graph)
{
    size_t n = graph->rows.n;
    struct circles c = {.graph = graph};
    struct ep_arena arena = {0};

    c.of = ep_arena_new(&arena, n, sizeof *c.of);
    c.seen = ep_arena_new(&arena, n, sizeof *c.seen);
    c.low = ep_arena_new(&arena, n, sizeof *c.low);
    c.stack = ep_arena_new(&arena, n + 1, sizeof *c.stack);
    c.path = ep_arena_new(&arena, n, sizeof *c.path);
    c.next = ep_arena_new(&arena, n, sizeof *c.next);
    c.calls = ep_arena_new(&arena, graph->n, sizeof *c.calls);
    c.first = ep_arena_new(&arena, n + 1, sizeof *c.first);
    graph->self = ep_mem_zeroed(n, sizeof *graph->self);
    if (arena.failed || !graph->self) {
        ep_arena_release(&arena);
        return EP_ENOMEM;
    }
    for (size_t i = 0; i < n; i++) {
        graph->self[i] = self_of(&graph->rows.items[i]);
        c.of[i] = NONE;
    }
    for (size_t i = 0; i < n; i++)
        if (c.seen[i] == 0)
            walk(&c, i);
    for (size_t i = 0; i < n; i++)
        c.next[i] = 0;
    sort_calls(&c);
    order_rows(&c, n, c.stack, c.path);
    cost_all(&c, c.path, n);
    ep_arena_release(&arena);
    return EP_OK;
}
