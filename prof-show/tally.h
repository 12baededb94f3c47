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
void tally_add(struct tally *to, const struct tally *from);

/* How good a share is: from 90 percent on, from 75 on, or below; as genhtml has
 * it, and gcovr. */
enum tally_level { LEVEL_LOW, LEVEL_MEDIUM, LEVEL_HIGH };
enum tally_level tally_level(struct part part);
/* Sum over the files that are shown. */
struct tally tally_all(const struct view *view);

/* Variants of one function stand side by side: one past the last of those of
 * function I of FILE, and their calls. */
size_t tally_variants(const struct ep_profile_file *file, size_t i,
                      uint64_t *calls);

/* The outcomes of FILE on LINE, from the index *AT on, which is moved past
 * them; lines are asked for in their order. */
struct part tally_line(const struct ep_profile_file *file, uint32_t line,
                       size_t *at);

/* How often LINE of FILE ran; 0, too, if there is no code on it. */
uint64_t tally_count(const struct ep_profile_file *file, uint32_t line);

/* The next range of lines of FILE that never ran, at or after the index *AT:
 * its bounds, and *AT past it; 0 if there is none.  Lines without code do not
 * end a range. */
int tally_gap(const struct ep_profile_file *file, size_t *at, uint32_t *first,
              uint32_t *last);

/* Room for "100.0". */
#define PERCENT_TEXT 8
/* Covered percent with one decimal; 0.0 and 100.0 only if exact, "-" of
 * nothing.  Returns OUT. */
const char *percent_text(struct part part, char out[PERCENT_TEXT]);

#endif
