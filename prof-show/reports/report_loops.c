/* SPDX-License-Identifier: MIT
 *
 * loops - how often each loop was entered, how often it came round, and, with trips=yes,
 * how often from one entry.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <edgeprof/abi.h>

#include "catalog.h"
#include "graph/loops.h"
#include "json.h"
#include "rows.h"
#include "sort.h"
#include "tool/say.h"

struct loop {
    const struct row *row;
    uint32_t file; /* of the profile, or EP_NONE */
    uint32_t line; /* of its head, or 0 */
    uint32_t nth;  /* of the loops of one graph on this line */
    uint64_t entries;
    uint64_t rounds;              /* back to its head */
    int has_trips;                /* bool: it is known how often it was left */
    uint64_t left[EP_TRIPS_BINS]; /* after so many rounds (trips.h) */
};

struct loops {
    struct rows rows;
    struct loop *items;
    size_t n;
    size_t capacity;
    size_t n_wanted;
};

/* ---- the order ----------------------------------------------------------- */

static int by_place(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;

    if (a->row != b->row)
        return rows_by_place(a->row, b->row);
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

static int by_rounds(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;
    int order = sort_numbers(a->rounds, b->rounds);

    return order ? order : by_place(left, right);
}

static int by_entries(const void *left, const void *right)
{
    const struct loop *a = left, *b = right;
    int order = sort_numbers(a->entries, b->entries);

    return order ? order : by_place(left, right);
}

static double mean(const struct loop *loop)
{
    return loop->entries ? (double)loop->rounds / (double)loop->entries : 0;
}

static int by_mean(const void *left, const void *right)
{
    double a = mean(left), b = mean(right);

    return a == b ? by_place(left, right) : a > b ? -1 : 1;
}

const struct sort_key loops_keys[] = {{"rounds", by_rounds},
                                      {"entries", by_entries},
                                      {"mean", by_mean},
                                      {"place", by_place},
                                      {NULL, NULL}};

/* ---- the loops of a graph ------------------------------------------------ */

struct block {
    uint64_t rounds; /* back to it */
    int is_head;
    uint32_t line;  /* its first, an index; or EP_NONE */
    uint32_t n_out; /* edges */
    uint32_t way;   /* where one of them goes */
};

static void look_at_blocks(const struct ep_profile_function *function,
                           const uint8_t *back, struct block *blocks)
{
    const struct ep_cfg *cfg = &function->function->cfg;

    for (uint32_t b = 0; b < cfg->n_blocks; b++)
        blocks[b].line = EP_NONE;
    for (uint32_t i = cfg->n_lines; i-- > 0;)
        blocks[cfg->lines[i].block].line = i;
    for (uint32_t e = 0; e < cfg->n_edges; e++) {
        struct block *head = &blocks[cfg->edges[e].dst];

        blocks[cfg->edges[e].src].n_out++;
        blocks[cfg->edges[e].src].way = cfg->edges[e].dst;
        if (back[e]) {
            head->is_head = 1;
            head->rounds = edgeprof_add(head->rounds, function->edge[e]);
        }
    }
}

/* The first line of HEAD, or of what it leads to, an index; or EP_NONE. */
static uint32_t line_of(const struct block *blocks, uint32_t head)
{
    const struct block *block = &blocks[head];

    for (int i = 0; i < EP_FEW_BLOCKS && block->line == EP_NONE; i++) {
        if (block->n_out != 1)
            break;
        block = &blocks[block->way];
    }
    return block->line;
}

/* What FUNCTION counted of the trips of LOOP, whose head is HEAD. */
static void find_trips(const struct ep_profile_function *function,
                       uint32_t head, struct loop *loop)
{
    for (uint32_t i = 0; i < function->n_loops; i++) {
        if (function->heads[i] != head)
            continue;
        loop->has_trips = 1;
        memcpy(loop->left, function->trips + (size_t)EP_TRIPS_BINS * i,
               sizeof loop->left);
    }
}

/* Those of FUNCTION, a variant of ROW; equal places are told apart by `nth`, which is
 * the head until all are there. */
static int add_loops(struct loops *loops, const struct row *row,
                     const struct ep_profile_function *function,
                     const struct block *blocks)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    size_t first = loops->n;

    for (uint32_t b = 0; b < cfg->n_blocks; b++) {
        uint32_t line = line_of(blocks, b);
        struct loop loop = {.row = row,
                            .file = EP_NONE,
                            .nth = b,
                            .entries = function->block[b] - blocks[b].rounds,
                            .rounds = blocks[b].rounds};

        if (!blocks[b].is_head)
            continue;
        if (line != EP_NONE) {
            loop.file = function->sources[cfg->lines[line].file];
            loop.line = cfg->lines[line].line;
        }
        find_trips(function, b, &loop);
        if (EP_GROW(loops->items, loops->n, loops->capacity))
            return EP_ENOMEM;
        loops->items[loops->n++] = loop;
    }
    if (loops->n > first)
        ep_sort(loops->items + first, loops->n - first, sizeof *loops->items,
                by_place);
    for (size_t i = first; i < loops->n; i++) {
        struct loop *loop = &loops->items[i];

        loop->nth = i > first && loop[-1].file == loop->file &&
                            loop[-1].line == loop->line
                        ? loop[-1].nth + 1
                        : 0;
    }
    return EP_OK;
}

