/* SPDX-License-Identifier: MIT */
#include "call_graph.h"

#include <stdlib.h>
#include <string.h>

#include <edgeprof/abi.h>

#include "base/map.h"
#include "base/order.h"
#include "name.h"

void call_graph_release(struct call_graph *graph)
{
    for (size_t i = 0; i < graph->n_callees; i++)
        free(graph->callees[i]);
    ep_mem_free(graph->callees);
    ep_mem_free(graph->items);
    ep_mem_free(graph->first);
    ep_mem_free(graph->self);
    ep_callee_names_release(&graph->names);
    rows_release(&graph->rows);
}

/* ---- the calls ----------------------------------------------------------- */

static char *callee_name(uint64_t callee, const char *symbol)
{
    if (symbol && !*symbol)
        return strdup("(in another module)");
    if (callee == 0)
        return strdup("(by a pointer)");
    return symbol ? name_demangle(symbol) : strdup("(not known)");
}

/* Its index; EP_NONE: no memory.  Most are called from many places. */
static uint32_t find_callee(struct call_graph *graph, struct ep_map *known,
                            uint64_t callee, const char *symbol)
{
    size_t cursor = 0;
    uint32_t i = ep_map_next(known, callee, &cursor);

    if (i != EP_NONE)
        return i;
    i = (uint32_t)graph->n_callees;
    if (EP_GROW(graph->callees, graph->n_callees, graph->callees_capacity) ||
        ep_map_add(known, callee, i))
        return EP_NONE;
    graph->callees[i] = callee_name(callee, symbol);
    if (!graph->callees[i])
        return EP_NONE;
    graph->n_callees++;
    return i;
}

/* SITE calls what has that ID for `known`, and is called SYMBOL, or NULL. */
static int add_call(struct call_graph *graph, struct ep_map *known,
                    const struct call *site, uint64_t id, const char *symbol,
                    uint64_t count)
{
    struct call *call;
    uint32_t callee;

    if (EP_GROW(graph->items, graph->n, graph->capacity))
        return EP_ENOMEM;
    callee = find_callee(graph, known, id, symbol);
    if (callee == EP_NONE)
        return EP_ENOMEM;
    call = &graph->items[graph->n++];
    *call = *site;
    call->symbol = symbol && *symbol ? symbol : NULL;
    call->callee = graph->callees[callee];
    call->count = count;
    return EP_OK;
}

/* The targets that are known of the call INDEX, by a pointer, into OUT how often. */
static int add_targets(struct call_graph *graph, struct ep_map *known,
                       const struct ep_profile_function *function,
                       uint32_t index, const struct call *site, uint64_t *out)
{
    for (size_t i = 0; i < function->n_targets; i++) {
        const struct ep_profile_target *target = &function->targets[i];
        uint64_t id = *target->name
                          ? ep_callee_id(target->name, strlen(target->name))
                          : UINT64_MAX;

        if (target->call != index)
            continue;
        if (add_call(graph, known, site, id, target->name, target->count))
            return EP_ENOMEM;
        *out = edgeprof_add(*out, target->count);
    }
    return EP_OK;
}

static int add_site(struct call_graph *graph, struct ep_map *known,
                    const struct row *row,
                    const struct ep_profile_function *function, uint32_t index)
{
    const struct ep_call_site *site =
        &function->function->cfg.call_sites[index];
    struct call call = {.caller = row, .line = site->at.line};
    uint64_t count = function->block[site->at.block], told = 0;

    call.file = site->at.line ? function->sources[site->at.file] : EP_NONE;
    if (site->callee == 0 &&
        add_targets(graph, known, function, index, &call, &told))
        return EP_ENOMEM;
    if (told && told >= count)
        return EP_OK;
    return add_call(graph, known, &call, site->callee,
                    ep_callee_names_find(&graph->names, site->callee),
                    count - told);
}

