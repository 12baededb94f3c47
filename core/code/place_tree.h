/* SPDX-License-Identifier: MIT
 *
 * place_tree.h - the tree of stacks, whose frames are addresses, made anew of functions
 * and lines.
 *
 * MODEL An address is a frame of each function that was inlined there: of one node become
 *       several, and those of the same call become one.
 */
#ifndef EP_CODE_PLACE_TREE_H
#define EP_CODE_PLACE_TREE_H

#include "format/samples.h"

#define EP_MOST_INLINED 64

/* The places of one address, the innermost first. */
struct ep_place_chain {
    struct ep_place places[EP_MOST_INLINED];
    size_t n;
    size_t most; /* that are wanted, at least one */
};

/* A node whose place is not known. */
struct ep_tree_frame {
    uint32_t object;
    uint32_t node; /* number */
    uint64_t offset;
    size_t first; /* of its places in those of the tree, the innermost first */
    size_t n;     /* 0: none were found */
};

struct ep_tree {
    struct ep_tree_frame *frames; /* by object and offset */
    size_t n;
    uint32_t *places; /* numbers */
    size_t n_places;
    size_t capacity;
};

/* The frames of SAMPLING into OUT; release it with ep_tree_release in any case.  EP_OK or
 * EP_ENOMEM, as all of these. */
EP_MUST_CHECK int ep_tree_begin(const struct ep_sampling *sampling,
                                struct ep_tree *out);
/* FRAME is at CHAIN. */
EP_MUST_CHECK int ep_tree_set(struct ep_tree *tree,
                              struct ep_sampling *sampling,
                              struct ep_tree_frame *frame,
                              const struct ep_place_chain *chain);
/* Give SAMPLING its tree anew. */
EP_MUST_CHECK int ep_tree_make(const struct ep_tree *tree,
                               struct ep_sampling *sampling);
void ep_tree_release(struct ep_tree *tree);

#endif
