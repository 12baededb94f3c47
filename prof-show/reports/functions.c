/* SPDX-License-Identifier: MIT
 *
 * functions - one row per function, most executed first; then those that are
 * not counted.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "rows.h"
#include "sort.h"
#include "tool/say.h"

/* ---- functions that are not counted -------------------------------------- */

static const char *file_of(const struct view *view,
                           const struct ep_uncounted *uncounted)
{
    return uncounted->file == EP_NONE
               ? "?"
               : view->profile.files[uncounted->file].name;
}

/* What compilers make of one function of the source is shown once. */
static int is_shown(const struct view *view,
                    const struct ep_uncounted *uncounted)
{
    if (uncounted > view->profile.uncounted &&
        uncounted[-1].function->line == uncounted->function->line &&
        name_same_function(uncounted[-1].function->name,
                           uncounted->function->name))
        return 0;
    return uncounted->file == EP_NONE || view->shown[uncounted->file];
}

static void uncounted_text(const struct view *view,
                           const struct ep_uncounted *uncounted,
                           const char *name)
{
    (void)printf("%12s %12s %7s %7s %6s  %s %s:%" PRIu32 ", not counted here\n",
                 "-", "-", "-", "-", "-", name, file_of(view, uncounted),
                 uncounted->function->line);
}

static void uncounted_json(const struct view *view,
                           const struct ep_uncounted *uncounted,
                           const char *name)
{
    json_open(NULL, '{');
    json_text("name", name);
    json_text("symbol", uncounted->function->name);
    json_text("file", file_of(view, uncounted));
    json_number("line", uncounted->function->line);
    json_close('}');
}

typedef void print_fn(const struct view *, const struct ep_uncounted *,
                      const char *);

/* They have nothing to be sorted by, and are not among the first. */
static int print_uncounted(const struct view *view, print_fn *print)
{
    for (size_t i = 0; !view->options->top && i < view->profile.n_uncounted;
         i++) {
        const struct ep_uncounted *uncounted = &view->profile.uncounted[i];
        char *name;

        if (!is_shown(view, uncounted))
            continue;
        name = name_demangle(uncounted->function->name);
        if (!name) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (view_wants(view, name, uncounted->function->name))
            print(view, uncounted, name);
        free(name);
    }
    return EXIT_DONE;
}

/* ---- the order ----------------------------------------------------------- */

static int by_calls(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = sort_numbers(a->calls, b->calls);

    return order ? order : rows_by_executions(left, right);
}

static int by_blocks(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = sort_numbers(a->blocks, b->blocks);

    return order ? order : rows_by_executions(left, right);
}

static int by_never(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = sort_numbers(a->never, b->never);

    return order ? order : rows_by_executions(left, right);
}

static int by_lines(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = sort_parts(a->lines, b->lines);

    return order ? order : rows_by_executions(left, right);
}

static int by_name(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = strcmp(a->name, b->name);

    return order ? order : rows_by_place(left, right);
}

const struct sort_key functions_keys[] = {{"executions", rows_by_executions},
                                          {"calls", by_calls},
                                          {"blocks", by_blocks},
                                          {"never", by_never},
                                          {"lines", by_lines},
                                          {"name", by_name},
                                          {"place", rows_by_place},
                                          {NULL, NULL}};

/* Those that VIEW wants, in its order, first; returns how many. */
static size_t choose(const struct view *view, struct rows *rows)
{
    size_t n = 0;

    for (size_t i = 0; i < rows->n; i++) {
        struct row row = rows->items[i];

        if (!view_wants(view, row.name, row.first->function->name))
            continue;
        rows->items[i] = rows->items[n];
        rows->items[n++] = row;
    }
    return sort_top(view, functions_keys, rows->items, n, sizeof *rows->items);
}

/* ---- the reports --------------------------------------------------------- */

int functions_text(struct view *view)
{
    char percent[PERCENT_TEXT];
    struct rows rows;
    size_t n;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    n = choose(view, &rows);
    (void)printf("%12s %12s %7s %7s %6s  %s\n", "calls", "executions", "blocks",
                 "never", "lines%", "function");
    for (size_t i = 0; i < n; i++) {
        const struct row *row = &rows.items[i];
        (void)printf("%12" PRIu64 " %12" PRIu64 " %7" PRIu64 " %7" PRIu64
                     " %6s  %s %s:%" PRIu32 "\n",
                     row->calls, row->executions, row->blocks, row->never,
                     percent_text(row->lines, percent), row->name,
                     row_file(view, row), row->first->function->line);
    }
    rows_release(&rows);
    return print_uncounted(view, uncounted_text);
}

int functions_json(struct view *view)
{
    struct rows rows;
    int status = EXIT_DONE;
    size_t n;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    n = choose(view, &rows);
    json_begin(view, "functions", "functions");
    for (size_t i = 0; i < n; i++) {
        const struct row *row = &rows.items[i];
        const struct ep_function *function = row->first->function;

        json_open_item();
        json_text("name", row->name);
        json_text("symbol", function->name);
        json_text("file", row_file(view, row));
        json_number("line", function->line);
        json_number("calls", row->calls);
        json_number("executions", row->executions);
        json_number("blocks", row->blocks);
        json_number("blocks_never_run", row->never);
        json_part("lines", row->lines);
        json_flag("inexact", (function->flags & EP_FUNCTION_INEXACT) != 0);
        json_flag("late", row->late && view->profile.cut > 0);
        json_close_item();
    }
    rows_release(&rows);
    if (view->profile.n_uncounted && !view->options->top) {
        json_rest();
        json_open("uncounted", '[');
        status = print_uncounted(view, uncounted_json);
        json_close(']');
    }
    json_end();
    return status;
}
