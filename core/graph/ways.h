/* SPDX-License-Identifier: MIT
 *
 * ways.h - marks for the ways through decisions that edges do not tell apart.
 *
 * WHY   of `(a || b) && c` the outcomes of c are sums of two ways, and which
 *       conditions decided depends on the way (mcdc.h).
 * MODEL An evaluation of a decision takes a way through its diagram (decisions.h).
 *       The ways that come to a condition are numbered from 0 on: those by
 *       one edge that leads there follow those by another.  A variable of the
 *       frame holds the number.  It is set, or something is added, on an edge to
 *       a condition that several ways come to.  Where an outcome of such a
 *       condition ends the decision, the variable tells which way that was, and
 *       each has a mark of its own.  An outcome that ends one way needs none: its
 *       edge is the way.  So a diagram that is a tree has no such marks.
 *       For example, (a || b) && c:
 *
 *           a true:  set 0      c false, c true:  mark 0 or 1, 2 or 3
 *           b true:  set 1
 *
 *       Way 2, which mark 2 counts, is that a was true and c was true.
 * RULES Decisions that are not whole, have more than EP_CONDITIONS_MAX conditions or
 *       more than EP_WAYS_MAX such ways, or edges on which no code can stand, get
 *       none.  Pure: same graph, same marks.
 */
#ifndef EP_WAYS_H
#define EP_WAYS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EP_CONDITIONS_MAX = 256, EP_WAYS_MAX = 512 };

/* Zero-initialised is empty and valid. */
struct ep_ways {
    uint32_t n;
    uint32_t *first; /* n + 1 indexes into edge; owned, as is that */
    uint32_t *edge;  /* the outcome of each condition that is asked, in their
                        order */
};
void ep_ways_release(struct ep_ways *ways);

enum ep_way_kind { EP_WAY_SET, EP_WAY_ADD, EP_WAY_END };

/* What stands on an edge. */
struct ep_way_step {
    uint32_t edge;
    uint32_t variable; /* of the frame: 32 bits, unsigned */
    enum ep_way_kind kind;
    uint32_t value; /* that it is set to, or that is added; at an end, the way
                       that 0 is */
    uint32_t n;     /* at an end: how many there are, 2 or more */
};

struct ep_way_steps {
    struct ep_way_step *items; /* one an edge at most; owned */
    uint32_t n;
    uint32_t n_variables;
};
void ep_way_steps_release(struct ep_way_steps *steps);

/* The ways of CFG, finished, that get marks, and what tells them apart.  OUT and
 * OUT_WAYS are the caller's to release.  EP_OK or EP_ENOMEM, they are then empty. */
EP_MUST_CHECK int ep_ways_plan(const struct ep_cfg *cfg,
                               struct ep_way_steps *out,
                               struct ep_ways *out_ways);

#ifdef __cplusplus
}
#endif

#endif
