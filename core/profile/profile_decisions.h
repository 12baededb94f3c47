/* SPDX-License-Identifier: MIT
 *
 * profile_decisions.h - what runs showed of each decision of the source.
 *
 * MODEL A decision is one in several functions if it has the same conditions, in
 *       the same order, and they lead to each other alike; its counts are then the sums
 *       (as of branches, profile_branches.c).  What they show, mcdc.h says.
 *       A condition that is left out (ep_profile_omit) is not listed, but counts for
 *       what the others show; with its first condition goes the decision.
 * RULES Made of the profile as it is: after ep_profile_omit and ep_profile_combine.
 *       No more is known than what a condition's own counts say, as if the decision were not
 *       whole, where counts are no sum of evaluations: of profiles that are combined, and
 *       of functions that are inexact.
 */
#ifndef EP_PROFILE_DECISIONS_H
#define EP_PROFILE_DECISIONS_H

#include "graph/mcdc.h"
#include "profile/profile.h"

struct ep_profile_condition {
    uint32_t file;
    struct ep_point at;
    uint64_t count[2]; /* how often it was false, true */
    struct ep_shown_condition shown;
    int is_omitted; /* bool: it is not to be shown */
};

struct ep_profile_decision {
    uint32_t file; /* of the first condition, as is `at` */
    struct ep_point at;
    const char *function; /* linkage name of one that has it */
    uint64_t builds;
    int is_whole;
    uint32_t first; /* into conditions, in the order in which they are asked */
    uint32_t n;
};

struct ep_profile_decisions {
    struct ep_profile_decision *items; /* by place */
    size_t n;
    struct ep_profile_condition *conditions;
    struct ep_arena arena;
};

/* The decisions of the N FUNCTIONS, which are PROFILE's, into OUT; release it with
 * ep_profile_decisions_release.  EP_OK or EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int
ep_profile_decisions_make(const struct ep_profile *profile,
                          const struct ep_profile_function *functions, size_t n,
                          struct ep_profile_decisions *out);
void ep_profile_decisions_release(struct ep_profile_decisions *decisions);

/* How many of the conditions of DECISION are to be shown, and of those are shown to decide,
 * by masking and by unique cause, or not known to be or not, by masking. */
struct ep_decision_sum {
    uint32_t n;
    uint32_t masking;
    uint32_t unique;
    uint32_t unknown;
};
struct ep_decision_sum
ep_profile_decision_sum(const struct ep_profile_decisions *decisions,
                        const struct ep_profile_decision *decision);

/* Those of FILE: from *OUT_FIRST on, so many. */
size_t ep_profile_decisions_of(const struct ep_profile_decisions *decisions,
                               uint32_t file,
                               const struct ep_profile_decision **out_first);

#endif
