/* SPDX-License-Identifier: MIT
 *
 * sort.h - the order of a report's rows, and how many of them.
 *
 * MODEL A report that can be sorted has a table of keys, which ends with a row
 *       of NULL; the first is its own order.  Numbers go from the largest on,
 *       shares from the least covered on, names from A on.
 */
#ifndef PROF_SHOW_SORT_H
#define PROF_SHOW_SORT_H

#include "base/order.h"
#include "tally.h"

struct sort_key {
    const char *name;
    ep_order_fn *order;
};

extern const struct sort_key functions_keys[], files_keys[], coverage_keys[];
extern const struct sort_key calls_keys[], opcodes_keys[], diff_keys[];
extern const struct sort_key hot_keys[], loops_keys[];

/* The N ITEMS of SIZE bytes in the order that VIEW wants, by one of KEYS, and
 * how many of them it wants. */
size_t sort_top(const struct view *view, const struct sort_key *keys,
                void *items, size_t n, size_t size);

/* What an order says of two numbers, texts and shares; 0: they are equal. */
int sort_numbers(uint64_t a, uint64_t b);
int sort_parts(struct part a, struct part b);

#endif
