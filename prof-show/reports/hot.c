/* SPDX-License-Identifier: MIT
 *
 * hot - the lines that take most time, and what each execution takes; of code
 * without lines the functions, and else the programs and libraries.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "sort.h"
#include "source.h"
#include "times.h"
#include "tool/say.h"

#define TOP_OF_TEXT 30

static int by_executions(const void *left, const void *right)
{
    const struct time_row *a = left, *b = right;
    int order = sort_numbers(a->count, b->count);

    return order ? order : times_order(left, right);
}

static double each(const struct time_row *row)
{
    return row->count ? row->spent.ns / (double)row->count : 0;
}

static int by_each(const void *left, const void *right)
{
    double a = each(left), b = each(right);

    return a == b ? times_order(left, right) : a > b ? -1 : 1;
}

const struct sort_key hot_keys[] = {{"time", times_order},
                                    {"executions", by_executions},
                                    {"each", by_each},
                                    {NULL, NULL}};

static size_t n_rows(const struct view *view, const struct times *times,
                     size_t otherwise)
{
    size_t n = sort_top(view, hot_keys, times->lines.items, times->lines.n,
                        sizeof *times->lines.items);

    return view->options->top || n < otherwise ? n : otherwise;
}

/* The text of ROW's line, without what it begins with; EP_OK or EP_ENOMEM. */
static int print_source(struct view *view, const struct time_row *row)
{
    char *path = (char *)row->path;
    struct ep_profile_file other = {.name = path, .full = path};
    struct source source;
    const char *text;

    if (source_read(view,
                    row->file == EP_NONE ? &other
                                         : &view->profile.files[row->file],
                    &source))
        return EP_ENOMEM;
    if (row->line <= source.n_lines) {
        text = source.lines[row->line - 1];
        (void)printf(": %s", text + strspn(text, " \t"));
    }
    source_release(&source);
    return EP_OK;
}

static int print_place(struct view *view, const struct time_row *row)
{
    char *name;

    if (row->line) {
        (void)printf("%s:%" PRIu32, row->path, row->line);
        if (!row->has_count)
            (void)printf(" (%s)", strrchr(row->object, '/')
                                      ? strrchr(row->object, '/') + 1
                                      : row->object);
        return print_source(view, row);
    }
    if (*row->function) {
        name = name_demangle(row->function);
        if (!name)
            return EP_ENOMEM;
        (void)printf("%s in ", name);
        free(name);
    }
    (void)printf("%s", row->object);
    return EP_OK;
}

static int print_row(struct view *view, const struct times *times,
                     const struct time_row *row)
{
    char time[TIME_TEXT], share[TIME_TEXT], each[TIME_TEXT], count[24] = "-";
    int status;

    if (row->has_count)
        (void)snprintf(count, sizeof count, "%" PRIu64, row->count);
    (void)printf("%9s %6s %12s %20s  ", time_text(row->spent.ns, time),
                 time_share_text(times, row, share), count,
                 time_each_text(times, row, each));
    status = print_place(view, row);
    (void)putchar('\n');
    return status;
}

int hot_text(struct view *view)
{
    struct times times;
    int result = times_make(view, &times);
    size_t n;

    if (result != EXIT_DONE)
        return result;
    (void)printf("%9s %6s %12s %20s  %s\n", "time", "share", "executions",
                 "each", "line");
    n = n_rows(view, &times, TOP_OF_TEXT);
    for (size_t i = 0; result == EXIT_DONE && i < n; i++)
        if (print_row(view, &times, &times.lines.items[i])) {
            say_error("out of memory");
            result = EXIT_TROUBLE;
        }
    times_release(&times);
    return result;
}

int hot_json(struct view *view)
{
    struct times times;
    int result = times_make(view, &times);
    size_t n;

    if (result != EXIT_DONE)
        return result;
    n = n_rows(view, &times, SIZE_MAX);
    json_begin(view, "hot", "lines");
    for (size_t i = 0; i < n; i++) {
        const struct time_row *row = &times.lines.items[i];

        json_open_item();
        if (row->line) {
            json_text("file", row->path);
            json_number("line", row->line);
        }
        if (*row->function)
            json_text("symbol", row->function);
        json_text("object", row->object);
        if (row->has_count)
            json_number("count", row->count);
        times_json_row(&times, row);
        json_close_item();
    }
    times_json_end(&times);
    times_release(&times);
    return EXIT_DONE;
}
