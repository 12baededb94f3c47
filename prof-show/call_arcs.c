/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <edgeprof/abi.h>

#include "base/order.h"
#include "call_graph.h"

static void make_callees(const struct call_graph *graph, struct call_arcs *out)
{
    struct arc *arc = out->callees;

    for (size_t i = 0; i < graph->n; i++) {
        const struct call *call = &graph->items[i];

        if (i == 0 || call[-1].caller != call->caller ||
            strcmp(call[-1].callee, call->callee) != 0) {
            arc = &out->callees[out->n_callees++];
            arc->first = call;
        }
        arc->n++;
        arc->count = edgeprof_add(arc->count, call->count);
        arc->cost = edgeprof_add(arc->cost, call->cost);
    }
}

static int by_callee(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;

    if (a->first->target != b->first->target)
        return a->first->target < b->first->target ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

int call_arcs_make(const struct call_graph *graph, struct call_arcs *out)
{
    *out = (struct call_arcs){0};
    out->callees = ep_mem_zeroed(graph->n, sizeof *out->callees);
    out->callers = ep_mem_zeroed(graph->n, sizeof *out->callers);
    if (!out->callees || !out->callers)
        return EP_ENOMEM;
    make_callees(graph, out);
    for (size_t i = 0; i < out->n_callees; i++)
        if (out->callees[i].first->target)
            out->callers[out->n_callers++] = out->callees[i];
    ep_sort(out->callers, out->n_callers, sizeof *out->callers, by_callee);
    return EP_OK;
}

void call_arcs_release(struct call_arcs *arcs)
{
    ep_mem_free(arcs->callees);
    ep_mem_free(arcs->callers);
}

static int is_caller_before(const void *arc, const void *row)
{
    return ((const struct arc *)arc)->first->caller < (const struct row *)row;
}

static int is_callee_before(const void *arc, const void *row)
{
    return ((const struct arc *)arc)->first->target < (const struct row *)row;
}

const struct arc *call_arcs_callees(const struct call_arcs *arcs,
                                    const struct row *row, size_t *n)
{
    size_t i = ep_lower_bound(arcs->callees, arcs->n_callees,
                              sizeof *arcs->callees, is_caller_before, row);

    *n = i;
    while (*n < arcs->n_callees && arcs->callees[*n].first->caller == row)
        ++*n;
    *n -= i;
    return &arcs->callees[i];
}

const struct arc *call_arcs_callers(const struct call_arcs *arcs,
                                    const struct row *row, size_t *n)
{
    size_t i = ep_lower_bound(arcs->callers, arcs->n_callers,
                              sizeof *arcs->callers, is_callee_before, row);

    *n = i;
    while (*n < arcs->n_callers && arcs->callers[*n].first->target == row)
        ++*n;
    *n -= i;
    return &arcs->callers[i];
}
