/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "name.h"

static void release_row(struct row *row)
{
    free(row->name);
    ep_mem_free(row->missing);
}

void rows_release(struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        release_row(&rows->items[i]);
    ep_mem_free(rows->items);
    *rows = (struct rows){0};
}

int row_lines(const struct row *row, struct ep_line_count **out, size_t *n)
{
    size_t at = 0;

    *n = 0;
    for (size_t v = 0; v < row->n_variants; v++)
        *n += row->first[v].n_lines;
    *out = ep_mem_zeroed(*n, sizeof **out);
    if (!*out)
        return EP_ENOMEM;
    for (size_t v = 0; v < row->n_variants; v++)
        for (size_t i = 0; i < row->first[v].n_lines; i++)
            (*out)[at++] = row->first[v].lines[i];
    *n = ep_line_fold_sum(*out, at);
    return EP_OK;
}

const char *row_file(const struct view *view, const struct row *row)
{
    return row->first->file == EP_NONE
               ? "?"
               : view->profile.files[row->first->file].name;
}

static int same_row(const struct ep_profile_function *a,
                    const struct ep_profile_function *b)
{
    return a->file == b->file && a->function->line == b->function->line &&
           name_same(a->function->name, b->function->name);
}

static void add_blocks(struct row *row,
                       const struct ep_profile_function *variant)
{
    uint32_t n = variant->function->cfg.n_blocks;

    row->calls = edgeprof_add(row->calls, variant->calls);
    for (uint32_t i = EP_BLOCK_FIRST; i < n; i++) {
        row->executions = edgeprof_add(row->executions, variant->block[i]);
        row->never += variant->block[i] == 0;
        row->blocks++;
    }
}

/* A line is covered if any variant ran it. */
static int count_lines(struct row *row)
{
    struct ep_line_count *lines;
    size_t n = 0;

    for (size_t i = 0; i < row->n_variants; i++)
        n += row->first[i].n_lines;
    lines = ep_mem_zeroed(n, sizeof *lines);
    if (!lines)
        return EP_ENOMEM;
    n = 0;
    for (size_t i = 0; i < row->n_variants; i++)
        for (size_t j = 0; j < row->first[i].n_lines; j++)
            lines[n++] = row->first[i].lines[j];
    row->lines.total = ep_line_fold_largest(lines, n);
    for (size_t i = 0; i < row->lines.total; i++) {
        if (lines[i].count > 0)
            row->lines.covered++;
        else
            lines[row->n_missing++] = lines[i];
    }
    row->missing = lines;
    return EP_OK;
}

static int add_row(struct rows *rows, const struct ep_profile_function *first,
                   size_t n_variants)
{
    struct row row = {.first = first, .n_variants = n_variants};

    if (EP_GROW(rows->items, rows->n, rows->capacity))
        return EP_ENOMEM;
    for (size_t i = 0; i < n_variants; i++) {
        add_blocks(&row, &first[i]);
        row.late |= first[i].late;
    }
    row.name = name_demangle(first->function->name);
    if (!row.name || count_lines(&row)) {
        release_row(&row);
        return EP_ENOMEM;
    }
    rows->items[rows->n++] = row;
    return EP_OK;
}

int rows_by_executions(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order;

    if (a->executions != b->executions)
        return a->executions > b->executions ? -1 : 1;
    order = strcmp(a->name, b->name);
    if (order)
        return order;
    return (a->first > b->first) - (a->first < b->first);
}

/* The last row is new: bring never_called up to date for it and the variants of
 * a constructor or destructor, which begin at row FIRST; returns where its own
 * begin. */
static size_t note_called(struct rows *rows, size_t first)
{
    struct row *row = &rows->items[rows->n - 1];
    struct row *head = &rows->items[first];

    row->never_called = row->calls == 0;
    if (head == row || head->first->file != row->first->file ||
        head->first->function->line != row->first->function->line ||
        !name_same_function(head->first->function->name,
                            row->first->function->name))
        return rows->n - 1;
    head->never_called &= row->never_called;
    row->never_called = 0;
    return first;
}

int rows_make(const struct view *view, struct rows *out)
{
    const struct ep_profile *profile = &view->profile;
    size_t next, first_variant = 0;

    *out = (struct rows){0};
    for (size_t i = 0; i < profile->n_functions; i = next) {
        const struct ep_profile_function *first = &profile->functions[i];

        for (next = i + 1; next < profile->n_functions &&
                           same_row(first, &profile->functions[next]);
             next++)
            ;
        if (first->function->flags & EP_FUNCTION_MADE ||
            !view_shows(view, first->file))
            continue;
        if (add_row(out, first, next - i)) {
            rows_release(out);
            return EP_ENOMEM;
        }
        first_variant = note_called(out, first_variant);
    }
    if (out->n)
        qsort(out->items, out->n, sizeof *out->items, rows_by_executions);
    return EP_OK;
}

int row_branches(const struct row *row, struct part *out)
{
    size_t covered, total;
    int status = ep_profile_count_outcomes(row->first, row->n_variants,
                                           &covered, &total);

    *out = (struct part){covered, total};
    return status;
}

int rows_by_place(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    return (a->first > b->first) - (a->first < b->first);
}

void rows_order_by_place(struct rows *rows)
{
    if (rows->n)
        qsort(rows->items, rows->n, sizeof *rows->items, rows_by_place);
}
