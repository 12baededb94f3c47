/* SPDX-License-Identifier: MIT
 *
 * functions - one row per function, most executed first.
 */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "rows.h"
#include "say.h"

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
        json_object *item = json_object_new_object();

        json_add_text(item, "name", row->name);
        json_add_text(item, "symbol", function->name);
        json_add_text(item, "file", row_file(view, row));
        json_add_number(item, "line", function->line);
        json_add_number(item, "calls", row->calls);
        json_add_number(item, "executions", row->executions);
        json_add_number(item, "blocks", row->blocks);
        json_add_number(item, "blocks_never_run", row->never);
        json_add_part(item, "lines", row->lines);
        (void)json_object_object_add(
            item, "inexact",
            json_object_new_boolean((function->flags & EP_FUNCTION_INEXACT) !=
                                    0));
        (void)json_object_object_add(
            item, "late",
            json_object_new_boolean(row->late && view->profile.cut > 0));
        json_item(item);
    }
    json_end(NULL);
    rows_release(&rows);
    return EXIT_DONE;
}
