/* SPDX-License-Identifier: MIT
 *
 * rounds.c - see rounds.h.
 */
#include "rounds.h"

#include <inttypes.h>
#include <string.h>

#include "base/order.h"
#include "graph/loops.h"
#include "tool/say.h"

/* ---- one loop ------------------------------------------------------------ */

int rounds_by_place(const void *left, const void *right)
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

void rounds_add(struct loop *to, const struct loop *from)
{
    to->entries = edgeprof_add(to->entries, from->entries);
    to->rounds = edgeprof_add(to->rounds, from->rounds);
    to->has_trips |= from->has_trips;
    for (int bin = 0; bin < EP_TRIPS_BINS; bin++)
        to->left[bin] = edgeprof_add(to->left[bin], from->left[bin]);
}

double rounds_mean(const struct loop *loop)
{
    return loop->entries ? (double)loop->rounds / (double)loop->entries : 0;
}

uint64_t rounds_fewest(int bin)
{
    return bin ? UINT64_C(1) << (bin - 1) : 0;
}

uint64_t rounds_most(int bin)
{
    return bin ? 2 * rounds_fewest(bin) - 1 : 0;
}

/* Entries of LOOP of which it is not known when they ended. */
static uint64_t not_left(const struct loop *loop)
{
    uint64_t left = 0;

    for (int bin = 0; bin < EP_TRIPS_BINS; bin++)
        left = edgeprof_add(left, loop->left[bin]);
    return left < loop->entries ? loop->entries - left : 0;
}

void rounds_print_left(const struct loop *loop, FILE *out)
{
    const char *before = "left after";
    uint64_t open = not_left(loop);

    for (int bin = 0; bin < EP_TRIPS_BINS; bin++) {
        if (!loop->left[bin])
            continue;
        (void)fprintf(out, "%s %" PRIu64, before, rounds_fewest(bin));
        if (rounds_most(bin) > rounds_fewest(bin))
            (void)fprintf(out, "-%" PRIu64, rounds_most(bin));
        (void)fprintf(out, ": %" PRIu64, loop->left[bin]);
        before = ",";
    }
    if (open)
        (void)fprintf(out, "%s %" PRIu64,
                      *before == ',' ? "; not left:" : "not left:", open);
}

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
static int add_loops(struct rounds *loops, size_t *capacity,
                     const struct row *row,
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
        if (EP_GROW(loops->items, loops->n, *capacity))
            return EP_ENOMEM;
        loops->items[loops->n++] = loop;
    }
    if (loops->n > first)
        ep_sort(loops->items + first, loops->n - first, sizeof *loops->items,
                rounds_by_place);
    for (size_t i = first; i < loops->n; i++) {
        struct loop *loop = &loops->items[i];

        loop->nth = i > first && loop[-1].file == loop->file &&
                            loop[-1].line == loop->line
                        ? loop[-1].nth + 1
                        : 0;
    }
    return EP_OK;
}

static int add_function(struct rounds *loops, size_t *capacity,
                        const struct row *row,
                        const struct ep_profile_function *function)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint8_t *back = ep_mem_zeroed(cfg->n_edges, 1);
    struct block *blocks = ep_mem_zeroed(cfg->n_blocks, sizeof *blocks);
    int status = back && blocks ? ep_loops_find(cfg, back) : EP_ENOMEM;

    if (!status) {
        look_at_blocks(function, back, blocks);
        status = add_loops(loops, capacity, row, function, blocks);
    }
    ep_mem_free(blocks);
    ep_mem_free(back);
    return status;
}

/* Loops of a row's variants that have one place are one. */
static void fold(struct rounds *loops)
{
    size_t n = 0;

    ep_sort(loops->items, loops->n, sizeof *loops->items, rounds_by_place);
    for (size_t i = 0; i < loops->n; i++) {
        struct loop *loop = &loops->items[i];
        struct loop *last = n ? &loops->items[n - 1] : NULL;

        if (last && last->row == loop->row &&
            rounds_by_place(last, loop) == 0) {
            rounds_add(last, loop);
        } else {
            loops->items[n++] = *loop;
        }
    }
    loops->n = n;
}

void rounds_release(struct rounds *rounds)
{
    rows_release(&rounds->rows);
    ep_mem_free(rounds->items);
}

int rounds_make(const struct view *view, struct rounds *out)
{
    size_t capacity = 0;
    int status = rows_make(view, &out->rows);

    for (size_t i = 0; !status && i < out->rows.n; i++) {
        const struct row *row = &out->rows.items[i];

        if (!view_wants(view, row->name, row->first->function->name))
            continue;
        for (size_t v = 0; !status && v < row->n_variants; v++)
            status = add_function(out, &capacity, row, &row->first[v]);
    }
    if (status) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    fold(out);
    return EXIT_DONE;
}
