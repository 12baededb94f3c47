/* SPDX-License-Identifier: MIT
 *
 * calls as gprof(1) writes them: a flat profile, and the call graph, in which
 * each function stands between its callers and its callees.  Its seconds are
 * executions of lines here.
 */
#include <inttypes.h>
#include <stdio.h>

#include <edgeprof/abi.h>

#include "base/order.h"
#include "call_graph.h"
#include "catalog.h"
#include "tool/say.h"

#define RULE "-----------------------------------------------\n"

/* A function that ran. */
struct entry {
    const struct row *row;
    uint64_t self; /* executions of its lines */
    uint64_t all;  /* and of all that it calls */
};

struct gprof {
    struct call_graph graph;
    uint64_t sum;
    struct entry *entries;
    size_t n;
    size_t *numbers; /* per row: in the call graph, from 1 on; or 0 */
    struct call_arcs arcs;
};

static size_t number_of(const struct gprof *gprof, const struct row *row)
{
    return gprof->numbers[row - gprof->graph.rows.items];
}

static double percent(const struct gprof *gprof, uint64_t part)
{
    return gprof->sum ? 100 * (double)part / (double)gprof->sum : 0;
}

/* ---- the flat profile ---------------------------------------------------- */

static int by_self(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;

    if (a->self != b->self)
        return a->self > b->self ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static void print_flat(struct gprof *gprof)
{
    uint64_t sum = 0;

    ep_sort(gprof->entries, gprof->n, sizeof *gprof->entries, by_self);
    (void)puts("Flat profile:\n\nSeconds are executions of lines.\n"
               "  %   cumulative   self              self     total\n"
               " time   seconds   seconds    calls   s/call   s/call  name");
    for (size_t i = 0; i < gprof->n; i++) {
        const struct entry *entry = &gprof->entries[i];
        double calls = (double)entry->row->calls;

        sum = edgeprof_add(sum, entry->self);
        (void)printf(
            "%6.2f %9" PRIu64 ".00 %8" PRIu64 ".00 %8" PRIu64
            " %8.2f %8.2f  %s\n",
            percent(gprof, entry->self), sum, entry->self, entry->row->calls,
            calls > 0 ? (double)entry->self / calls : 0,
            calls > 0 ? (double)entry->all / calls : 0, entry->row->name);
    }
}

/* ---- the call graph ------------------------------------------------------ */

static int by_all(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;

    if (a->all != b->all)
        return a->all > b->all ? -1 : 1;
    return by_self(left, right);
}

/* An arc to CALLEE, by OTHER's name: as much of its cost is the callee's own as
 * of all that the callee costs. */
static void print_arc(const struct gprof *gprof, const struct arc *arc,
                      const struct row *other)
{
    const struct row *callee = arc->first->target;
    uint64_t own = gprof->graph.self[callee - gprof->graph.rows.items];
    uint64_t all = call_graph_inclusive(&gprof->graph, callee);
    double share = all ? (double)arc->cost * (double)own / (double)all : 0;

    (void)printf("                %8.2f %8.2f %7" PRIu64 "/%-7" PRIu64
                 "     %s [%zu]\n",
                 share, (double)arc->cost - share, arc->count, callee->calls,
                 other->name, number_of(gprof, other));
}

static uint64_t print_callers(const struct gprof *gprof, const struct row *row)
{
    size_t n, n_printed = 0;
    const struct arc *arcs = call_arcs_callers(&gprof->arcs, row, &n);
    uint64_t recursive = 0;

    for (size_t i = 0; i < n; i++) {
        if (arcs[i].first->caller == row)
            recursive = arcs[i].count;
        else if (arcs[i].count > 0 && ++n_printed)
            print_arc(gprof, &arcs[i], arcs[i].first->caller);
    }
    if (n_printed == 0)
        (void)puts("                                                 "
                   "<spontaneous>");
    return recursive;
}

/* What is not counted itself is left out, as gprof does. */
static void print_callees(const struct gprof *gprof, const struct row *row)
{
    size_t n;
    const struct arc *arcs = call_arcs_callees(&gprof->arcs, row, &n);

    for (size_t i = 0; i < n; i++) {
        const struct row *target = arcs[i].first->target;

        if (target && target != row && arcs[i].count > 0)
            print_arc(gprof, &arcs[i], target);
    }
}

static void print_entry(const struct gprof *gprof, const struct entry *entry)
{
    const struct row *row = entry->row;
    size_t number = number_of(gprof, row);
    uint64_t recursive = print_callers(gprof, row);
    uint64_t calls = row->calls > recursive ? row->calls - recursive : 0;
    char index[32];

    (void)snprintf(index, sizeof index, "[%zu]", number);
    (void)printf("%-6s %6.1f %9" PRIu64 ".00 %8" PRIu64 ".00 %7" PRIu64, index,
                 percent(gprof, entry->all), entry->self,
                 entry->all - entry->self, calls);
    if (recursive > 0)
        (void)printf("+%-7" PRIu64, recursive);
    else
        (void)printf("%8s", "");
    (void)printf(" %s [%zu]\n", row->name, number);
    print_callees(gprof, row);
    (void)fputs(RULE, stdout);
}

static void print_graph(struct gprof *gprof)
{
    ep_sort(gprof->entries, gprof->n, sizeof *gprof->entries, by_all);
    for (size_t i = 0; i < gprof->n; i++)
        gprof->numbers[gprof->entries[i].row - gprof->graph.rows.items] = i + 1;
    (void)puts("\n\t\t     Call graph\n\n"
               "index % time    self  children    called     name");
    for (size_t i = 0; i < gprof->n; i++)
        print_entry(gprof, &gprof->entries[i]);
}

/* ---- both ---------------------------------------------------------------- */

static int make(const struct view *view, struct gprof *out)
{
    struct call_graph *graph = &out->graph;
    int status = call_graph_make(view, graph);

    if (!status)
        status = call_graph_cost(graph);
    if (!status)
        status = call_arcs_make(graph, &out->arcs);
    if (status)
        return status;
    out->entries = ep_mem_zeroed(graph->rows.n, sizeof *out->entries);
    out->numbers = ep_mem_zeroed(graph->rows.n, sizeof *out->numbers);
    if (!out->entries || !out->numbers)
        return EP_ENOMEM;
    for (size_t i = 0; i < graph->rows.n; i++) {
        const struct row *row = &graph->rows.items[i];

        out->sum = edgeprof_add(out->sum, graph->self[i]);
        if (row->calls > 0 || graph->self[i] > 0)
            out->entries[out->n++] = (struct entry){
                row, graph->self[i], call_graph_inclusive(graph, row)};
    }
    return EP_OK;
}

int gprof(struct view *view)
{
    struct gprof all = {.n = 0};
    int status = make(view, &all);

    if (!status) {
        print_flat(&all);
        print_graph(&all);
    }
    ep_mem_free(all.entries);
    ep_mem_free(all.numbers);
    call_arcs_release(&all.arcs);
    call_graph_release(&all.graph);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
