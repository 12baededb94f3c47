/* SPDX-License-Identifier: MIT
 *
 * calls - one row per caller and callee, most calls first.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <edgeprof/abi.h>

#include "base/order.h"
#include "catalog.h"
#include "json.h"
#include "name.h"
#include "rows.h"
#include "tool/say.h"

/* A call in the source: of a row's function, to a function of that name. */
struct call {
    const struct row *caller;
    const char *symbol; /* of the callee; NULL: not known */
    char *callee;       /* demangled, owned */
    uint32_t file;      /* of the profile; EP_NONE: nowhere in the source */
    uint32_t line;
    uint64_t count; /* executions */
};

struct calls {
    struct rows rows;
    struct ep_callee_names names;
    struct call *items; /* one callee's of one caller are side by side */
    size_t n;
    size_t capacity;
};

/* Those of one caller and one callee. */
struct arc {
    const struct call *first;
    size_t n;
    uint64_t count;
};

static void release(struct calls *calls)
{
    for (size_t i = 0; i < calls->n; i++)
        free(calls->items[i].callee);
    ep_mem_free(calls->items);
    ep_callee_names_release(&calls->names);
    rows_release(&calls->rows);
}

/* ---- the calls ----------------------------------------------------------- */

static char *callee_name(uint32_t callee, const char *symbol)
{
    if (callee == 0)
        return strdup("(by a pointer)");
    return symbol ? name_demangle(symbol) : strdup("(not known)");
}

static int add_site(struct calls *calls, const struct row *row,
                    const struct ep_profile_function *function,
                    const struct ep_call_site *site)
{
    struct call call = {.caller = row, .line = site->at.line};

    if (EP_GROW(calls->items, calls->n, calls->capacity))
        return EP_ENOMEM;
    call.symbol = ep_callee_names_find(&calls->names, site->callee);
    call.callee = callee_name(site->callee, call.symbol);
    call.file = site->at.line ? function->sources[site->at.file] : EP_NONE;
    call.count = function->block[site->at.block];
    if (!call.callee)
        return EP_ENOMEM;
    calls->items[calls->n++] = call;
    return EP_OK;
}

static int add_row(struct calls *calls, const struct row *row)
{
    for (size_t v = 0; v < row->n_variants; v++) {
        const struct ep_cfg *cfg = &row->first[v].function->cfg;

        for (uint32_t i = 0; i < cfg->n_call_sites; i++)
            if (add_site(calls, row, &row->first[v], &cfg->call_sites[i]))
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
    order = strcmp(a->callee, b->callee);
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
    free(other->callee);
}

static int gather(const struct view *view, struct calls *out)
{
    int status = rows_make(view, &out->rows);

    if (!status)
        status = ep_callee_names_make(&view->profile, &out->names);
    for (size_t i = 0; i < out->rows.n && !status; i++)
        status = add_row(out, &out->rows.items[i]);
    if (!status)
        out->n =
            ep_fold(out->items, out->n, sizeof *out->items, by_ends, add_up);
    return status;
}

/* ---- the arcs ------------------------------------------------------------ */

static int is_of(const struct call *call, const char *glob)
{
    return fnmatch(glob, call->caller->name, 0) == 0 ||
           fnmatch(glob, call->callee, 0) == 0 ||
           fnmatch(glob, call->caller->first->function->name, 0) == 0 ||
           (call->symbol && fnmatch(glob, call->symbol, 0) == 0);
}

/* Whether --function has one of CALL's ends. */
static int is_wanted(const struct view *view, const struct call *call)
{
    const struct texts *globs = &view->options->functions;
    int wanted = globs->n == 0;

    for (size_t i = 0; i < globs->n && !wanted; i++)
        wanted = is_of(call, globs->items[i]);
    return wanted;
}

static int by_count(const void *left, const void *right)
{
    const struct arc *a = left, *b = right;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

/* OUT is to be freed.  Returns how many there are. */
static size_t make_arcs(const struct view *view, const struct calls *calls,
                        struct arc *out)
{
    size_t n = 0;

    for (size_t i = 0; i < calls->n; i++) {
        const struct call *call = &calls->items[i];

        if (!is_wanted(view, call))
            continue;
        if (n == 0 || out[n - 1].first->caller != call->caller ||
            strcmp(out[n - 1].first->callee, call->callee) != 0)
            out[n++] = (struct arc){.first = call};
        out[n - 1].n++;
        out[n - 1].count = edgeprof_add(out[n - 1].count, call->count);
    }
    ep_sort(out, n, sizeof *out, by_count);
    return n;
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

static int print_arcs(const struct view *view, const struct calls *calls,
                      print_fn *print)
{
    struct arc *arcs = ep_mem_zeroed(calls->n, sizeof *arcs);
    size_t n = arcs ? make_arcs(view, calls, arcs) : 0;

    for (size_t i = 0; i < n; i++)
        print(view, &arcs[i]);
    if (!arcs)
        say_error("out of memory");
    ep_mem_free(arcs);
    return arcs ? EXIT_DONE : EXIT_TROUBLE;
}

int calls_text(struct view *view)
{
    struct calls calls = {.n = 0};
    int result = EXIT_TROUBLE;

    if (gather(view, &calls)) {
        say_error("out of memory");
    } else {
        (void)printf("%12s  caller -> callee\n", "calls");
        result = print_arcs(view, &calls, arc_text);
    }
    release(&calls);
    return result;
}

int calls_json(struct view *view)
{
    struct calls calls = {.n = 0};
    int result = EXIT_TROUBLE;

    if (gather(view, &calls)) {
        say_error("out of memory");
    } else {
        json_begin(view, "calls", "calls");
        result = print_arcs(view, &calls, arc_json);
        json_end();
    }
    release(&calls);
    return result;
}
