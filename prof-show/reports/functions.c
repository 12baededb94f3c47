/* SPDX-License-Identifier: MIT
 *
 * functions - one row per function, most executed first.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"
#include "rows.h"
#include "tool/say.h"

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
    return EXIT_DONE;
}

int functions_json(struct view *view)
{
    struct rows rows;

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
    json_end();
    rows_release(&rows);
    return EXIT_DONE;
}
