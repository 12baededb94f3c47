/* SPDX-License-Identifier: MIT
 *
 * Codecov's own JSON: per file, per line its count, or "COVERED/TOTAL" where
 * branches were left out.
 */
#include <inttypes.h>
#include <stdio.h>

#include "json.h"

static json_object *line_value(const struct ep_line_count *line,
                               struct part branches)
{
    char text[48];

    if (line->count == 0 || branches.covered == branches.total)
        return json_object_new_uint64(line->count);
    (void)snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, branches.covered,
                   branches.total);
    return json_object_new_string(text);
}

int codecov(struct view *view)
{
    const struct ep_profile_file *file;
    const char *comma = "";
    size_t next = 0;

    (void)fputs("{\"coverage\":{", stdout);
    while ((file = view_next(view, &next)) != NULL) {
        json_object *lines = json_object_new_object();
        size_t at = 0;

        for (size_t j = 0; j < file->n_lines; j++) {
            uint32_t line = file->lines[j].line;
            char key[16];

            (void)snprintf(key, sizeof key, "%" PRIu32, line);
            (void)json_object_object_add(
                lines, key,
                line_value(&file->lines[j], tally_line(file, line, &at)));
        }
        (void)printf("%s\n", comma);
        json_print_text(file->name);
        (void)putchar(':');
        json_print(lines);
        comma = ",";
    }
    (void)puts("}}");
    return EXIT_DONE;
}
