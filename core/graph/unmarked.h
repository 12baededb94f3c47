/* SPDX-License-Identifier: MIT
 *
 * unmarked.h - the ways through a function that pass no mark.
 *
 * WHY   Two witnesses of a frame that follow each other tell where it was and where
 *       it came to.  Between the two it passed no mark (witness.h).
 * MODEL From a block, one way without a mark leads to where the next mark is.  Mostly
 *       each block has one edge on that has no mark, and the way is followed.  Where a
 *       block has several (places where no mark can be), all are tried: no two lead to
 *       the same block, since they would make a cycle of edges without marks.
 */
#ifndef EP_UNMARKED_H
#define EP_UNMARKED_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a function.  Zero-initialised it is not drawn. */
struct ep_unmarked {
    const struct ep_cfg *cfg;
    const uint32_t *mark; /* per edge */
    uint32_t *edge;       /* per mark; NULL: not drawn */
    uint32_t *next; /* per block: the one edge on without a mark; or EP_NONE */
    uint32_t *call; /* per mark: of a RETURN, the call's block; or EP_NONE */
    int forks;      /* bool: some block has several edges on without a mark */
    struct ep_incidence out;
};

/* Blocks, one behind the other.  Zero-initialised it is empty. */
struct ep_way {
    uint32_t *blocks;
    size_t n;
    size_t capacity;
};

/* Draw MAP, unless that is done.  MARK  per edge of CFG, as ep_tree_place has it, N_MARKS
 * of them; both are borrowed.  What is made is ARENA's.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_unmarked_draw(struct ep_unmarked *map,
                                   const struct ep_cfg *cfg,
                                   const uint32_t *mark, uint32_t n_marks,
                                   struct ep_arena *arena);

/* The only way from BLOCK on, as far as it is sure, EXIT left out.
 * OUT  the edge to EXIT; EP_NONE: it does not come there.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_unmarked_follow(const struct ep_unmarked *map,
                                     uint32_t block, struct ep_way *way,
                                     uint32_t *out);

/* The same of one that is known to come to EXIT. */
EP_MUST_CHECK int ep_unmarked_to_exit(const struct ep_unmarked *map,
                                      uint32_t block, struct ep_way *way,
                                      uint32_t *out);

/* The way from FROM to TO.  OUT  whether there is one.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_unmarked_find(const struct ep_unmarked *map, uint32_t from,
                                   uint32_t to, struct ep_way *way, int *out);

#ifdef __cplusplus
}
#endif

#endif
