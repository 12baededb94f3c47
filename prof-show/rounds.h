/* SPDX-License-Identifier: MIT
 *
 * rounds.h - how often each loop was entered, how often it came round, and, with
 * trips=yes, how often from one entry.
 */
#ifndef SHOW_ROUNDS_H
#define SHOW_ROUNDS_H

#include <stdio.h>

#include <edgeprof/abi.h>

#include "rows.h"

struct loop {
    const struct row *row;
    uint32_t file; /* of the profile, or EP_NONE */
    uint32_t line; /* of its head, or 0 */
    uint32_t nth;  /* of the loops of one graph on this line */
    uint64_t entries;
    uint64_t rounds;              /* back to its head */
    int has_trips;                /* bool: it is known how often it was left */
    uint64_t left[EP_TRIPS_BINS]; /* after so many rounds (trips.h) */
};

struct rounds {
    struct rows rows;
    struct loop *items; /* by place */
    size_t n;
};

/* All loops of wanted functions.  Release OUT whatever comes.  EXIT_DONE, or
 * EXIT_TROUBLE after a message. */
int rounds_make(const struct view *view, struct rounds *out);
void rounds_release(struct rounds *rounds);

/* By function, file, line. */
int rounds_by_place(const void *left, const void *right);
/* Add what FROM counted to TO. */
void rounds_add(struct loop *to, const struct loop *from);
/* Rounds of an entry; 0: there is none. */
double rounds_mean(const struct loop *loop);
/* The rounds that BIN is for. */
uint64_t rounds_fewest(int bin);
uint64_t rounds_most(int bin);
/* "left after 0: 3, 4-7: 12; not left: 1" */
void rounds_print_left(const struct loop *loop, FILE *out);

#endif
