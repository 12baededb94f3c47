/* SPDX-License-Identifier: MIT
 *
 * lines - the source, each line with its count.
 */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "say.h"
#include "source.h"

static void print_line(const struct ep_line_count *count, uint32_t number,
                       const char *text)
{
    if (count)
        (void)printf("%12" PRIu64 ":%" PRIu32 ":%s\n", count->count, number,
                     text);
    else
        (void)printf("%12s:%" PRIu32 ":%s\n", "-", number, text);
}

/* Every line of the source; and every line with a count, should the source be
 * shorter or not there. */
static void print_file(const struct ep_profile_file *file,
                       const struct source *source)
{
    size_t next = 0;

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
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        struct source source;

        if (!view->shown[i] || file->n_lines == 0)
            continue;
        if (source_read(view, file, &source)) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (source.why)
            source_miss(view, file, source.why);
        print_file(file, &source);
        source_release(&source);
    }
    source_say(view);
    return EXIT_DONE;
}

int lines_json(struct view *view)
{
    json_begin(view, "lines", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        json_object *item, *lines;

        if (!view->shown[i] || file->n_lines == 0)
            continue;
        item = json_object_new_object();
        lines = json_object_new_array();
        json_add_text(item, "file", file->name);
        for (size_t j = 0; j < file->n_lines; j++) {
            json_object *line = json_object_new_object();
            json_add_number(line, "line", file->lines[j].line);
            json_add_number(line, "count", file->lines[j].count);
            (void)json_object_array_add(lines, line);
        }
        (void)json_object_object_add(item, "lines", lines);
        json_item(item);
    }
    json_end(NULL);
    return EXIT_DONE;
}
