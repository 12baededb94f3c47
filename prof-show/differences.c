/* SPDX-License-Identifier: MIT */
#include "differences.h"

#include <stdio.h>
#include <string.h>

#include "sort.h"
#include "tool/say.h"

static int ran(const struct row *row)
{
    return row->calls || row->executions;
}

char differences_sign(const struct pair *pair)
{
    if (!ran(pair->before))
        return '+';
    return ran(pair->after) ? '~' : '-';
}

int differences_is_change(const struct view *view, uint64_t a, uint64_t b)
{
    double change = a > b ? (double)(a - b) : (double)(b - a);

    return a != b && (a == 0 || b == 0 ||
                      change * 100 > view->options->threshold * (double)a);
}

/* Lines covered are a change, whatever the threshold. */
static int is_shown(const struct view *view, const struct pair *pair)
{
    const struct row *a = pair->before, *b = pair->after;

    return differences_is_change(view, a->executions, b->executions) ||
           differences_is_change(view, a->calls, b->calls) ||
           a->lines.covered != b->lines.covered;
}

/* What became hot first, what cooled down most last. */
static int by_gain(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    int up_a = a->after->executions >= a->before->executions;
    int up_b = b->after->executions >= b->before->executions;
    uint64_t more_a = a->after->executions - a->before->executions;
    uint64_t more_b = b->after->executions - b->before->executions;

    if (up_a != up_b)
        return up_a ? -1 : 1;
    if (more_a != more_b) /* a small loss wraps to more than a large one */
        return more_a > more_b ? -1 : 1;
    return (a->after->first > b->after->first) -
           (a->after->first < b->after->first);
}

/* What ran in the second alone first, what ran in the first alone last. */
static int by_ratio(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    long double more_a =
        (long double)a->after->executions * (long double)b->before->executions;
    long double more_b =
        (long double)b->after->executions * (long double)a->before->executions;

    return more_a != more_b ? (more_a < more_b) - (more_a > more_b)
                            : by_gain(left, right);
}

static int by_name(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    int order = strcmp(a->after->name, b->after->name);

    return order ? order : rows_by_place(a->after, b->after);
}

const struct sort_key diff_keys[] = {
    {"gain", by_gain}, {"ratio", by_ratio}, {"name", by_name}, {NULL, NULL}};

void differences_release(struct differences *pairs)
{
    rows_release(&pairs->before);
    rows_release(&pairs->after);
    ep_mem_free(pairs->items);
}

/* Both profiles have the same functions, so rows by place are pairs. */
int differences_make(const struct view *view, struct differences *out)
{
    struct view earlier = *view;
    int status;

    earlier.profile = view->other;
    *out = (struct differences){0};
    status = rows_make(&earlier, &out->before);
    if (!status)
        status = rows_make(view, &out->after);
    if (!status)
        out->items = ep_mem_zeroed(out->after.n, sizeof *out->items);
    if (!out->items) {
        differences_release(out);
        say_error("out of memory");
        return EP_ENOMEM;
    }
    rows_order_by_place(&out->before);
    rows_order_by_place(&out->after);
    for (size_t i = 0; i < out->after.n; i++) {
        struct pair pair = {&out->before.items[i], &out->after.items[i]};

        if (is_shown(view, &pair))
            out->items[out->n++] = pair;
    }
    out->n = sort_top(view, diff_keys, out->items, out->n, sizeof *out->items);
    return EP_OK;
}

const char *differences_ratio(const struct pair *pair, char out[RATIO_TEXT])
{
    uint64_t before = pair->before->executions;
    uint64_t after = pair->after->executions;
    double ratio = before ? (double)after / (double)before : 0;

    out[0] = '\0';
    if (before && after)
        (void)snprintf(out, RATIO_TEXT, ratio < 100 ? "x%.2f" : "x%.0f", ratio);
    return out;
}

int differences_in_file(const struct view *view,
                        const struct ep_profile_file *a,
                        const struct ep_profile_file *b)
{
    for (size_t i = 0; i < a->n_lines; i++)
        if (differences_is_change(view, a->lines[i].count, b->lines[i].count))
            return 1;
    return 0;
}
