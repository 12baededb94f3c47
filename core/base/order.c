/* SPDX-License-Identifier: MIT */
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

static int is_sorted(const char *items, size_t n, size_t size,
                     ep_order_fn *order)
{
    for (size_t i = 1; i < n; i++)
        if (order(items + (i - 1) * size, items + i * size) > 0)
            return 0;
    return 1;
}

/* What is read in order of addresses is sorted most of the time. */
void ep_sort(void *items, size_t n, size_t size, ep_order_fn *order)
{
    if (!is_sorted(items, n, size, order))
        qsort(items, n, size, order);
}

size_t ep_fold(void *items, size_t n, size_t size, ep_order_fn *order,
               ep_add_fn *add)
{
    char *first = items;
    char *last = first; /* of those that stay */

    ep_sort(items, n, size, order);
    for (size_t i = 1; i < n; i++) {
        char *item = first + i * size;

        if (order(last, item) == 0) {
            add(last, item);
            continue;
        }
        last += size;
        if (last != item)
            memcpy(last, item, size);
    }
    return n ? (size_t)(last - first) / size + 1 : 0;
}

size_t ep_lower_bound(const void *items, size_t n, size_t size,
                      ep_before_fn *before, const void *key)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (before((const char *)items + middle * size, key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
