/* SPDX-License-Identifier: MIT
 *
 * flow.h - from the counts of the marks to the counts of every edge and block.
 *
 * WHY   the law in = out at each block (Kirchhoff 1847) gives an uncounted edge
 *       once all others of its block are known.
 * MODEL The uncounted edges form a forest, so there is always a block with one
 *       unknown edge left; peel such blocks off until none is left.
 * RULES Linear time, no recursion.  Never a negative number: an edge that would
 *       be is 0 and its block is counted in `n_negative`.  Sums saturate.
 */
#ifndef EP_FLOW_H
#define EP_FLOW_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_flow {
    uint64_t *edge;          /* n_edges executions */
    uint64_t *block;         /* n_blocks executions: the sum of what came in */
    uint32_t n_negative;     /* blocks whose law asked for a number below 0 */
    uint32_t n_unbalanced;   /* blocks where in and out, all known, differ */
    uint32_t n_undetermined; /* edges that the law does not give; shown as 0 */
};

/* Solve CFG.
 * MARK   n_edges entries: the edge's mark or EP_NONE, as ep_tree_place gave
 * COUNT  n_marks executions, one per mark
 * OPEN   n_blocks numbers of frames that have ended in the block, or NULL: none has
 * OUT    initialised by this call; release with ep_flow_release
 * EP_OK; EP_ENOMEM; EP_EGRAPH if a mark is not below N_MARKS.  OUT is then
 * empty.  Cost O(B+E). */
EP_MUST_CHECK int ep_flow_solve(const struct ep_cfg *cfg, const uint32_t *mark,
                                const uint64_t *count, uint32_t n_marks,
                                const uint64_t *open, struct ep_diag *diag,
                                struct ep_flow *out);

void ep_flow_release(struct ep_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
