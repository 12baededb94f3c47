/* SPDX-License-Identifier: MIT
 *
 * call_graph.h - who calls whom, and what it costs.
 *
 * MODEL A call is a line of a row's function that calls a function of a name;
 *       calls by pointers have no name.  The cost is executions of lines.  A
 *       function's own cost is counted; what it costs with all that it calls is
 *       shared among its callers by how often each calls it, as gprof has it
 *       (Graham, Kessler, McKusick 1982): exact where it has one caller.
 *       Functions that call each other in a circle cost their callers as one,
 *       and each other nothing.
 */
#ifndef PROF_SHOW_CALL_GRAPH_H
#define PROF_SHOW_CALL_GRAPH_H

#include "rows.h"

struct call {
    const struct row *caller;
    const struct row *target; /* the callee, if it is counted; or NULL */
    const char *symbol;       /* of the callee; NULL: not known */
    const char *callee;       /* demangled, the graph's */
    uint32_t file; /* of the profile; EP_NONE: nowhere in the source */
    uint32_t line;
    uint64_t count; /* executions */
    uint64_t cost;  /* of the callee and all that it calls */
};

struct call_graph {
    struct rows rows; /* by place */
    struct ep_callee_names names;
    char **callees; /* demangled, once for each */
    size_t n_callees;
    size_t callees_capacity;
    struct call *items; /* by caller, callee, file and line */
    size_t n;
    size_t capacity;
    size_t *first;  /* per row, and one more: the first of its calls */
    uint64_t *self; /* per row: executions of its lines */
};

/* The calls of one caller to one callee, side by side in the graph. */
struct arc {
    const struct call *first;
    size_t n;
    uint64_t count;
    uint64_t cost;
};

/* The calls of what VIEW shows.  OUT is zero before; release it whatever comes.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int call_graph_make(const struct view *view,
                                  struct call_graph *out);
/* Its costs as well: `self` and `cost`. */
EP_MUST_CHECK int call_graph_cost(struct call_graph *graph);
/* One arc for each caller and callee: all by caller, and those to functions that
 * are counted by callee as well. */
struct call_arcs {
    struct arc *callees;
    size_t n_callees;
    struct arc *callers;
    size_t n_callers;
};

/* OUT is to be released whatever comes.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int call_arcs_make(const struct call_graph *graph,
                                 struct call_arcs *out);
void call_arcs_release(struct call_arcs *arcs);
/* Those of ROW, N. */
const struct arc *call_arcs_callees(const struct call_arcs *arcs,
                                    const struct row *row, size_t *n);
const struct arc *call_arcs_callers(const struct call_arcs *arcs,
                                    const struct row *row, size_t *n);
/* What ROW costs with all that it calls; of a circle, its own part alone. */
uint64_t call_graph_inclusive(const struct call_graph *graph,
                              const struct row *row);
void call_graph_release(struct call_graph *graph);

#endif
