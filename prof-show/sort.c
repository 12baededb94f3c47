/* SPDX-License-Identifier: MIT */
#include "sort.h"

#include <string.h>

size_t sort_top(const struct view *view, const struct sort_key *keys,
                void *items, size_t n, size_t size)
{
    const struct view_options *options = view->options;
    const struct sort_key *key = keys;

    for (const struct sort_key *k = keys; options->sort && k->name; k++)
        if (strcmp(k->name, options->sort) == 0)
            key = k;
    ep_sort(items, n, size, key->order);
    return options->top && options->top < n ? options->top : n;
}

int sort_numbers(uint64_t a, uint64_t b)
{
    return (a < b) - (a > b);
}

/* What has nothing to cover comes last. */
int sort_parts(struct part a, struct part b)
{
    long double left = (long double)a.covered * (long double)b.total;
    long double right = (long double)b.covered * (long double)a.total;

    if (a.total == 0 || b.total == 0)
        return (a.total == 0) - (b.total == 0);
    return (left > right) - (left < right);
}
