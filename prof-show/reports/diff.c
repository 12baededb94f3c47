/* SPDX-License-Identifier: MIT
 *
 * diff - functions and lines that ran in one profile as they did not in
 * another.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "colour.h"
#include "json.h"
#include "rows.h"
#include "sort.h"
#include "source.h"
#include "tool/say.h"

static void print_sign(char sign)
{
    if (sign == '~')
        (void)putchar(sign);
    else
        (void)printf("%s%c%s", colour(sign == '+' ? LEVEL_HIGH : LEVEL_LOW),
                     sign, colour_end());
}

/* ---- functions ----------------------------------------------------------- */

/* A function in both profiles. */
struct pair {
    const struct row *before;
    const struct row *after;
};

struct pairs {
    struct rows before;
    struct rows after;
    struct pair *items; /* that differ */
    size_t n;
};

static int ran(const struct row *row)
{
    return row->calls || row->executions;
}

/* Whether it changed by more than --threshold, or began or ceased to run. */
static int is_change(const struct view *view, uint64_t a, uint64_t b)
{
    double change = a > b ? (double)(a - b) : (double)(b - a);

    return a != b && (a == 0 || b == 0 ||
                      change * 100 > view->options->threshold * (double)a);
}

/* Lines covered are a change, whatever the threshold. */
static int is_shown(const struct view *view, const struct pair *pair)
{
    const struct row *a = pair->before, *b = pair->after;

    return is_change(view, a->executions, b->executions) ||
           is_change(view, a->calls, b->calls) ||
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

static void release_pairs(struct pairs *pairs)
{
    rows_release(&pairs->before);
    rows_release(&pairs->after);
    ep_mem_free(pairs->items);
}

/* Both profiles have the same functions, so rows by place are pairs. */
static int make_pairs(const struct view *view, struct pairs *out)
{
    struct view earlier = *view;
    int status;

    earlier.profile = view->other;
    *out = (struct pairs){0};
    status = rows_make(&earlier, &out->before);
    if (!status)
        status = rows_make(view, &out->after);
    if (!status)
        out->items = ep_mem_zeroed(out->after.n, sizeof *out->items);
    if (!out->items) {
        release_pairs(out);
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

/* Room for "  x18446744073709551616". */
#define RATIO_TEXT 24

/* "  x1.50", or nothing where there is none; returns OUT. */
static const char *ratio_text(uint64_t before, uint64_t after,
                              char out[RATIO_TEXT])
{
    double ratio = before ? (double)after / (double)before : 0;

    out[0] = '\0';
    if (before && after)
        (void)snprintf(out, RATIO_TEXT, ratio < 100 ? "  x%.2f" : "  x%.0f",
                       ratio);
    return out;
}

static void print_pair(const struct view *view, const struct pair *pair)
{
    const struct row *a = pair->before, *b = pair->after;
    char is[PERCENT_TEXT], was[PERCENT_TEXT], ratio[RATIO_TEXT];
    char sign = '~';

    if (!ran(a))
        sign = '+';
    else if (!ran(b))
        sign = '-';
    print_sign(sign);
    (void)printf(" %12" PRIu64 " %12" PRIu64 " %6s %6s  %s %s:%" PRIu32 "%s\n",
                 a->executions, b->executions, percent_text(a->lines, was),
                 percent_text(b->lines, is), b->name, row_file(view, b),
                 b->first->function->line,
                 ratio_text(a->executions, b->executions, ratio));
}

static void add_numbers(const char *key, uint64_t before, uint64_t after)
{
    json_open(key, '{');
    json_number("before", before);
    json_number("after", after);
    json_close('}');
}

static void add_pair(const struct view *view, const struct pair *pair)
{
    const struct row *a = pair->before, *b = pair->after;

    json_open(NULL, '{');
    json_text("name", b->name);
    json_text("symbol", b->first->function->name);
    json_text("file", row_file(view, b));
    json_number("line", b->first->function->line);
    add_numbers("calls", a->calls, b->calls);
    add_numbers("executions", a->executions, b->executions);
    json_open("lines", '{');
    json_part("before", a->lines);
    json_part("after", b->lines);
    json_close('}');
    json_close('}');
}

/* ---- lines --------------------------------------------------------------- */

struct sums {
    uint64_t newly;   /* lines that ran in the second alone */
    uint64_t no_more; /* in the first alone */
    uint64_t otherwise;
};

static char kind_of(uint64_t before, uint64_t after, struct sums *sums)
{
    if (before == 0) {
        sums->newly++;
        return '+';
    }
    if (after == 0) {
        sums->no_more++;
        return '-';
    }
    sums->otherwise++;
    return '~';
}

static int file_differs(const struct view *view,
                        const struct ep_profile_file *a,
                        const struct ep_profile_file *b)
{
    for (size_t i = 0; i < a->n_lines; i++)
        if (is_change(view, a->lines[i].count, b->lines[i].count))
            return 1;
    return 0;
}

static void print_file(const struct view *view,
                       const struct ep_profile_file *before,
                       const struct ep_profile_file *after,
                       const struct source *source, struct sums *sums)
{
    (void)printf("%s:\n", after->name);
    for (size_t i = 0; i < after->n_lines; i++) {
        uint64_t a = before->lines[i].count, b = after->lines[i].count;
        uint32_t line = after->lines[i].line;

        if (!is_change(view, a, b))
            continue;
        print_sign(kind_of(a, b, sums));
        (void)printf(" %12" PRIu64 " %12" PRIu64 ":%" PRIu32 ":%s\n", a, b,
                     line,
                     line <= source->n_lines ? source->lines[line - 1] : "");
    }
}

static int print_files(struct view *view, struct sums *sums)
{
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];
        struct source source;

        if (!view->shown[i] || !file_differs(view, before, after))
            continue;
        if (source_read(view, after, &source)) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (source.why)
            source_miss(view, after, source.why);
        print_file(view, before, after, &source, sums);
        source_release(&source);
    }
    source_say(view);
    return EXIT_DONE;
}

int diff_text(struct view *view)
{
    struct sums sums = {0};
    struct pairs pairs;

    if (make_pairs(view, &pairs))
        return EXIT_TROUBLE;
    if (pairs.n)
        (void)puts("functions:");
    for (size_t i = 0; i < pairs.n; i++)
        print_pair(view, &pairs.items[i]);
    release_pairs(&pairs);
    if (print_files(view, &sums) != EXIT_DONE)
        return EXIT_TROUBLE;
    (void)printf("%" PRIu64 " lines newly run, %" PRIu64 " no more, %" PRIu64
                 " at other counts\n",
                 sums.newly, sums.no_more, sums.otherwise);
    return EXIT_DONE;
}

static void add_lines(const struct view *view,
                      const struct ep_profile_file *before,
                      const struct ep_profile_file *after)
{
    json_open("lines", '[');
    for (size_t i = 0; i < after->n_lines; i++) {
        if (!is_change(view, before->lines[i].count, after->lines[i].count))
            continue;
        json_open(NULL, '{');
        json_number("line", after->lines[i].line);
        json_number("before", before->lines[i].count);
        json_number("after", after->lines[i].count);
        json_close('}');
    }
    json_close(']');
}

int diff_json(struct view *view)
{
    struct pairs pairs;

    if (make_pairs(view, &pairs))
        return EXIT_TROUBLE;
    json_begin(view, "diff", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];

        if (!view->shown[i] || !file_differs(view, before, after))
            continue;
        json_open_item();
        json_text("file", after->name);
        add_lines(view, before, after);
        json_close_item();
    }
    json_rest();
    json_open("functions", '[');
    for (size_t i = 0; i < pairs.n; i++)
        add_pair(view, &pairs.items[i]);
    json_close(']');
    release_pairs(&pairs);
    json_end();
    return EXIT_DONE;
}
