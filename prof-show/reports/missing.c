/* SPDX-License-Identifier: MIT
 *
 * missing - lines that never ran and functions that were never called.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "rows.h"
#include "tool/say.h"

static void missing_print(const struct ep_profile_file *file)
{
    uint32_t first, last;
    size_t at = 0;
    size_t n = 0;

    while (tally_gap(file, &at, &first, &last)) {
        if (n++ == 0)
            (void)printf("%s: ", file->name);
        else
            (void)printf(", ");
        (void)printf("%" PRIu32, first);
        if (last > first)
            (void)printf("-%" PRIu32, last);
    }
    if (n)
        (void)putchar('\n');
}

/* Rows in the order of the source. */
static int make_rows(const struct view *view, struct rows *out)
{
    int status = rows_make(view, out);

    if (status)
        say_error("out of memory");
    else
        rows_order_by_place(out);
    return status;
}

int missing_text(struct view *view)
{
    struct rows rows;

    if (make_rows(view, &rows))
        return EXIT_TROUBLE;
    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->shown[i])
            missing_print(&view->profile.files[i]);
    for (size_t i = 0; i < rows.n; i++)
        if (rows.items[i].never_called)
            (void)printf("%s:%" PRIu32 ": never called: %s\n",
                         row_file(view, &rows.items[i]),
                         rows.items[i].first->function->line,
                         rows.items[i].name);
    rows_release(&rows);
    return EXIT_DONE;
}

static void add_ranges(const struct ep_profile_file *file)
{
    uint32_t first, last;
    size_t at = 0;

    json_open("lines", '[');
    while (tally_gap(file, &at, &first, &last)) {
        json_open(NULL, '{');
        json_number("first", first);
        json_number("last", last);
        json_close('}');
    }
    json_close(']');
}

/* The functions of FILE among ROWS, which *AT passes in the order of files. */
static void add_never_called(const struct view *view, const struct rows *rows,
                             size_t file, size_t *at)
{
    json_open("functions", '[');
    while (*at < rows->n && rows->items[*at].first->file < file)
        ++*at;
    for (; *at < rows->n && rows->items[*at].first->file == file; ++*at) {
        const struct row *row = &rows->items[*at];

        if (!row->never_called)
            continue;
        json_open(NULL, '{');
        json_text("name", row->name);
        json_text("file", row_file(view, row));
        json_number("line", row->first->function->line);
        json_close('}');
    }
    json_close(']');
}

int missing_json(struct view *view)
{
    struct rows rows;
    size_t at = 0;

    if (make_rows(view, &rows))
        return EXIT_TROUBLE;
    json_begin(view, "missing", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        if (!view->shown[i])
            continue;
        json_open_item();
        json_text("file", view->profile.files[i].name);
        add_ranges(&view->profile.files[i]);
        add_never_called(view, &rows, i, &at);
        json_close_item();
    }
    json_end();
    rows_release(&rows);
    return EXIT_DONE;
}
