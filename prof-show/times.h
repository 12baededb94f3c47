/* SPDX-License-Identifier: MIT
 *
 * times.h - samples of time and counts brought together: what each execution takes.
 *
 * MODEL A line's time is that of the samples whose place it is; a function's, its own,
 *       without what it calls, is that of the samples in it, wherever it was inlined to.
 *       Samples of modules that counted go with their counts; those of other programs,
 *       of libraries and of the kernel have none.
 *       Samples fall at random: of N, as many fall on a line as the binomial
 *       distribution has it, and its interval of 95 per cent (Wilson 1927) goes
 *       with every figure.
 *       A function's time in all, with what it calls, is that of the stacks that have it,
 *       each once however deep it is in itself.
 *       A time is divided by a count only where all runs counted were sampled.
 */
#ifndef PROF_SHOW_TIMES_H
#define PROF_SHOW_TIMES_H

#include "base/map.h"
#include "view.h"

/* Samples, weighed by their periods. */
struct spent {
    double ns;      /* the sum of the periods */
    double squares; /* of the squares of them */
    uint64_t samples;
};

struct time_row {
    struct spent spent;
    struct spent total;   /* functions: with what they call */
    uint32_t file;        /* of the profile, or EP_NONE */
    uint32_t line;        /* 0: unknown */
    const char *path;     /* shown; "": unknown */
    const char *function; /* linkage name; "": unknown */
    const char *object;   /* that a sample was in */
    int has_count;
    uint64_t count; /* executions, of a function calls */
};

/* Most time first. */
struct time_table {
    struct time_row *items;
    size_t n;
    size_t capacity;
};

struct times {
    struct time_table lines;
    struct time_table functions;
    struct ep_map by_line;     /* of the rows of lines that have counts */
    struct ep_map by_function; /* likewise, by where they begin */
    struct spent total;
    struct spent stacked; /* of those that have stacks */
    uint64_t lost;
    uint64_t runs; /* sampled from end to end */
    int is_user;   /* bool: of some, without the time in the kernel */
    int is_own;    /* bool: of some, by timers of counted programs */
    int is_whole;  /* bool: of all runs counted */
};

/* Most time first; an ep_order_fn. */
int times_order(const void *left, const void *right);

/* Those of VIEW, of what is shown; says what must be known to read them.  EXIT_DONE, or
 * the status to exit with, OUT is then empty. */
int times_make(const struct view *view, struct times *out);
void times_release(struct times *times);

/* The row of FILE's LINE, which has a count; NULL: no time was spent on it. */
const struct time_row *times_of_line(const struct times *times, uint32_t file,
                                     uint32_t line);

/* The row of FUNCTION, which has a count; NULL: no time was spent in it. */
const struct time_row *
times_of_function(const struct times *times,
                  const struct ep_profile_function *function);

struct time_figure {
    double ns, low, high;
};
/* ROW's time. */
struct time_figure times_row(const struct times *times,
                             const struct time_row *row);
/* With what it calls; whether that is known. */
int times_total(const struct times *times, const struct time_row *row,
                struct time_figure *out);
/* That of each of its executions; whether it is known. */
int times_each(const struct times *times, const struct time_row *row,
               struct time_figure *out);

/* Room for a time and its interval. */
#define TIME_TEXT 64
/* "12.3 ms" into OUT, returned. */
const char *time_text(double ns, char out[TIME_TEXT]);
/* "5.04 +- 0.28 ns"; "-": it is not known. */
const char *time_each_text(const struct times *times,
                           const struct time_row *row, char out[TIME_TEXT]);
/* "15.9%" of all time. */
const char *time_share_text(const struct times *times,
                            const struct time_row *row, char out[TIME_TEXT]);

/* The fields of ROW in what is open. */
void times_json_row(const struct times *times, const struct time_row *row);
/* The end of a document: what goes with all rows. */
void times_json_end(const struct times *times);

#endif
