/* SPDX-License-Identifier: MIT
 *
 * gaps.h - what is not covered, place by place: lines that never ran, functions
 * that were never called, and outcomes that never came of what did run; and with --mcdc,
 * conditions that were not shown to decide.
 */
#ifndef PROF_SHOW_GAPS_H
#define PROF_SHOW_GAPS_H

#include "rows.h"

enum gap_kind {
    GAP_LINES,
    GAP_FUNCTION,
    GAP_BRANCH,
    GAP_CONDITION, /* with --mcdc */
    GAP_KINDS
};

struct gap {
    enum gap_kind kind;
    const struct ep_profile_file *file;
    uint32_t first; /* line; 0 of a function: not known */
    uint32_t last;
    uint32_t column;  /* of a branch or condition, or 0 */
    const char *text; /* "lines 3 to 5 never ran", "f() was never called" */
    const struct row *row;                  /* of a function */
    const struct ep_outcome *first_outcome; /* of a branch */
};

/* Call TAKE with each gap of what VIEW shows: file by file, in each lines, then
 * functions, branches, conditions.  EP_OK or EP_ENOMEM. */
typedef void gap_fn(void *context, const struct gap *gap);
EP_MUST_CHECK int gaps_each(struct view *view, gap_fn *take, void *context);

/* The next branch of FILE at or after outcome *AT that lacks an outcome, though
 * its line ran: its first outcome, and *AT past its last; NULL: there is none.
 */
const struct ep_outcome *gap_branch(const struct ep_profile_file *file,
                                    size_t *at);
/* Append what BRANCH, of gap_branch, lacks: "never true", "never evaluated"
 * where control never came to it. */
void gap_never(const struct ep_profile_file *file,
               const struct ep_outcome *first, struct ep_buf *out);

/* What kind a gap is of, for tools: "never-ran", "never-called",
 * "never-taken", "never-decided". */
const char *gap_kind_name(enum gap_kind kind);

#endif
