/* SPDX-License-Identifier: MIT
 *
 * files - one row per source file.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"
#include "tally.h"

static uint64_t executions(const struct ep_profile_file *file)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < file->n_lines; i++)
        sum = edgeprof_add(sum, file->lines[i].count);
    return sum;
}

int files_text(struct view *view)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    (void)printf("%14s %7s %7s  %s\n", "executions", "lines", "covered",
                 "file");
    while ((file = view_next(view, &at)) != NULL) {
        struct tally tally = tally_file(file);

        (void)printf("%14" PRIu64 " %7" PRIu64 " %7" PRIu64 "  %s\n",
                     executions(file), tally.lines.total, tally.lines.covered,
                     file->name);
    }
    return EXIT_DONE;
}

int files_json(struct view *view)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    json_begin(view, "files", "files");
    while ((file = view_next(view, &at)) != NULL) {
        json_open_item();
        json_text("file", file->name);
        json_number("executions", executions(file));
        json_part("lines", tally_file(file).lines);
        json_close_item();
    }
    json_end();
    return EXIT_DONE;
}
