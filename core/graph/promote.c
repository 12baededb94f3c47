/* SPDX-License-Identifier: MIT */
#include "graph/promote.h"

/* More counters would not find registers of their own. */
enum { MAX_COUNTERS = 6 };

/* Where increments stay in the loop whichever way, a register gains only what
 * the chain through memory costs: nothing in a loop that takes longer than
 * that. */
enum { TIGHT = 8, TIGHT_COUNTERS = 1 };

/* A flush is two instructions: the register's zero and the addition. */
enum { FLUSH_COST = 2 };

int ep_promote(const struct ep_loop *loop)
{
    if (loop->open)
        return 0;
    if (loop->n_counters == 0 || loop->n_counters > MAX_COUNTERS)
        return 0;
    if (loop->searching > TIGHT ||
        (loop->searching && loop->n_counters > TIGHT_COUNTERS))
        return 0;
    return loop->counted / ((uint64_t)FLUSH_COST * loop->n_counters) >
           loop->entered;
}
