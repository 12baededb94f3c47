/* SPDX-License-Identifier: MIT
 *
 * lines - the source, each line with its count.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "colour.h"
#include "json.h"
#include "source.h"

static void print_line(const struct ep_line_count *count, uint32_t number,
                       const char *text)
{
    if (count)
        (void)printf("%s%12" PRIu64 "%s:%" PRIu32 ":%s\n",
                     colour(count->count > 0), count->count, colour_end(),
                     number, text);
    else
        (void)printf("%12s:%" PRIu32 ":%s\n", "-", number, text);
}

/* Every line of the source; and every line with a count, should the source be
 * shorter or not there. */
static void print_file(const struct view *view,
                       const struct ep_profile_file *file,
                       const struct source *source)
{
    size_t next = 0;

    (void)view;
    (void)printf("%s:\n", file->name);
    for (size_t i = 0; i < source->n_lines; i++) {
        const struct ep_line_count *count = NULL;

        if (next < file->n_lines && file->lines[next].line == i + 1)
            count = &file->lines[next++];
        print_line(count, (uint32_t)(i + 1), source->lines[i]);
    }
    for (; next < file->n_lines; next++)
        print_line(&file->lines[next], file->lines[next].line, "");
}

int lines_text(struct view *view)
{
    return source_each(view, print_file);
}

int lines_json(struct view *view)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    json_begin(view, "lines", "files");
    while ((file = view_next(view, &at)) != NULL) {
        json_open_item();
        json_text("file", file->name);
        json_open("lines", '[');
        for (size_t j = 0; j < file->n_lines; j++) {
            json_open(NULL, '{');
            json_number("line", file->lines[j].line);
            json_number("count", file->lines[j].count);
            json_close('}');
        }
        json_close(']');
        json_close_item();
    }
    json_end();
    return EXIT_DONE;
}
