/* SPDX-License-Identifier: MIT
 *
 * coverage - how much of each file, and of all, is covered.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "colour.h"
#include "json.h"
#include "shown.h"
#include "sort.h"
#include "tool/say.h"

struct covered_file {
    const char *name;
    struct tally tally;
    struct part conditions; /* if has_mcdc */
};

/* ---- the order ----------------------------------------------------------- */

static int by_name(const void *left, const void *right)
{
    const struct covered_file *a = left, *b = right;

    return strcmp(a->name, b->name);
}

static int by_lines(const void *left, const void *right)
{
    const struct covered_file *a = left, *b = right;
    int order = sort_parts(a->tally.lines, b->tally.lines);

    return order ? order : by_name(left, right);
}

static int by_functions(const void *left, const void *right)
{
    const struct covered_file *a = left, *b = right;
    int order = sort_parts(a->tally.functions, b->tally.functions);

    return order ? order : by_name(left, right);
}

static int by_branches(const void *left, const void *right)
{
    const struct covered_file *a = left, *b = right;
    int order = sort_parts(a->tally.branches, b->tally.branches);

    return order ? order : by_name(left, right);
}

static int by_mcdc(const void *left, const void *right)
{
    const struct covered_file *a = left, *b = right;
    int order = sort_parts(a->conditions, b->conditions);

    return order ? order : by_name(left, right);
}

const struct sort_key coverage_keys[] = {
    {"file", by_name},         {"lines", by_lines}, {"functions", by_functions},
    {"branches", by_branches}, {"mcdc", by_mcdc},   {NULL, NULL}};

/* ---- the report ---------------------------------------------------------- */

static int has_mcdc(const struct view *view)
{
    const char *sort = view->options->sort;

    return view->options->mcdc || (sort && strcmp(sort, "mcdc") == 0);
}

static int is_empty(const struct tally *tally)
{
    return tally->lines.total + tally->functions.total +
               tally->branches.total ==
           0;
}

/* The files that VIEW wants, in its order, to be freed; NULL after a message. */
static struct covered_file *make_files(struct view *view, size_t *out_n)
{
    struct covered_file *files =
        ep_mem_zeroed(view->profile.n_files, sizeof *files);
    size_t n = 0;

    if (!files || (has_mcdc(view) && view_decide(view))) {
        say_error("out of memory");
        ep_mem_free(files);
        return NULL;
    }
    for (uint32_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        struct covered_file row = {file->name, tally_file(file), {0, 0}};

        if (has_mcdc(view))
            row.conditions = shown_file(view, i);
        if (view->shown[i] && !is_empty(&row.tally))
            files[n++] = row;
    }
    *out_n = sort_top(view, coverage_keys, files, n, sizeof *files);
    return files;
}

static void print_part(struct part part)
{
    char percent[PERCENT_TEXT];

    (void)printf("%7" PRIu64 " %7" PRIu64 " %s%6s%s ", part.covered, part.total,
                 colour(tally_level(part)), percent_text(part, percent),
                 colour_end());
}

static struct covered_file make_total(const struct view *view)
{
    struct covered_file total = {"TOTAL", tally_all(view), {0, 0}};

    if (has_mcdc(view))
        total.conditions = shown_all(view);
    return total;
}

static void print_row(const struct view *view, const struct covered_file *row)
{
    print_part(row->tally.lines);
    print_part(row->tally.functions);
    print_part(row->tally.branches);
    if (has_mcdc(view))
        print_part(row->conditions);
    (void)printf(" %s\n", row->name);
}

int coverage_text(struct view *view)
{
    size_t n;
    struct covered_file *files = make_files(view, &n);
    struct covered_file total;

    if (!files)
        return EXIT_TROUBLE;
    total = make_total(view);
    (void)printf("%7s %7s %6s %7s %7s %6s %7s %7s %6s ", "lines", "of", "%",
                 "funcs", "of", "%", "branch", "of", "%");
    if (has_mcdc(view))
        (void)printf("%7s %7s %6s ", "mc/dc", "of", "%");
    (void)printf(" file\n");
    for (size_t i = 0; i < n; i++)
        print_row(view, &files[i]);
    print_row(view, &total);
    ep_mem_free(files);
    return EXIT_DONE;
}

static void add_parts(const struct view *view, const struct covered_file *row)
{
    json_part("lines", row->tally.lines);
    json_part("functions", row->tally.functions);
    json_part("branches", row->tally.branches);
    if (has_mcdc(view))
        json_part("mcdc", row->conditions);
}

int coverage_json(struct view *view)
{
    size_t n;
    struct covered_file *files = make_files(view, &n);
    struct covered_file total;

    if (!files)
        return EXIT_TROUBLE;
    total = make_total(view);
    json_begin(view, "coverage", "files");
    for (size_t i = 0; i < n; i++) {
        json_open_item();
        json_text("file", files[i].name);
        add_parts(view, &files[i]);
        json_close_item();
    }
    json_rest();
    json_open("total", '{');
    add_parts(view, &total);
    json_close('}');
    json_end();
    ep_mem_free(files);
    return EXIT_DONE;
}
