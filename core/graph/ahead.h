/* SPDX-License-Identifier: MIT
 *
 * ahead.h - which marks a frame that is cut off may count as if it went on.
 *
 * WHY   a frame that is cut off (the process is killed, the frame abandoned)
 *       stands in the middle of its function.  Its counts say that it went on
 *       from there to EXIT, over edges without a mark, since what came in is
 *       taken to have gone out.  They also say that it passed marks that have
 *       no counter of their own: those that share the counter of a mark before
 *       them, and those whose count follows from others.  So what it did not
 *       execute any more is one too high, which is allowed; twice is not.  For
 *       example, where a loop is unrolled four times, its mark stands four
 *       times in one block: with one counter for all four, a fault in the first
 *       pass would show four.
 * MODEL A mark is ahead if its edge goes forward in an order of the function's
 *       blocks in which all uncounted edges go forward.  Uncounted edges and
 *       marks ahead then make no cycle, so a frame that seems to go on over
 *       them comes to each block at most once.  A mark that is not ahead begins
 *       its segment (emit/body.h) and is always counted.
 *       A RETURN counts as an edge from its call's block here: where the call
 *       was inlined, its mark may follow from those of the function called.
 */
#ifndef EP_AHEAD_H
#define EP_AHEAD_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ep_ahead {
    EP_AHEAD_NOT, /* also: control comes from nowhere */
    EP_AHEAD_WAY  /* the function's entry, and all other marks ahead */
};

/* MARK   n_edges entries, as ep_tree_place gave
 * AHEAD  per mark, the caller's: enum ep_ahead
 * EP_OK or EP_ENOMEM.  Cost O(B+E) time and memory, no recursion. */
EP_MUST_CHECK int ep_ahead_find(const struct ep_cfg *cfg, const uint32_t *mark,
                                uint8_t *ahead);

#ifdef __cplusplus
}
#endif

#endif
