/* SPDX-License-Identifier: MIT
 *
 * cfg_stands.c - which block a place of the source is in.
 */
#include "graph/cfg.h"

#include "base/order.h"

int ep_cfg_add_stand(struct ep_cfg *cfg, uint32_t block, uint32_t line,
                     uint32_t column, int is_call, int leaves)
{
    struct ep_stand stand = {.block = leaves ? 0 : block, /* does not matter */
                             .line = line,
                             .column = column,
                             .is_call = is_call,
                             .leaves = leaves,
                             .n_lines = cfg->n_lines};

    if (line == 0)
        return EP_OK;
    if (EP_GROW(cfg->stands, cfg->n_stands, cfg->stands_capacity))
        return EP_ENOMEM;
    cfg->stands[cfg->n_stands++] = stand;
    return EP_OK;
}

static int by_place(const void *left, const void *right)
{
    const struct ep_stand *a = left, *b = right;

    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    if (a->is_call != b->is_call)
        return a->is_call - b->is_call;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->leaves != b->leaves)
        return a->leaves - b->leaves;
    return (a->behind > b->behind) - (a->behind < b->behind);
}

static void drop(void *kept, void *other)
{
    (void)kept;
    (void)other;
}

/* ---- lines behind --------------------------------------------------------- */

/* A line of a block, and when it was first said. */
struct said {
    struct ep_line line;
    uint32_t order;
};

static int by_line(const void *left, const void *right)
{
    const struct ep_line *a = &((const struct said *)left)->line;
    const struct ep_line *b = &((const struct said *)right)->line;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static void keep_first(void *kept, void *other)
{
    struct said *to = kept;
    const struct said *from = other;

    if (from->order < to->order)
        to->order = from->order;
}

static int block_is_before(const void *item, const void *key)
{
    return ((const struct said *)item)->line.block < *(const uint32_t *)key;
}

/* The lines of STAND's block that begin behind it; false: they are too many. */
static int find_behind(struct ep_stand *stand, const struct said *said,
                       size_t n)
{
    size_t at =
        ep_lower_bound(said, n, sizeof *said, block_is_before, &stand->block);

    for (unsigned i = 0; at < n && said[at].line.block == stand->block;
         i++, at++) {
        if (i == 64)
            return 0;
        if (said[at].order >= stand->n_lines)
            stand->behind |= UINT64_C(1) << i;
    }
    return 1;
}

int ep_cfg_sort_stands(struct ep_cfg *cfg)
{
    struct said *said = ep_mem_zeroed(cfg->n_lines, sizeof *said);
    size_t n = cfg->n_lines, kept = 0;

    if (!said)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        said[i] = (struct said){cfg->lines[i], i};
    n = ep_fold(said, n, sizeof *said, by_line, keep_first);
    for (size_t i = 0; i < cfg->n_stands; i++)
        if (cfg->stands[i].leaves || find_behind(&cfg->stands[i], said, n))
            cfg->stands[kept++] = cfg->stands[i];
    ep_mem_free(said);
    cfg->n_stands =
        ep_fold(cfg->stands, kept, sizeof *cfg->stands, by_place, drop);
    return EP_OK;
}

static int is_before(const void *item, const void *key)
{
    return by_place(item, key) < 0;
}

static int is_at(const struct ep_stand *stand, const struct ep_stand *wanted)
{
    return stand->line == wanted->line && stand->column == wanted->column &&
           stand->is_call == wanted->is_call;
}

const struct ep_stand *ep_cfg_find_stand(const struct ep_cfg *cfg,
                                         uint32_t line, uint32_t column,
                                         int is_call)
{
    struct ep_stand wanted = {
        .line = line, .column = column, .is_call = is_call};
    size_t at = ep_lower_bound(cfg->stands, cfg->n_stands, sizeof wanted,
                               is_before, &wanted);
    const struct ep_stand *found = &cfg->stands[at];

    if (at == cfg->n_stands || !is_at(found, &wanted) ||
        (at + 1 < cfg->n_stands && is_at(found + 1, &wanted)))
        return NULL;
    return found;
}
