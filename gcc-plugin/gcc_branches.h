/* SPDX-License-Identifier: MIT
 *
 * gcc_branches.h - what the source decides, where, and which way is true.
 *
 * WHY   GCC places a condition at a bracket, an operator or an operand, and
 *       folds `!(a && b)` to !a || !b. Branches are added up with those of other
 *       compilers by their place, and `true` is the source's.
 * MODEL A condition's place, and the `!` before groups that it is in, are read from
 *       the text (conditions.h).
 * RULES There is no text but for C and C++, and none for what was preprocessed
 *       before: places and truth are then those of GCC.
 */
#ifndef EDGEPROF_GCC_BRANCHES_H
#define EDGEPROF_GCC_BRANCHES_H

#include "gcc_plugin.h"

#include "base/conditions.h"

struct edgeprof_branch {
    expanded_location at;  /* `file` is NULL: the source does not decide */
    struct ep_point whole; /* of its decision */
    uint32_t n_operands;   /* that this has; 0: not known */
    bool is_reversed;      /* a condition that is true goes GCC's false way */
    bool is_written; /* a condition that the text has at `at`, and no macro's */
    bool has_cases;  /* a condition that was a switch; these, and its default */
    int64_t first_case, last_case;
};

/* Whether the compiler, not the user, asks what CONDITION, at AT, asks: if there is
 * something to construct, to delete, to cast. */
bool edgeprof_branches_is_made(gimple *condition, expanded_location at);

/* What the statement at the end of BB decides. */
edgeprof_branch edgeprof_branches_read(basic_block bb);

/* Add the values for which CHOICE goes over E as those of the edge ID. */
int edgeprof_branches_cases(gswitch *choice, edge e, struct ep_cfg *cfg,
                            uint32_t id);

/* Before the current function is lowered: note what is not to be told later. */
void edgeprof_branches_note();

#endif
