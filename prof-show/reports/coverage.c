/* SPDX-License-Identifier: MIT
 *
 * coverage - how much of each file, and of all, is covered.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "colour.h"
#include "json.h"
#include "tally.h"

static void print_part(struct part part)
{
    char percent[PERCENT_TEXT];

    (void)printf("%7" PRIu64 " %7" PRIu64 " %s%6s%s ", part.covered, part.total,
                 colour(part.covered == part.total),
                 percent_text(part, percent), colour_end());
}

static void print_row(const char *name, const struct tally *tally)
{
    print_part(tally->lines);
    print_part(tally->functions);
    print_part(tally->branches);
    (void)printf(" %s\n", name);
}

static int is_empty(const struct tally *tally)
{
    return tally->lines.total + tally->functions.total +
               tally->branches.total ==
           0;
}

int coverage_text(struct view *view)
{
    struct tally all = tally_all(view);

    (void)printf("%7s %7s %6s %7s %7s %6s %7s %7s %6s  %s\n", "lines", "of",
                 "%", "funcs", "of", "%", "branch", "of", "%", "file");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally = tally_file(&view->profile.files[i]);

        if (view->shown[i] && !is_empty(&tally))
            print_row(view->profile.files[i].name, &tally);
    }
    print_row("TOTAL", &all);
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

    json_begin(view, "coverage", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally = tally_file(&view->profile.files[i]);

        if (!view->shown[i] || is_empty(&tally))
            continue;
        json_open_item();
        json_text("file", view->profile.files[i].name);
        add_tally(&tally);
        json_close_item();
    }
    json_rest();
    json_open("total", '{');
    add_tally(&all);
    json_close('}');
    json_end();
    return EXIT_DONE;
}
