/* SPDX-License-Identifier: MIT */
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

/* C forbids NULL to qsort. */
void ep_sort(void *items, size_t n, size_t size, ep_order_fn *order)
{
    if (n)
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
