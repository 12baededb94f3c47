/* SPDX-License-Identifier: MIT
 *
 * loops - how often each loop was entered, how often it came round, and, with trips=yes,
 * how often from one entry.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "json.h"
#include "rounds.h"
#include "sort.h"

/* ---- the order ----------------------------------------------------------- */

static int by_rounds(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;
    int order = sort_numbers(a->rounds, b->rounds);

    return order ? order : rounds_by_place(left, right);
}

static int by_entries(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;
    int order = sort_numbers(a->entries, b->entries);

    return order ? order : rounds_by_place(left, right);
}

static int by_mean(const void *left, const void *right)
{
    double a = rounds_mean(left), b = rounds_mean(right);

    return a == b ? rounds_by_place(left, right) : a > b ? -1 : 1;
}

const struct sort_key loops_keys[] = {{"rounds", by_rounds},
                                      {"entries", by_entries},
                                      {"mean", by_mean},
                                      {"place", rounds_by_place},
                                      {NULL, NULL}};

/* ---- the report ---------------------------------------------------------- */

/* Release OUT whatever comes.  EXIT_DONE, or EXIT_TROUBLE after a message. */
static int make(const struct view *view, struct rounds *out, size_t *n_wanted)
{
    int status = rounds_make(view, out);

    if (status == EXIT_DONE)
        *n_wanted =
            sort_top(view, loops_keys, out->items, out->n, sizeof *out->items);
    return status;
}

static const char *file_of(const struct view *view, const struct loop *loop)
{
    return loop->file == EP_NONE ? row_file(view, loop->row)
                                 : view->profile.files[loop->file].name;
}

static void trips_text(const struct loop *loop)
{
    if (!loop->has_trips || !loop->entries)
        return;
    (void)printf("%44s", "");
    rounds_print_left(loop, stdout);
    (void)printf("\n");
}

static void trips_json(const struct loop *loop)
{
    if (!loop->has_trips)
        return;
    json_open("trips", '[');
    for (int bin = 0; bin < EP_TRIPS_BINS; bin++) {
        if (!loop->left[bin])
            continue;
        json_open(NULL, '{');
        json_number("from", rounds_fewest(bin));
        json_number("to", rounds_most(bin));
        json_number("count", loop->left[bin]);
        json_close('}');
    }
    json_close(']');
}

int loops_text(struct view *view)
{
    struct rounds loops = {0};
    size_t n_wanted = 0;
    int status = make(view, &loops, &n_wanted);

    if (status == EXIT_DONE)
        (void)printf("%14s %14s %12s  %s\n", "rounds", "entries", "mean",
                     "loop");
    for (size_t i = 0; status == EXIT_DONE && i < n_wanted; i++) {
        const struct loop *loop = &loops.items[i];

        (void)printf("%14" PRIu64 " %14" PRIu64, loop->rounds, loop->entries);
        if (loop->entries)
            (void)printf(" %12.1f", rounds_mean(loop));
        else
            (void)printf(" %12s", "-");
        (void)printf("  %s:%" PRIu32 " %s\n", file_of(view, loop),
                     loop->line ? loop->line : loop->row->first->function->line,
                     loop->row->name);
        trips_text(loop);
    }
    rounds_release(&loops);
    return status;
}

int loops_json(struct view *view)
{
    struct rounds loops = {0};
    size_t n_wanted = 0;
    int status = make(view, &loops, &n_wanted);

    if (status == EXIT_DONE)
        json_begin(view, "loops", "loops");
    for (size_t i = 0; status == EXIT_DONE && i < n_wanted; i++) {
        const struct loop *loop = &loops.items[i];

        json_open_item();
        json_text("file", file_of(view, loop));
        json_number("line",
                    loop->line ? loop->line : loop->row->first->function->line);
        json_text("name", loop->row->name);
        json_text("symbol", loop->row->first->function->name);
        json_number("entries", loop->entries);
        json_number("rounds", loop->rounds);
        trips_json(loop);
        json_close_item();
    }
    if (status == EXIT_DONE)
        json_end();
    rounds_release(&loops);
    return status;
}
