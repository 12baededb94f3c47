/* SPDX-License-Identifier: MIT
 *
 * lacking.h - where on a line are the operands that never ran, or an outcome of which
 * never came.
 */
#ifndef PROF_SHOW_LACKING_H
#define PROF_SHOW_LACKING_H

#include "gaps.h"

/* Those of a file, whose line ran, by place. */
struct lacking_walk {
    const struct ep_profile_file *file;
    size_t at;
    const struct ep_outcome *next; /* NULL: there is none */
};

struct lacking {
    size_t start, size; /* in the line's text */
    int ran;            /* bool: it was evaluated */
    const struct ep_outcome *first;
};

struct lacking_walk lacking_walk(const struct ep_profile_file *file);

/* The next one in TEXT, that of LINE, at START or behind it, into OUT; 0: there is none.
 * Lines are asked for in their order. */
int lacking_next(struct lacking_walk *walk, uint32_t line, const char *text,
                 size_t start, struct lacking *out);

#endif
