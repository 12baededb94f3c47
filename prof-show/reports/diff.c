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
#include "differences.h"
#include "json.h"
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

static void print_pair(const struct view *view, const struct pair *pair)
{
    const struct row *a = pair->before, *b = pair->after;
    char is[PERCENT_TEXT], was[PERCENT_TEXT], text[RATIO_TEXT];
    const char *ratio = differences_ratio(pair, text);

    print_sign(differences_sign(pair));
    (void)printf(" %12" PRIu64 " %12" PRIu64 " %6s %6s  %s %s:%" PRIu32
                 "%s%s\n",
                 a->executions, b->executions, percent_text(a->lines, was),
                 percent_text(b->lines, is), b->name, row_file(view, b),
                 b->first->function->line, *ratio ? "  " : "", ratio);
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

static void print_file(const struct view *view,
                       const struct ep_profile_file *before,
                       const struct ep_profile_file *after,
                       const struct source *source, struct sums *sums)
{
    (void)printf("%s:\n", after->name);
    for (size_t i = 0; i < after->n_lines; i++) {
        uint64_t a = before->lines[i].count, b = after->lines[i].count;
        uint32_t line = after->lines[i].line;

        if (!differences_is_change(view, a, b))
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

        if (!view->shown[i] || !differences_in_file(view, before, after))
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
    struct differences pairs;

    if (differences_make(view, &pairs))
        return EXIT_TROUBLE;
    if (pairs.n)
        (void)puts("functions:");
    for (size_t i = 0; i < pairs.n; i++)
        print_pair(view, &pairs.items[i]);
    differences_release(&pairs);
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
        if (!differences_is_change(view, before->lines[i].count,
                                   after->lines[i].count))
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
    struct differences pairs;

    if (differences_make(view, &pairs))
        return EXIT_TROUBLE;
    json_begin(view, "diff", "files");
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *after = &view->profile.files[i];
        const struct ep_profile_file *before = &view->other.files[i];

        if (!view->shown[i] || !differences_in_file(view, before, after))
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
    differences_release(&pairs);
    json_end();
    return EXIT_DONE;
}
