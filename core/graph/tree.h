/* SPDX-License-Identifier: MIT
 *
 * tree.h - choose which edges of a function carry a mark.
 *
 * WHY   counting only the chords of a maximum spanning tree lets flow.h recover
 *       the rest; heavy edges go on the tree, where they cost nothing.
 * MODEL EP_PLACE_TREE takes the heaviest in-arborescence into EXIT (Edmonds
 *       1967, in the O(E log E) form of Gabow, Galil, Spencer and Tarjan 1986):
 *       every block but EXIT leaves exactly one out-edge uncounted, so an
 *       uncounted edge is what came in less the counted edges that went out and
 *       is never below its true value, whatever frames are abandoned.  It has
 *       as many chords as EP_PLACE_KNUTH, the unconstrained maximum spanning
 *       tree of Knuth and Stevenson (1973).  EP_PLACE_ALL marks every edge that
 *       can carry a mark: the reference for both.
 * RULES LEAVE and NOSPLIT edges must be uncounted; TREE and ALL mark every
 *       other edge out of EXIT.  Where one block has two edges that must be
 *       uncounted, TREE marks edges of the arborescence in exchange, the
 *       lightest that keep the law solvable; only an edge on a cycle of such
 *       edges has no mark though it needs one, and makes the placement inexact.
 *       Pure: same graph, same choice, on every host and compiler; ties go to
 *       the lower edge id.
 */
#ifndef EP_TREE_H
#define EP_TREE_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ep_place { EP_PLACE_TREE, EP_PLACE_KNUTH, EP_PLACE_ALL };

/* Choose the marks of CFG, which has been finished.
 * OUT_MARK     n_edges entries, the caller's: the edge's mark 0..n-1 in edge
 *              order, or EP_NONE for an uncounted edge
 * OUT_N_MARKS  how many
 * OUT_INEXACT  edges that should carry a mark and cannot
 * EP_OK or EP_ENOMEM.  Cost O(E log E) time, O(E) memory, no recursion. */
EP_MUST_CHECK int ep_tree_place(const struct ep_cfg *cfg, enum ep_place place,
                                uint32_t *out_mark, uint32_t *out_n_marks,
                                uint32_t *out_inexact);

#ifdef __cplusplus
}
#endif

#endif
