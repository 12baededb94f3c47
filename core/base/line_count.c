/* SPDX-License-Identifier: MIT */
#include "base/line_count.h"

#include <edgeprof/abi.h>

#include "base/order.h"

int ep_line_order(const void *left, const void *right)
{
    const struct ep_line_count *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static void keep_larger(void *left, void *right)
{
    struct ep_line_count *to = left;
    const struct ep_line_count *from = right;

    if (from->count > to->count)
        to->count = from->count;
}

static void add(void *left, void *right)
{
    struct ep_line_count *to = left;
    const struct ep_line_count *from = right;

    to->count = edgeprof_add(to->count, from->count);
}

size_t ep_line_fold_largest(struct ep_line_count *lines, size_t n)
{
    return ep_fold(lines, n, sizeof *lines, ep_line_order, keep_larger);
}

size_t ep_line_fold_sum(struct ep_line_count *lines, size_t n)
{
    return ep_fold(lines, n, sizeof *lines, ep_line_order, add);
}
