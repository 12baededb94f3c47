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
    const char *comma = "";

    (void)fputs("{\"coverage\":{", stdout);
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        json_object *lines;
        size_t at = 0;

        if (!view->shown[i] || file->n_lines == 0)
            continue;
        lines = json_object_new_object();
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
