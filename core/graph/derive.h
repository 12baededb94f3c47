/* SPDX-License-Identifier: MIT
 *
 * derive.h - which pieces of a body are counted, and how the others follow.
 *
 * WHY   marks are placed function by function, and then functions are inlined
 *       into each other.  In such a body the count of one mark often follows
 *       from those of others: an inlined function has a mark at its entry, but
 *       its caller's marks say how often it gets there.
 * MODEL The body's final graph.  Its blocks are pieces of code that run from
 *       end to end (a call that may leave has ended one, with a LEAVE to EXIT
 *       and a RETURN from it).  A counter can stand in a piece that has marks,
 *       and nowhere else.  What lies between such pieces, edges and pieces
 *       without marks, is put together to sets; a piece with marks leads from
 *       one set to another.  What comes into a set goes out of it again.  So
 *       out of each set, but for that of EXIT, one piece need not be counted:
 *       its count is what came in less what else went out.
 *       Which pieces these are is chosen as in a function, by an
 *       in-arborescence into EXIT (tree.h).
 * RULES A frame that is cut off in the middle leaves some of the counts in a
 *       set done and others not.  A derived count is then never too low, and
 *       too high by no more than one per frame.  For that, a piece is counted
 *       if control can be in its set and not reach it, or if the caller says
 *       that it must be (EP_MARKS_COUNTED: ahead.h finds which).
 *       docs/design.md has the reasons, under "Which marks are counted".
 *       A derived count is a sum and difference of at most 16 counted ones.
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
    uint32_t
        *on_in; /* per block: the one that is not counted itself and is taken to
                         be where control goes that has come to the block, before its
                         marks; EP_NONE: there is none */
    uint32_t *on_out; /* likewise, behind them */
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
