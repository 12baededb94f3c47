/* SPDX-License-Identifier: MIT
 *
 * ahead.h - which marks a frame that is cut off may count as if it went on.
 *
 * WHY   such a frame counts in any case as if it went on to EXIT over the
 *       uncounted edges; over marks as well where their counts follow from
 *       others (derive.h), or where one counter, at the first of several marks,
 *       stands for all.  Blocks on that way are one too high, and no more than
 *       one only if it never comes to a block twice.
 * MODEL A mark is ahead if its edge goes on in an order of the blocks in which
 *       all uncounted edges do, so that these and the marks ahead make no
 *       cycle.  A RETURN counts as an edge from its call's block here.
 */
#ifndef EP_AHEAD_H
#define EP_AHEAD_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ep_ahead {
    EP_AHEAD_NOT,    /* also: control comes from nowhere */
    EP_AHEAD_RETURN, /* a call came back: for segments, but never derived, or a
                        frame that is in the call for long would show it */
    EP_AHEAD_WAY     /* the function's entry, and all other marks ahead */
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
