/* SPDX-License-Identifier: MIT
 *
 * calls - one row per caller and callee, most calls first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "call_graph.h"
#include "catalog.h"
#include "json.h"
#include "sort.h"
#include "tool/say.h"

/* ---- the arcs ------------------------------------------------------------ */

/* Whether --function has one of CALL's ends. */
static int is_wanted(const struct view *view, const struct call *call)
{
    return view_wants(view, call->caller->name,
                      call->caller->first->function->name) ||
           view_wants(view, call->callee, call->symbol);
}

static int by_count(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

static int by_caller(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;
    int order = strcmp(a->first->caller->name, b->first->caller->name);

    return order ? order : by_count(left, right);
}

static int by_callee(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;
    int order = strcmp(a->first->callee, b->first->callee);

    return order ? order : by_count(left, right);
}

const struct sort_key calls_keys[] = {{"calls", by_count},
                                      {"caller", by_caller},
                                      {"callee", by_callee},
                                      {NULL, NULL}};

/* Those that VIEW wants, in its order.  Returns how many. */
static size_t choose(const struct view *view, struct arc *arcs, size_t n)
{
    size_t n_wanted = 0;

    for (size_t i = 0; i < n; i++)
        if (is_wanted(view, arcs[i].first))
            arcs[n_wanted++] = arcs[i];
    return sort_top(view, calls_keys, arcs, n_wanted, sizeof *arcs);
}

/* ---- the reports --------------------------------------------------------- */

static void arc_text(const struct view *view, const struct arc *arc)
{
    const struct row *caller = arc->first->caller;

    (void)printf("%12" PRIu64 "  %s %s:%" PRIu32 " -> %s\n", arc->count,
                 caller->name, row_file(view, caller),
                 caller->first->function->line, arc->first->callee);
}

static void site_json(const struct view *view, const struct call *call)
{
    json_open(NULL, '{');
    if (call->file != EP_NONE) {
        json_text("file", view->profile.files[call->file].name);
        json_number("line", call->line);
    }
    json_number("calls", call->count);
    json_close('}');
}

static void arc_json(const struct view *view, const struct arc *arc)
{
    const struct row *caller = arc->first->caller;

    json_open_item();
    json_text("caller", caller->name);
    json_text("caller_symbol", caller->first->function->name);
    json_text("file", row_file(view, caller));
    json_number("line", caller->first->function->line);
    json_text("callee", arc->first->callee);
    if (arc->first->symbol)
        json_text("callee_symbol", arc->first->symbol);
    json_number("calls", arc->count);
    json_open("sites", '[');
    for (size_t i = 0; i < arc->n; i++)
        site_json(view, &arc->first[i]);
    json_close(']');
    json_close_item();
}

typedef void print_fn(const struct view *view, const struct arc *arc);

static int print_arcs(const struct view *view, const struct call_graph *graph,
                      print_fn *print)
{
    struct call_arcs arcs;
    int status = call_arcs_make(graph, &arcs);
    size_t n = status ? 0 : choose(view, arcs.callees, arcs.n_callees);

    for (size_t i = 0; i < n; i++)
        print(view, &arcs.callees[i]);
    if (status)
        say_error("out of memory");
    call_arcs_release(&arcs);
    return status ? EXIT_TROUBLE : EXIT_DONE;
}

int calls_text(struct view *view)
{
    struct call_graph graph = {.n = 0};
    int result = EXIT_TROUBLE;

    if (call_graph_make(view, &graph)) {
        say_error("out of memory");
    } else {
        (void)printf("%12s  caller -> callee\n", "calls");
        result = print_arcs(view, &graph, arc_text);
    }
    call_graph_release(&graph);
    return result;
}

int calls_json(struct view *view)
{
    struct call_graph graph = {.n = 0};
    int result = EXIT_TROUBLE;

    if (call_graph_make(view, &graph)) {
        say_error("out of memory");
    } else {
        json_begin(view, "calls", "calls");
        result = print_arcs(view, &graph, arc_json);
        json_end();
    }
    call_graph_release(&graph);
    return result;
}
