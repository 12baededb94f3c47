/* SPDX-License-Identifier: MIT
 *
 * branches - the outcomes of every decision of the source.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"

/* One past the last outcome of the decision that outcome I begins. */
static size_t decision_end(const struct ep_profile_file *file, size_t i)
{
    const struct ep_outcome *first = &file->outcomes[i];

    while (i < file->n_outcomes && file->outcomes[i].line == first->line &&
           file->outcomes[i].decision == first->decision)
        i++;
    return i;
}

static void print_decision(const struct ep_profile_file *file, size_t start,
                           size_t end)
{
    (void)printf("%s:%" PRIu32 ":", file->name, file->outcomes[start].line);
    for (size_t i = start; i < end; i++)
        (void)printf("%s %s %" PRIu64, i > start ? "," : "",
                     ep_edge_kind_name(file->outcomes[i].kind),
                     file->outcomes[i].count);
    (void)putchar('\n');
}

int branches_text(struct view *view)
{
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        size_t end;

        for (size_t j = 0; view->shown[i] && j < file->n_outcomes; j = end) {
            end = decision_end(file, j);
            print_decision(file, j, end);
        }
    }
    return EXIT_DONE;
}

static void add_decision(const struct ep_profile_file *file, size_t start,
                         size_t end)
{
    json_open(NULL, '{');
    json_number("line", file->outcomes[start].line);
    json_open("outcomes", '[');
    for (size_t i = start; i < end; i++) {
        json_open(NULL, '{');
        json_text("kind", ep_edge_kind_name(file->outcomes[i].kind));
        json_number("count", file->outcomes[i].count);
        json_close('}');
    }
    json_close(']');
    json_close('}');
}

int branches_json(struct view *view)
{
    json_begin(view, "branches", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        size_t end;

        if (!view->shown[i] || file->n_outcomes == 0)
            continue;
        json_open_item();
        json_text("file", file->name);
        json_open("branches", '[');
        for (size_t j = 0; j < file->n_outcomes; j = end) {
            end = decision_end(file, j);
            add_decision(file, j, end);
        }
        json_close(']');
        json_close_item();
    }
    json_end();
    return EXIT_DONE;
}
