/* SPDX-License-Identifier: MIT
 *
 * mcdc.h - which conditions of a decision were shown to decide (MC/DC).
 *
 * MODEL An evaluation of a decision is a way through its diagram (decisions.h).  A
 *       condition *decides* in it if, were it alone otherwise, the decision could be:
 *       nothing that is asked after it, and was, masks it.  By *masking* a condition
 *       is shown if it decided once being false and once being true; by *unique
 *       cause*, if two evaluations differ in it and in the decision, and in no other
 *       condition that both asked.
 *       How often each outcome came is known, how often each way was taken only where
 *       these tell: in a tree always (Comar, Guitton, Hainque, Quinot, ERTS 2012),
 *       since there each way has an edge of its own.  Elsewhere the counts are a flow,
 *       and many sets of ways make it up.  So for each condition and outcome the fewest
 *       evaluations are found in which it decided, and the most, over all these
 *       sets: a maximum flow each (Edmonds and Karp 1972), as all that goes on from one
 *       outcome and is masked later passes one of certain edges.  Shown is what
 *       every set shows, not shown what none does.
 *       Where ways have counters of their own (ways.h), these are taken off first; what
 *       is left is a tree, unless some build did not count them.
 * RULES Evaluations that never came to an end show nothing: where more came to a
 *       condition's operand than left it, the difference may be any of them.
 *       More conditions than EP_CONDITIONS_MAX, or for unique cause more ways than
 *       EP_WAYS_MAX, are not judged: what was never false, or never true, is not shown,
 *       the others are not known.
 */
#ifndef EP_MCDC_H
#define EP_MCDC_H

#include "graph/decisions.h"
#include "graph/ways.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ep_shown { EP_NOT_SHOWN, EP_SHOWN, EP_SHOWN_UNKNOWN };

struct ep_shown_condition {
    uint64_t least[2]; /* evaluations in which it decided, being false, true: at
                          least, and at most */
    uint64_t most[2];
    enum ep_shown masking;
    enum ep_shown unique;
};

/* A way that was counted, COUNT evaluations. */
struct ep_way_count {
    const int8_t *asked; /* per condition: 0, 1, or -1: it is not */
    uint64_t count;
};

/* What COUNT, how often each of the N conditions of a decision was false and true, shows
 * of them, into OUT, which has N entries; WAYS, N_WAYS of them and each once, are part of
 * that.  NEXT is as ep_condition_at has it; NULL: the decision is not whole, and no more is
 * known than what a condition's own counts say.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_mcdc_judge(const uint32_t (*next)[2],
                                const uint64_t (*count)[2], uint32_t n,
                                const struct ep_way_count *ways,
                                uint32_t n_ways,
                                struct ep_shown_condition *out);

#ifdef __cplusplus
}
#endif

#endif
