/* SPDX-License-Identifier: MIT
 *
 * rows.h - functions as the reports list them: variants of one function, of
 * equal name and place but other graphs, make one row.
 */
#ifndef PROF_SHOW_ROWS_H
#define PROF_SHOW_ROWS_H

#include "tally.h"
#include "view.h"

struct row {
    const struct ep_profile_function *first; /* of the variants */
    size_t n_variants;
    char *name; /* demangled, owned */
    int late;   /* some variant's loops count when they are left */
    uint64_t calls;
    int never_called;    /* nor was another variant of this constructor or
                            destructor; of such, the first alone says it */
    uint64_t executions; /* of blocks */
    uint64_t blocks;     /* without entry and exit */
    uint64_t never;      /* blocks that never ran */
    struct part lines;
    struct ep_line_count *missing; /* lines that no variant ran, owned */
    size_t n_missing;
};

struct rows {
    struct row *items;
    size_t n;
    size_t capacity;
};

/* The functions that VIEW shows and that are written in the source, most
 * executed first, ties by name and place.  EP_OK or EP_ENOMEM, OUT is then
 * empty. */
int rows_make(const struct view *view, struct rows *out);
void rows_release(struct rows *rows);

/* In the order of the source instead. */
void rows_order_by_place(struct rows *rows);

/* Both orders, of struct row. */
int rows_by_executions(const void *left, const void *right);
int rows_by_place(const void *left, const void *right);

/* The outcomes of ROW's branches.  EP_OK or EP_ENOMEM. */
int row_branches(const struct row *row, struct part *out);

/* The lines of ROW's variants, by file and line, with the sums of their counts, into
 * *OUT, N of them, to be freed.  EP_OK or EP_ENOMEM, *OUT is then NULL. */
int row_lines(const struct row *row, struct ep_line_count **out, size_t *n);

/* The file of ROW as reports show it. */
const char *row_file(const struct view *view, const struct row *row);

#endif
