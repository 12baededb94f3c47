/* SPDX-License-Identifier: MIT
 *
 * differences.h - functions and files of two profiles, side by side.
 */
#ifndef PROF_SHOW_DIFFERENCES_H
#define PROF_SHOW_DIFFERENCES_H

#include "rows.h"

/* A function in both profiles. */
struct pair {
    const struct row *before;
    const struct row *after;
};

struct differences {
    struct rows before;
    struct rows after;
    struct pair *items; /* that differ, in the order of --sort */
    size_t n;
};

/* The functions of VIEW and of its other profile.  EP_OK, or EP_ENOMEM after a message. */
int differences_make(const struct view *view, struct differences *out);
void differences_release(struct differences *pairs);

/* '+': it ran after alone; '-': before alone; '~': else. */
char differences_sign(const struct pair *pair);

/* Room for "x18446744073709551616". */
#define RATIO_TEXT 24
/* "x1.50", or nothing where there is none; returns OUT. */
const char *differences_ratio(const struct pair *pair, char out[RATIO_TEXT]);

/* Whether a count changed by more than --threshold, or began or ceased to run. */
int differences_is_change(const struct view *view, uint64_t a, uint64_t b);
/* Whether that of some line did; both have the same lines. */
int differences_in_file(const struct view *view,
                        const struct ep_profile_file *a,
                        const struct ep_profile_file *b);

#endif
