/* SPDX-License-Identifier: MIT
 *
 * load.h - from the arguments to a profile.
 */
#ifndef PROF_SHOW_LOAD_H
#define PROF_SHOW_LOAD_H

#include "profile/profile.h"
#include "tool/take.h"

struct load_options {
    struct inputs inputs;
    struct inputs other; /* that these are compared or combined with */
    struct inputs
        counts; /* have the counts, if there are any: the inputs samples alone */
    struct binaries binaries;
    struct texts maps;  /* OLD=NEW */
    struct texts roots; /* absolute */
    unsigned jobs;      /* threads at most; 0: see gather.h */
    int named;          /* the inputs were */
    int timed;          /* samples of time alone will do */
    int rings;          /* keep what threads did last, too */
};

/* Read all inputs of FROM, add them up into COUNTS and build the profile; says
 * on standard error what was skipped and what the reader of a report must know.
 * *OUT_SKIPPED: how many could not be used.
 * EXIT_DONE, or the status to exit with; release COUNTS whatever it is. */
int load_profile(const struct load_options *from, struct ep_counts *counts,
                 struct ep_profile *out, size_t *out_skipped);

/* Give COUNTS, of the inputs that have the counts, the samples of the others.  EXIT_DONE,
 * or the status to exit with. */
int load_samples(const struct load_options *from, struct ep_counts *counts);

/* load_profile for the `other` inputs, when FIRST is the profile of the first ones, and
 * FIRST_COUNTS their counts.  Both profiles then have the same functions, lines and
 * branches in the same order, and what was said of FIRST is not said again.  Release OUT
 * before FIRST, whose notes it has. */
int load_other(const struct load_options *from, const struct ep_profile *first,
               const struct ep_counts *first_counts, struct ep_profile *out);

#endif
