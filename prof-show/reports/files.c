/* SPDX-License-Identifier: MIT
 *
 * files - one row per source file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <edgeprof/abi.h>

#include "catalog.h"
#include "json.h"
#include "sort.h"
#include "tool/say.h"

struct file_row {
    const char *name;
    uint64_t executions; /* of lines */
    struct part lines;
};

struct file_rows {
    struct file_row *items;
    size_t n;
    size_t n_wanted;
    uint64_t executions; /* of all */
};

/* ---- the order ----------------------------------------------------------- */

/* As the profile has it. */
static int by_name(const void *left, const void *right)
{
    const struct file_row *a = left, *b = right;

    return strcmp(a->name, b->name);
}

static int by_executions(const void *left, const void *right)
{
    const struct file_row *a = left, *b = right;
    int order = sort_numbers(a->executions, b->executions);

    return order ? order : by_name(left, right);
}

static int by_lines(const void *left, const void *right)
{
    const struct file_row *a = left, *b = right;
    int order = sort_numbers(a->lines.total, b->lines.total);

    return order ? order : by_name(left, right);
}

static int by_covered(const void *left, const void *right)
{
    const struct file_row *a = left, *b = right;
    int order = sort_parts(a->lines, b->lines);

    return order ? order : by_name(left, right);
}

const struct sort_key files_keys[] = {{"file", by_name},
                                      {"executions", by_executions},
                                      {"lines", by_lines},
                                      {"covered", by_covered},
                                      {NULL, NULL}};

/* ---- the rows ------------------------------------------------------------ */

static uint64_t executions_of(const struct ep_profile_file *file)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < file->n_lines; i++)
        sum = edgeprof_add(sum, file->lines[i].count);
    return sum;
}

/* OUT's items are to be freed.  EXIT_DONE, or EXIT_TROUBLE after a message. */
static int make_rows(const struct view *view, struct file_rows *out)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    *out = (struct file_rows){0};
    out->items = ep_mem_zeroed(view->profile.n_files, sizeof *out->items);
    if (!out->items) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    while ((file = view_next(view, &at)) != NULL) {
        struct file_row row = {file->name, executions_of(file),
                               tally_file(file).lines};

        out->executions = edgeprof_add(out->executions, row.executions);
        out->items[out->n++] = row;
    }
    out->n_wanted =
        sort_top(view, files_keys, out->items, out->n, sizeof *out->items);
    return EXIT_DONE;
}

int files_text(struct view *view)
{
    struct file_rows rows;
    char percent[PERCENT_TEXT];

    if (make_rows(view, &rows) != EXIT_DONE)
        return EXIT_TROUBLE;
    (void)printf("%6s %14s %7s %7s  %s\n", "%", "executions", "lines",
                 "covered", "file");
    for (size_t i = 0; i < rows.n_wanted; i++) {
        const struct file_row *row = &rows.items[i];
        struct part share = {row->executions, rows.executions};

        (void)printf("%6s %14" PRIu64 " %7" PRIu64 " %7" PRIu64 "  %s\n",
                     percent_text(share, percent), row->executions,
                     row->lines.total, row->lines.covered, row->name);
    }
    ep_mem_free(rows.items);
    return EXIT_DONE;
}

int files_json(struct view *view)
{
    struct file_rows rows;

    if (make_rows(view, &rows) != EXIT_DONE)
        return EXIT_TROUBLE;
    json_begin(view, "files", "files");
    for (size_t i = 0; i < rows.n_wanted; i++) {
        const struct file_row *row = &rows.items[i];

        json_open_item();
        json_text("file", row->name);
        json_number("executions", row->executions);
        json_part("lines", row->lines);
        json_close_item();
    }
    json_end();
    ep_mem_free(rows.items);
    return EXIT_DONE;
}
