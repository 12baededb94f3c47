/* SPDX-License-Identifier: MIT
 *
 * decisions.h - which condition of a decision is asked after which.
 *
 * WHY   whether a condition decides alone (mcdc.h) follows from the order in which
 *       && and || ask their operands; the notes have the graph, and which
 *       conditions are of one decision, but no operators.
 * MODEL A decision is a binary decision diagram: from each of its conditions, false
 *       and true lead to another one or to one of two ends, which is false or true
 *       as the last condition is.  Which condition an outcome leads to is found
 *       backwards from it, over all that is done to evaluate it; an outcome that
 *       leads to none ends the decision, where the block that it leads to tells the
 *       two ends apart.  What stands at one place and cannot be one decision, as
 *       two "if" of a macro, is several: a condition begins one if control can come to
 *       it from elsewhere, or by both outcomes of another one.
 * RULES A decision is *whole* only if all of its conditions are branches, what has no
 *       text or an operand without a branch is not (ep_branch.is_open), no operand
 *       can be come to from nowhere, each condition leads on to the next one, and there
 *       are two ends.  Of others the conditions are listed, and no more.
 */
#ifndef EP_DECISIONS_H
#define EP_DECISIONS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the decision ends, false or true; below, the number of a condition in it. */
enum { EP_END_FALSE = 0x40000000, EP_END_TRUE = 0x40000001 };

struct ep_condition_at {
    uint32_t branch;  /* index into the graph's branches */
    uint32_t edge[2]; /* that is taken if it is false, true */
    uint32_t
        next[2]; /* likewise, of a whole decision: the condition that is asked
                         then, from 0 on in the decision, or EP_END_* */
};

struct ep_decision {
    uint32_t first; /* into conditions, in the order in which they are asked */
    uint32_t n;
    int is_whole; /* bool */
};

struct ep_decisions {
    struct ep_decision *items; /* by their first branch */
    uint32_t n;
    struct ep_condition_at *conditions;
    uint32_t n_conditions;
};

/* The decisions of CFG, finished or read, into OUT, which lives as long as ARENA.
 * EP_OK or EP_ENOMEM.  Cost O(B+E) for each condition of a decision that has several. */
EP_MUST_CHECK int ep_decisions_find(const struct ep_cfg *cfg,
                                    struct ep_arena *arena,
                                    struct ep_decisions *out);

/* Two parts of a decision that an && or || joins: what is in the conditions from FIRST
 * on, below MIDDLE, is masked where those from there on, below END, lead to MASK. */
struct ep_join {
    uint32_t first, middle, end;
    uint32_t mask;
};

/* The operators of N conditions, of which the outcomes of each lead to NEXT, EP_END_* or
 * beyond at the ends; inner ones first.  JOINS has room for N - 1.  0: they are not
 * operands of && and ||, each asked once and behind the other. */
int ep_decision_join(const uint32_t (*next)[2], uint32_t n,
                     struct ep_join *joins);

#ifdef __cplusplus
}
#endif

#endif
