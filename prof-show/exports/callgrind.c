/* SPDX-License-Identifier: MIT
 *
 * calls as valgrind's callgrind writes them (its manual, "Callgrind Format
 * Specification"): callgrind_annotate and KCachegrind read it.  The one event is
 * executions of lines.
 */
#include <inttypes.h>
#include <stdio.h>

#include <edgeprof/abi.h>

#include "call_graph.h"
#include "catalog.h"
#include "tool/say.h"

static const char *name_of(const struct view *view, uint32_t file)
{
    return file == EP_NONE ? "???" : view->profile.files[file].name;
}

/* Whether what follows is of another file than *FILE, which then is that. */
static void go_to(const struct view *view, uint32_t *file, uint32_t to)
{
    if (*file != to)
        (void)printf("fi=%s\n", name_of(view, to));
    *file = to;
}

/* The lines of ROW's variants that ran, which *FILE is before and after. */
static int print_lines(const struct view *view, const struct row *row,
                       uint32_t *file)
{
    struct ep_line_count *lines;
    size_t n;
    int status = row_lines(row, &lines, &n);

    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].count == 0)
            continue;
        go_to(view, file, lines[i].file);
        (void)printf("%" PRIu32 " %" PRIu64 "\n", lines[i].line,
                     lines[i].count);
    }
    ep_mem_free(lines);
    return EP_OK;
}

static void print_call(const struct view *view, const struct call *call,
                       uint32_t *file)
{
    const struct row *target = call->target;
    int is_placed = call->file != EP_NONE;

    if (call->count == 0)
        return;
    go_to(view, file, is_placed ? call->file : call->caller->first->file);
    (void)printf("cfi=%s\ncfn=%s\ncalls=%" PRIu64 " %" PRIu32 "\n%" PRIu32
                 " %" PRIu64 "\n",
                 name_of(view, target ? target->first->file : EP_NONE),
                 target ? target->name : call->callee, call->count,
                 target ? target->first->function->line : 0,
                 is_placed ? call->line : call->caller->first->function->line,
                 call->cost);
}

static int print_row(const struct view *view, const struct call_graph *graph,
                     size_t i)
{
    const struct row *row = &graph->rows.items[i];
    uint32_t file = row->first->file;
    int status;

    (void)printf("\nfl=%s\nfn=%s\n", row_file(view, row), row->name);
    status = print_lines(view, row, &file);
    for (size_t j = graph->first[i]; !status && j < graph->first[i + 1]; j++)
        print_call(view, &graph->items[j], &file);
    return status;
}

static int print_graph(const struct view *view, const struct call_graph *graph)
{
    uint64_t sum = 0;
    int status = EP_OK;

    for (size_t i = 0; i < graph->rows.n; i++)
        sum = edgeprof_add(sum, graph->self[i]);
    (void)printf(
        "# callgrind format\nversion: 1\ncreator: edgeprof " EDGEPROF_VERSION
        "\npositions: line\n"
        "event: Lines : executions of lines\nevents: Lines\n"
        "summary: %" PRIu64 "\n",
        sum);
    for (size_t i = 0; !status && i < graph->rows.n; i++)
        if (graph->self[i] > 0)
            status = print_row(view, graph, i);
    return status;
}

int callgrind(struct view *view)
{
    struct call_graph graph = {.n = 0};
    int status = call_graph_make(view, &graph);

    if (!status)
        status = call_graph_cost(&graph);
    if (!status)
        status = print_graph(view, &graph);
    call_graph_release(&graph);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