static int add_function(struct loops *loops, const struct row *row,
                        const struct ep_profile_function *function)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint8_t *back = ep_mem_zeroed(cfg->n_edges, 1);
    struct block *blocks = ep_mem_zeroed(cfg->n_blocks, sizeof *blocks);
    int status = back && blocks ? ep_loops_find(cfg, back) : EP_ENOMEM;

    if (!status) {
        look_at_blocks(function, back, blocks);
        status = add_loops(loops, row, function, blocks);
    }
    ep_mem_free(blocks);
    ep_mem_free(back);
    return status;
}

/* Loops of a row's variants that have one place are one. */
static void fold(struct loops *loops)
{
    size_t n = 0;

    ep_sort(loops->items, loops->n, sizeof *loops->items, by_place);
    for (size_t i = 0; i < loops->n; i++) {
        struct loop *loop = &loops->items[i];
        struct loop *last = n ? &loops->items[n - 1] : NULL;

        if (last && last->row == loop->row && by_place(last, loop) == 0) {
            last->entries = edgeprof_add(last->entries, loop->entries);
            last->rounds = edgeprof_add(last->rounds, loop->rounds);
            last->has_trips |= loop->has_trips;
            for (int bin = 0; bin < EP_TRIPS_BINS; bin++)
                last->left[bin] =
                    edgeprof_add(last->left[bin], loop->left[bin]);
        } else {
            loops->items[n++] = *loop;
        }
    }
    loops->n = n;
}

static void release(struct loops *loops)
{
    rows_release(&loops->rows);
    ep_mem_free(loops->items);
}

/* Release OUT whatever comes.  EXIT_DONE, or EXIT_TROUBLE after a message. */
static int make(const struct view *view, struct loops *out)
{
    int status = rows_make(view, &out->rows);

    for (size_t i = 0; !status && i < out->rows.n; i++) {
        const struct row *row = &out->rows.items[i];

        if (!view_wants(view, row->name, row->first->function->name))
            continue;
        for (size_t v = 0; !status && v < row->n_variants; v++)
            status = add_function(out, row, &row->first[v]);
    }
    if (status) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    fold(out);
    out->n_wanted =
        sort_top(view, loops_keys, out->items, out->n, sizeof *out->items);
    return EXIT_DONE;
}

/* ---- the report ---------------------------------------------------------- */

static const char *file_of(const struct view *view, const struct loop *loop)
{
    return loop->file == EP_NONE ? row_file(view, loop->row)
                                 : view->profile.files[loop->file].name;
}

/* The rounds that BIN is for. */
static uint64_t fewest(int bin)
{
    return bin ? UINT64_C(1) << (bin - 1) : 0;
}

static uint64_t most(int bin)
{
    return bin ? 2 * fewest(bin) - 1 : 0;
}

/* Entries of LOOP of which it is not known when they ended. */
static uint64_t not_left(const struct loop *loop)
{
    uint64_t left = 0;

    for (int bin = 0; bin < EP_TRIPS_BINS; bin++)
        left = edgeprof_add(left, loop->left[bin]);
    return left < loop->entries ? loop->entries - left : 0;
}

/* A line for LOOP: "left after 0: 3, 4-7: 12; not left: 1". */
static void trips_text(const struct loop *loop)
{
    const char *before = "left after";
    uint64_t open = not_left(loop);

    if (!loop->has_trips || !loop->entries)
        return;
    (void)printf("%44s", "");
    for (int bin = 0; bin < EP_TRIPS_BINS; bin++) {
        if (!loop->left[bin])
            continue;
        (void)printf("%s %" PRIu64, before, fewest(bin));
        if (most(bin) > fewest(bin))
            (void)printf("-%" PRIu64, most(bin));
        (void)printf(": %" PRIu64, loop->left[bin]);
        before = ",";
    }
    if (open)
        (void)printf("%s %" PRIu64,
                     *before == ',' ? "; not left:" : "not left:", open);
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
        json_number("from", fewest(bin));
        json_number("to", most(bin));
        json_number("count", loop->left[bin]);
        json_close('}');
    }
    json_close(']');
}

int loops_text(struct view *view)
{
    struct loops loops = {0};
    int status = make(view, &loops);

    if (status == EXIT_DONE)
        (void)printf("%14s %14s %12s  %s\n", "rounds", "entries", "mean",
                     "loop");
    for (size_t i = 0; status == EXIT_DONE && i < loops.n_wanted; i++) {
        const struct loop *loop = &loops.items[i];

        (void)printf("%14" PRIu64 " %14" PRIu64, loop->rounds, loop->entries);
        if (loop->entries)
            (void)printf(" %12.1f", mean(loop));
        else
            (void)printf(" %12s", "-");
        (void)printf("  %s:%" PRIu32 " %s\n", file_of(view, loop),
                     loop->line ? loop->line : loop->row->first->function->line,
                     loop->row->name);
        trips_text(loop);
    }
    release(&loops);
    return status;
}

int loops_json(struct view *view)
{
    struct loops loops = {0};
    int status = make(view, &loops);

    if (status == EXIT_DONE)
        json_begin(view, "loops", "loops");
    for (size_t i = 0; status == EXIT_DONE && i < loops.n_wanted; i++) {
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
    release(&loops);
    return status;
}
