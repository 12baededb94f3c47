/* SPDX-License-Identifier: MIT
 *
 * order.h - arrays in order: sort them, fold what is equal, find a place.
 *
 * MODEL An array is N items of SIZE bytes at ITEMS, which may be NULL if N is 0.
 */
#ifndef EP_ORDER_H
#define EP_ORDER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As qsort has it. */
typedef int ep_order_fn(const void *left, const void *right);
void ep_sort(void *items, size_t n, size_t size, ep_order_fn *order);

/* Add the item FROM, which then goes, to its equal TO. */
typedef void ep_add_fn(void *to, void *from);
/* Sort the items and add those that are equal up; returns how many are left. */
size_t ep_fold(void *items, size_t n, size_t size, ep_order_fn *order,
               ep_add_fn *add);

/* Whether ITEM comes before what KEY says. */
typedef int ep_before_fn(const void *item, const void *key);
/* How many of the items come before KEY; they are in its order. */
size_t ep_lower_bound(const void *items, size_t n, size_t size,
                      ep_before_fn *before, const void *key);

#ifdef __cplusplus
}
#endif

#endif
