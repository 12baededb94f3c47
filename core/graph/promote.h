/* SPDX-License-Identifier: MIT
 *
 * promote.h - which loops count in registers.
 *
 * WHY   An increment in memory is a chain of some five cycles from one pass of
 *       a loop to the next, and keeps the loop from being vectorised.  A
 *       register that is added to the counter where the loop is left (a
 *       *flush*) costs one instruction per pass, and none where the number of
 *       passes is known.
 * MODEL The adapter hands over each block of a loop, those of the loops within
 *       it included.  Blocks that hold the same marks, as copies do that the
 *       optimiser made of one, share a counter and so a register.  The adapter
 *       asks for the outermost loop first, and for those within it only if the
 *       answer was no: a loop that is promoted takes them along, so that all
 *       its marks are flushed at its own exits.
 *       All marks of a loop are promoted or none.  The passes that a killed
 *       process has not flushed are then whole rounds through the graph, and
 *       what is left balances.
 * RULES A loop whose marks could be seen from outside while it runs is *open*
 *       and never promoted: the counts of a program that waits must be in its
 *       file.  Open is what holds an access that is volatile or atomic, an asm
 *       statement, a call that may not return, or one that does more than read
 *       memory and write what its arguments point to (memcpy does no more).
 *       What makes no code, as the end of a variable's life, does not count.
 */
#ifndef EP_PROMOTE_H
#define EP_PROMOTE_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What counts in one register: a run of `ids`. */
struct ep_loop_counter {
    size_t first;
    size_t n;
};

/* Zero-initialised, it is a loop without blocks. */
struct ep_loop {
    /* the adapter's to say */
    uint64_t entered; /* expected number of times that it is entered */
    int searching;    /* bool: it, or a loop in it, turns until it finds
                         something: how often is not known on entry */
    int open;         /* bool: as the RULES have it; or it has no exit, an exit
                         where nothing can be inserted, or an entry besides its
                         head.  Also set here, if it has too many counters, or
                         memory ends */

    /* of the blocks that were added */
    uint64_t counted; /* expected executions of their increments, in the unit
                         of `entered` */
    uint32_t size;    /* instructions that are not marks */
    struct ep_loop_counter *counters; /* owned */
    uint32_t n_counters;
    size_t counters_capacity;
    uint64_t *ids; /* of the marks of all counters, owned */
    size_t n_ids;
    size_t ids_capacity;
};

void ep_loop_release(struct ep_loop *loop);

/* A block of LOOP that holds the N marks of MARK, which are sorted here, and
 * SIZE other instructions; FREQUENCY: its expected executions.
 * Returns the counter of its marks; EP_NONE if there are none, or LOOP is open
 * and will not be promoted. */
uint32_t ep_loop_add_block(struct ep_loop *loop, uint64_t *mark, size_t n,
                           uint32_t size, uint64_t frequency);

/* Whether LOOP, all of whose blocks were added, is to count in registers, where
 * loops may. */
int ep_loop_promotes(const struct ep_loop *loop);

#ifdef __cplusplus
}
#endif

#endif