static int add_row(struct call_graph *graph, struct ep_map *known,
                   const struct row *row)
{
    for (size_t v = 0; v < row->n_variants; v++) {
        const struct ep_cfg *cfg = &row->first[v].function->cfg;

        for (uint32_t i = 0; i < cfg->n_call_sites; i++)
            if (add_site(graph, known, row, &row->first[v], i))
                return EP_ENOMEM;
    }
    return EP_OK;
}

static int by_ends(const void *left, const void *right)
{
    const struct call *a = left, *b = right;
    int order;

    if (a->caller != b->caller)
        return a->caller < b->caller ? -1 : 1;
    order = a->callee == b->callee ? 0 : strcmp(a->callee, b->callee);
    if (order)
        return order;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Calls of one line are one, in as many functions as it is. */
static void add_up(void *to, void *from)
{
    struct call *call = to, *other = from;

    call->count = edgeprof_add(call->count, other->count);
}

/* ---- whom they call ------------------------------------------------------ */

static uint64_t hash_of(const char *symbol)
{
    return ep_hash(EP_HASH_START, symbol, strlen(symbol));
}

/* The row of SYMBOL: in the caller's file, for a static function, or the only
 * one; NULL. */
static const struct row *find_target(const struct rows *rows,
                                     const struct ep_map *by_symbol,
                                     const struct call *call)
{
    uint64_t hash = hash_of(call->symbol);
    const struct row *found = NULL;
    size_t cursor = 0, n = 0;
    uint32_t i;

    while ((i = ep_map_next(by_symbol, hash, &cursor)) != EP_NONE) {
        const struct row *row = &rows->items[i];

        if (strcmp(row->first->function->name, call->symbol) != 0)
            continue;
        if (row->first->file == call->caller->first->file)
            return row;
        found = row;
        n++;
    }
    return n == 1 ? found : NULL;
}

static int find_targets(struct call_graph *graph)
{
    struct ep_map by_symbol = {0};
    int status = EP_OK;

    for (size_t i = 0; !status && i < graph->rows.n; i++)
        status = ep_map_add(&by_symbol,
                            hash_of(graph->rows.items[i].first->function->name),
                            (uint32_t)i);
    for (size_t i = 0; !status && i < graph->n; i++)
        if (graph->items[i].symbol)
            graph->items[i].target =
                find_target(&graph->rows, &by_symbol, &graph->items[i]);
    ep_map_release(&by_symbol);
    return status;
}

static int note_first(struct call_graph *graph)
{
    size_t at = 0;

    graph->first = ep_mem_zeroed(graph->rows.n + 1, sizeof *graph->first);
    if (!graph->first)
        return EP_ENOMEM;
    for (size_t i = 0; i < graph->rows.n; i++) {
        while (at < graph->n &&
               graph->items[at].caller == &graph->rows.items[i])
            at++;
        graph->first[i + 1] = at;
    }
    return EP_OK;
}

int call_graph_make(const struct view *view, struct call_graph *out)
{
    struct ep_map known = {0};
    int status = rows_make(view, &out->rows);

    rows_order_by_place(&out->rows);
    if (!status)
        status = ep_callee_names_make(&view->profile, &out->names);
    for (size_t i = 0; i < out->rows.n && !status; i++)
        status = add_row(out, &known, &out->rows.items[i]);
    ep_map_release(&known);
    if (status)
        return status;
    out->n = ep_fold(out->items, out->n, sizeof *out->items, by_ends, add_up);
    status = note_first(out);
    return status ? status : find_targets(out);
}

uint64_t call_graph_inclusive(const struct call_graph *graph,
                              const struct row *row)
{
    size_t at = (size_t)(row - graph->rows.items);
    uint64_t sum = graph->self[at];

    for (size_t i = graph->first[at]; i < graph->first[at + 1]; i++)
        sum = edgeprof_add(sum, graph->items[i].cost);
    return sum;
}
