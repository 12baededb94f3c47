/* SPDX-License-Identifier: MIT */
#include "code/place_copies.h"

#include "base/order.h"

/* ---- writing ------------------------------------------------------------- */

static void put_near(struct ep_buf *out, uint64_t value, uint64_t before)
{
    uint64_t less = value - before;

    ep_buf_leb(out, value >= before ? 2 * less : 2 * (0 - less) - 1);
}

static void put(struct ep_buf *out, struct ep_copied stretch,
                struct ep_copied *before)
{
    put_near(out, stretch.copy, before->copy);
    put_near(out, stretch.original, before->original);
    *before = stretch;
}

/* The instructions of FUNCTION's blocks, in the order of their copies. */
static void describe(const struct ep_code_function *function,
                     struct ep_copied *before, struct ep_buf *out)
{
    struct ep_copied next = {function->copy_start, function->start};

    put(out, next, before);
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        const struct ep_code_block *block = &function->blocks[b];

        for (size_t i = block->first; i <= block->last; i++) {
            const struct ep_insn *insn = &function->insns[i];
            struct ep_copied here = {insn->copy, insn->address};

            if (here.copy != next.copy || here.original != next.original)
                put(out, here, before);
            next = (struct ep_copied){here.copy + insn->length,
                                      here.original + insn->length};
        }
    }
    put(out, (struct ep_copied){next.copy, 0}, before);
}

void ep_copies_describe(const struct ep_code *code, uint64_t at,
                        struct ep_buf *out)
{
    struct ep_copied before = {0};

    ep_buf_u64(out, at);
    for (size_t i = 0; i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            describe(&code->functions[i], &before, out);
}

/* ---- reading ------------------------------------------------------------- */

void ep_copied_release(struct ep_copied_map *map)
{
    ep_mem_free(map->items);
    *map = (struct ep_copied_map){0};
}

static uint64_t read_near(struct ep_reader *from, uint64_t before)
{
    uint64_t value = ep_read_leb(from);

    return value % 2 ? before - (value + 1) / 2 : before + value / 2;
}

static int by_copy(const void *left, const void *right)
{
    const struct ep_copied *a = left, *b = right;

    if (a->copy != b->copy)
        return a->copy < b->copy ? -1 : 1;
    return (a->original > b->original) - (a->original < b->original);
}

int ep_copied_read(const uint8_t *bytes, size_t size, struct ep_copied_map *out)
{
    struct ep_reader from = {bytes, bytes + size, 0};
    uint64_t at = ep_read_u64(&from);
    struct ep_copied before = {0};

    *out = (struct ep_copied_map){0};
    while (!from.bad && from.at < from.end) {
        before.copy = read_near(&from, before.copy);
        before.original = read_near(&from, before.original);
        if (from.bad)
            break;
        if (EP_GROW(out->items, out->n, out->capacity)) {
            ep_copied_release(out);
            return EP_ENOMEM;
        }
        out->items[out->n++] =
            (struct ep_copied){at + before.copy, before.original};
    }
    ep_sort(out->items, out->n, sizeof *out->items, by_copy);
    return EP_OK;
}

static int starts_by(const void *item, const void *key)
{
    return ((const struct ep_copied *)item)->copy <= *(const uint64_t *)key;
}

int ep_copied_from(const struct ep_copied_map *map, uint64_t address,
                   uint64_t *out)
{
    size_t at = ep_lower_bound(map->items, map->n, sizeof *map->items,
                               starts_by, &address);
    const struct ep_copied *stretch, *next;

    if (at == 0)
        return 0;
    stretch = &map->items[at - 1];
    next = at < map->n ? stretch + 1 : NULL;
    *out = 0;
    if (stretch->original == 0)
        return 1;
    *out = stretch->original + (address - stretch->copy);
    /* An increment is before what it counts. */
    if (next && next->original >= stretch->original && *out > next->original)
        *out = next->original;
    return 1;
}
