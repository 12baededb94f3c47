/* SPDX-License-Identifier: MIT
 *
 * derive.h - which pieces of a body are counted, and how the others follow.
 *
 * WHY   marks are placed function by function.  With functions inlined into
 *       each other, the marks of one often tell those of another: each has an
 *       entry to count, though its caller knows how often it gets there.
 * MODEL The body's final graph.  Its blocks are pieces of code that run from
 *       end to end; one that may leave in between is cut there, with an edge
 *       to EXIT (LEAVE) and one from EXIT (RETURN).  No counter can stand on
 *       an edge any more, only in a piece that has marks.  What is between
 *       such pieces is put together, and in the graph of that, whose edges are
 *       the pieces with marks, the uncounted ones are chosen as in a function:
 *       an arborescence into EXIT (tree.h), so that a count is never below the
 *       true one, whatever frames are cut off.
 * RULES A derived count is a sum and difference of few counted ones.
 */
#ifndef EP_DERIVE_H
#define EP_DERIVE_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_term {
    uint32_t block; /* a counted one */
    int less;       /* bool: it is taken off */
};

struct ep_derivation {
    uint32_t *first;       /* n_blocks + 1 indexes into terms */
    struct ep_term *terms; /* of block b: those from first[b] up to, not
                              including, first[b + 1]; counted: itself, without
                              marks: none */
    size_t n_terms;
};

/* What a block holds. */
enum ep_marks {
    EP_MARKS_NONE,
    EP_MARKS_SOME,
    EP_MARKS_COUNTED /* likewise, and it has to be counted */
};

/* MARKED  n_blocks enum ep_marks; EXIT and ENTRY have none
 * WEIGHT  n_blocks expected executions, any scale
 * OUT     initialised by this call; release with ep_derivation_release
 * GRAPH is finished.  EP_OK; EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int ep_derive(const struct ep_cfg *graph, const uint8_t *marked,
                            const uint64_t *weight, struct ep_derivation *out);
void ep_derivation_release(struct ep_derivation *derivation);

#ifdef __cplusplus
}
#endif

#endif
