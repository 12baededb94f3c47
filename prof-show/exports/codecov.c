/* SPDX-License-Identifier: MIT
 *
 * Codecov's own JSON: per file, per line its count, or "COVERED/TOTAL" where
 * branches were left out.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"

static void print_line(const struct ep_line_count *line, struct part branches)
{
    char key[16], text[48];

    (void)snprintf(key, sizeof key, "%" PRIu32, line->line);
    (void)snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, branches.covered,
                   branches.total);
    if (line->count == 0 || branches.covered == branches.total)
        json_number(key, line->count);
    else
        json_text(key, text);
}

int codecov(struct view *view)
{
    const struct ep_profile_file *file;
    size_t next = 0;

    json_open(NULL, '{');
    json_open("coverage", '{');
    while ((file = view_next(view, &next)) != NULL) {
        size_t at = 0;

        json_open(file->name, '{');
        for (size_t j = 0; j < file->n_lines; j++)
            print_line(&file->lines[j],
                       tally_line(file, file->lines[j].line, &at));
        json_close('}');
    }
    json_close('}');
    json_close('}');
    (void)putchar('\n');
    return EXIT_DONE;
}
