/* SPDX-License-Identifier: MIT
 *
 * tally.h - how much of it is covered.
 */
#ifndef PROF_SHOW_TALLY_H
#define PROF_SHOW_TALLY_H

#include "view.h"

struct part {
    uint64_t covered;
    uint64_t total;
};

struct tally {
    struct part lines;
    struct part functions; /* written in the source, by place and name */
    struct part branches;  /* outcomes of decisions of the source */
};

struct tally tally_file(const struct ep_profile_file *file);
/* Sum over the files that are shown. */
struct tally tally_all(const struct view *view);

/* Room for "100.0". */
#define PERCENT_TEXT 8
/* Covered percent with one decimal; 0.0 and 100.0 only if exact, "-" of
 * nothing.  Returns OUT. */
const char *percent_text(struct part part, char out[PERCENT_TEXT]);

#endif
