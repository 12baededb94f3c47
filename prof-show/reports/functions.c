/* SPDX-License-Identifier: MIT
 *
 * functions - one row per function, most executed first; then those that are
 * not counted.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "rows.h"
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

static int print_uncounted(const struct view *view, print_fn *print)
{
    for (size_t i = 0; i < view->profile.n_uncounted; i++) {
        const struct ep_uncounted *uncounted = &view->profile.uncounted[i];
        char *name;

        if (!is_shown(view, uncounted))
            continue;
        name = name_demangle(uncounted->function->name);
        if (!name) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        print(view, uncounted, name);
        free(name);
    }
    return EXIT_DONE;
}

/* ---- the reports --------------------------------------------------------- */

int functions_text(struct view *view)
{
    char percent[PERCENT_TEXT];
    struct rows rows;

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    (void)printf("%12s %12s %7s %7s %6s  %s\n", "calls", "executions", "blocks",
                 "never", "lines%", "function");
    for (size_t i = 0; i < rows.n; i++) {
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

    if (rows_make(view, &rows)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    json_begin(view, "functions", "functions");
    for (size_t i = 0; i < rows.n; i++) {
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
    if (view->profile.n_uncounted) {
        json_rest();
        json_open("uncounted", '[');
        status = print_uncounted(view, uncounted_json);
        json_close(']');
    }
    json_end();
    return status;
}
