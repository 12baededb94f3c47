/* SPDX-License-Identifier: MIT */
#include "graph/promote.h"

#include <stdlib.h>
#include <string.h>

/* More counters would not find registers of their own. */
enum { MAX_COUNTERS = 6 };

/* Where increments stay in the loop in any case, a register gains only what
 * the chain through memory costs: nothing in a loop that takes longer than
 * that. */
enum { TIGHT = 8, TIGHT_COUNTERS = 1 };

/* A flush is two instructions: the register's zero and the addition. */
enum { FLUSH_COST = 2 };

void ep_loop_release(struct ep_loop *loop)
{
    ep_mem_free(loop->counters);
    ep_mem_free(loop->ids);
    *loop = (struct ep_loop){0};
}

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

static int add_counter(struct ep_loop *loop, const uint64_t *mark, size_t n)
{
    struct ep_loop_counter added = {.first = loop->n_ids, .n = n};

    for (size_t i = 0; i < n; i++) {
        if (EP_GROW(loop->ids, loop->n_ids, loop->ids_capacity))
            return EP_ENOMEM;
        loop->ids[loop->n_ids++] = mark[i];
    }
    if (EP_GROW(loop->counters, loop->n_counters, loop->counters_capacity))
        return EP_ENOMEM;
    loop->counters[loop->n_counters++] = added;
    return EP_OK;
}

/* The counter of the marks MARK, which are sorted. */
static uint32_t find_counter(struct ep_loop *loop, const uint64_t *mark,
                             size_t n)
{
    for (uint32_t i = 0; i < loop->n_counters; i++) {
        const struct ep_loop_counter *counter = &loop->counters[i];

        if (counter->n == n &&
            memcmp(loop->ids + counter->first, mark, n * sizeof *mark) == 0)
            return i;
    }
    if (loop->n_counters == MAX_COUNTERS || add_counter(loop, mark, n)) {
        loop->open = 1;
        return EP_NONE;
    }
    return loop->n_counters - 1;
}

uint32_t ep_loop_add_block(struct ep_loop *loop, uint64_t *mark, size_t n,
                           uint32_t size, uint64_t frequency)
{
    loop->size += size;
    if (n == 0 || loop->open)
        return EP_NONE;
    loop->counted += frequency;
    qsort(mark, n, sizeof *mark, by_value);
    return find_counter(loop, mark, n);
}

int ep_loop_promotes(const struct ep_loop *loop)
{
    if (loop->open || loop->n_counters == 0)
        return 0;
    if (loop->searching &&
        (loop->size > TIGHT || loop->n_counters > TIGHT_COUNTERS))
        return 0;
    return loop->counted / ((uint64_t)FLUSH_COST * loop->n_counters) >
           loop->entered;
}
