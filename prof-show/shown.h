/* SPDX-License-Identifier: MIT
 *
 * shown.h - in words, what runs showed of the conditions of decisions (MC/DC).
 */
#ifndef PROF_SHOW_SHOWN_H
#define PROF_SHOW_SHOWN_H

#include "source.h"
#include "tally.h"

/* Append how CONDITION is written, or "the condition" where SOURCE, that of its file, has no
 * text: `b`. */
void shown_name(const struct source *source,
                const struct ep_profile_condition *condition,
                struct ep_buf *out);

/* Append why it is not shown to decide, by masking: "it was never true", "it never decided
 * while it was true", "the counts do not tell". */
void shown_why(const struct ep_profile_decision *decision,
               const struct ep_profile_condition *condition,
               struct ep_buf *out);

/* Append what runs lack of CONDITION: "`b` alone was never shown to decide: it was never
 * true"; nothing if they lack nothing, by masking. */
void shown_lack(const struct source *source,
                const struct ep_profile_decision *decision,
                const struct ep_profile_condition *condition,
                struct ep_buf *out);

/* "shown", "not shown", "unknown" */
const char *shown_word(enum ep_shown shown);

/* The conditions of DECISION that are shown to decide, by masking, of all. */
struct part shown_part(const struct view *view,
                       const struct ep_profile_decision *decision);
/* Likewise of FILE, an index into VIEW's, whose decisions are made. */
struct part shown_file(const struct view *view, uint32_t file);

/* Likewise of all files that are shown. */
struct part shown_all(const struct view *view);

/* Call TAKE with each condition of FILE that runs lack something of, by place of its
 * decision.  EP_OK or EP_ENOMEM. */
typedef void shown_fn(void *context, const struct ep_profile_decision *decision,
                      const struct ep_profile_condition *condition,
                      const char *lack);
int shown_each_lack(struct view *view, uint32_t file, shown_fn *take,
                    void *context);

#endif
