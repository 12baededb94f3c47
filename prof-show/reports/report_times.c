/* SPDX-License-Identifier: MIT
 *
 * lines --time, functions --time - the source, each line with its time and its count;
 * functions, those that take most time first.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "sort.h"
#include "source.h"
#include "times.h"
#include "tool/say.h"

/* ---- lines --------------------------------------------------------------- */

/* For source_each. */
static const struct times *shown;

static void print_line(const struct view *view,
                       const struct ep_profile_file *file,
                       const struct ep_line_count *count, uint32_t number,
                       const char *text)
{
    uint32_t index = (uint32_t)(file - view->profile.files);
    const struct time_row *row =
        count ? times_of_line(shown, index, number) : NULL;
    char time[TIME_TEXT] = "-", each[TIME_TEXT] = "-";

    if (row) {
        (void)time_text(row->spent.ns, time);
        (void)time_each_text(shown, row, each);
    }
    (void)printf("%9s %20s ", time, each);
    if (count)
        (void)printf("%12" PRIu64 ":%" PRIu32 ":%s\n", count->count, number,
                     text);
    else
        (void)printf("%12s:%" PRIu32 ":%s\n", "-", number, text);
}

static int print_file(const struct view *view,
                      const struct ep_profile_file *file,
                      const struct source *source)
{
    size_t next = 0;

    (void)printf("%s:\n", file->name);
    for (size_t i = 0; i < source->n_lines; i++) {
        const struct ep_line_count *count = NULL;

        if (next < file->n_lines && file->lines[next].line == i + 1)
            count = &file->lines[next++];
        print_line(view, file, count, (uint32_t)(i + 1), source->lines[i]);
    }
    for (; next < file->n_lines; next++)
        print_line(view, file, &file->lines[next], file->lines[next].line, "");
    return EP_OK;
}

int lines_time_text(struct view *view)
{
    struct times times;
    int result = times_make(view, &times);

    if (result != EXIT_DONE)
        return result;
    shown = &times;
    result = source_each(view, print_file);
    shown = NULL;
    times_release(&times);
    return result;
}

static void line_json(const struct times *times, uint32_t file,
                      const struct ep_line_count *line)
{
    const struct time_row *row = times_of_line(times, file, line->line);

    json_open(NULL, '{');
    json_number("line", line->line);
    json_number("count", line->count);
    if (row)
        times_json_row(times, row);
    json_close('}');
}

int lines_time_json(struct view *view)
{
    const struct ep_profile_file *file;
    struct times times;
    int result = times_make(view, &times);
    size_t at = 0;

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "lines", "files");
    while ((file = view_next(view, &at)) != NULL) {
        json_open_item();
        json_text("file", file->name);
        json_open("lines", '[');
        for (size_t j = 0; j < file->n_lines; j++)
            line_json(&times, (uint32_t)(file - view->profile.files),
                      &file->lines[j]);
        json_close(']');
        json_close_item();
    }
    times_json_end(&times);
    times_release(&times);
    return EXIT_DONE;
}

/* ---- functions ----------------------------------------------------------- */

static void function_text(const struct times *times, const struct time_row *row,
                          const char *name)
{
    char time[TIME_TEXT], share[TIME_TEXT], each[TIME_TEXT], count[24] = "-";
    struct time_figure total;

    if (row->has_count)
        (void)snprintf(count, sizeof count, "%" PRIu64, row->count);
    if (times_total(times, row, &total))
        (void)printf("%9s ", time_text(total.ns, time));
    (void)printf("%9s %6s %12s %20s  ", time_text(row->spent.ns, time),
                 time_share_text(times, row, share), count,
                 time_each_text(times, row, each));
    if (row->has_count && row->file != EP_NONE)
        (void)printf("%s %s:%" PRIu32 "\n", name, row->path, row->line);
    else
        (void)printf("%s%s%s\n", name, *name ? " in " : "", row->object);
}

static void function_json(const struct times *times, const struct time_row *row,
                          const char *name)
{
    json_open_item();
    json_text("name", name);
    json_text("symbol", row->function);
    json_text("object", row->object);
    if (*row->path)
        json_text("file", row->path);
    if (row->has_count) {
        json_number("line", row->line);
        json_number("calls", row->count);
    }
    times_json_row(times, row);
    json_close_item();
}

typedef void print_fn(const struct times *, const struct time_row *,
                      const char *);

static int print_all(const struct view *view, const struct times *times,
                     print_fn *print)
{
    size_t n = sort_top(view, hot_keys, times->functions.items,
                        times->functions.n, sizeof *times->functions.items);

    for (size_t i = 0; i < n; i++) {
        const struct time_row *row = &times->functions.items[i];
        char *name = name_demangle(row->function);

        if (!name) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        print(times, row, name);
        free(name);
    }
    return EXIT_DONE;
}

int functions_time_text(struct view *view)
{
    struct times times;
    int result = times_make(view, &times);

    if (result != EXIT_DONE)
        return result;
    if (times.stacked.samples)
        (void)printf("%9s ", "total");
    (void)printf("%9s %6s %12s %20s  %s\n", "time", "share", "calls", "each",
                 "function");
    result = print_all(view, &times, function_text);
    times_release(&times);
    return result;
}

int functions_time_json(struct view *view)
{
    struct times times;
    int result = times_make(view, &times);

    if (result != EXIT_DONE)
        return result;
    json_begin(view, "function-times", "functions");
    result = print_all(view, &times, function_json);
    times_json_end(&times);
    times_release(&times);
    return result;
}
