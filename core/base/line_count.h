/* SPDX-License-Identifier: MIT
 *
 * line_count.h - counts of source lines.
 */
#ifndef EP_LINE_COUNT_H
#define EP_LINE_COUNT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ep_line_count {
    uint32_t file;
    uint32_t line;
    uint64_t count; /* executions */
};

/* By file and line; an ep_order_fn. */
int ep_line_order(const void *left, const void *right);

/* Bring the N LINES into that order and make one of each line's, which has the
 * largest count of them, or their sum.  Returns how many are left. */
size_t ep_line_fold_largest(struct ep_line_count *lines, size_t n);
size_t ep_line_fold_sum(struct ep_line_count *lines, size_t n);

#ifdef __cplusplus
}
#endif

#endif
