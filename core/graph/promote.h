/* SPDX-License-Identifier: MIT
 *
 * promote.h - which loops count in registers.
 *
 * WHY   An increment in memory is a chain of some five cycles from one pass of
 * a loop to the next, and keeps the loop from being vectorised.  A register
 *       that is added to the counter where the loop is left (a *flush*) costs
 *       one instruction per pass, and none where the number of passes is known.
 * MODEL The adapters look at each loop and fill in a struct ep_loop; what is in
 *       the loops within it is in it, too.  They ask from the outermost loop
 *       inwards: a loop that is promoted takes those within it along, so that
 *       all its marks are flushed at its exits.
 *       All marks of a loop are promoted or none: the passes that a killed
 *       process has not flushed are then whole rounds through the graph, and
 *       what is left balances.
 * RULES A loop whose marks could be seen from outside while it runs is never
 *       promoted: the counts of a program that waits must be in its file.
 */
#ifndef EP_PROMOTE_H
#define EP_PROMOTE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ep_loop {
    uint32_t n_counters; /* counters that its segments would have */
    uint64_t entered;    /* expected number of times that it is entered */
    uint64_t counted;    /* expected executions of its increments; same scale */
    uint32_t searching;  /* instructions, if it or a loop in it turns until it
                            finds something: how often is not known on entry;
                            else 0 */
    int open; /* bool: it has a call that may not return, an access that is
                 volatile or atomic, an asm statement, no exit, an exit where
                 nothing can be inserted, or an entry besides its head */
};

/* Whether LOOP is to count in registers, where loops may. */
int ep_promote(const struct ep_loop *loop);

#ifdef __cplusplus
}
#endif

#endif
