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
#include "sort.h"
#include "tool/say.h"

struct covered_file {
    const char *name;
    struct tally tally;
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

const struct sort_key coverage_keys[] = {{"file", by_name},
                                         {"lines", by_lines},
                                         {"functions", by_functions},
                                         {"branches", by_branches},
                                         {NULL, NULL}};

/* ---- the report ---------------------------------------------------------- */

static int is_empty(const struct tally *tally)
{
    return tally->lines.total + tally->functions.total +
               tally->branches.total ==
           0;
}

/* The files that VIEW wants, in its order, to be freed; NULL after a message. */
static struct covered_file *make_files(const struct view *view, size_t *out_n)
{
    struct covered_file *files =
        ep_mem_zeroed(view->profile.n_files, sizeof *files);
    size_t n = 0;

    if (!files) {
        say_error("out of memory");
        return NULL;
    }
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        struct covered_file row = {file->name, tally_file(file)};

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

static void print_row(const char *name, const struct tally *tally)
{
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    (void)printf(" %s\n", name);
}

int coverage_text(struct view *view)
{
    struct tally all = tally_all(view);
    size_t n;
    struct covered_file *files = make_files(view, &n);

    if (!files)
        return EXIT_TROUBLE;
    (void)printf("%7s %7s %6s %7s %7s %6s %7s %7s %6s  %s\n", "lines", "of",
                 "%", "funcs", "of", "%", "branch", "of", "%", "file");
    for (size_t i = 0; i < n; i++)
        print_row(files[i].name, &files[i].tally);
    print_row("TOTAL", &all);
    ep_mem_free(files);
    return EXIT_DONE;
}

static void add_tally(const struct tally *tally)
{
    json_part("lines", tally->lines);
    json_part("functions", tally->functions);
    json_part("branches", tally->branches);
}

int coverage_json(struct view *view)
{
    struct tally all = tally_all(view);
    size_t n;
    struct covered_file *files = make_files(view, &n);

    if (!files)
        return EXIT_TROUBLE;
    json_begin(view, "coverage", "files");
    for (size_t i = 0; i < n; i++) {
        json_open_item();
        json_text("file", files[i].name);
        add_tally(&files[i].tally);
        json_close_item();
    }
    json_rest();
    json_open("total", '{');
    add_tally(&all);
    json_close('}');
    json_end();
    ep_mem_free(files);
    return EXIT_DONE;
}
