/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include "base/order.h"
#include "name.h"

#include <stdio.h>
#include <string.h>

static void count(struct part *part, uint64_t executions)
{
    part->total++;
    part->covered += executions > 0;
}

static int same_place(const struct ep_profile_function *a,
                      const struct ep_profile_function *b)
{
    return a->function->line == b->function->line &&
           name_same(a->function->name, b->function->name);
}

size_t tally_variants(const struct ep_profile_file *file, size_t i,
                      uint64_t *calls)
{
    const struct ep_profile_function *first = &file->functions[i];

    *calls = 0;
    for (; i < file->n_functions && same_place(first, &file->functions[i]); i++)
        *calls = edgeprof_add(*calls, file->functions[i].calls);
    return i;
}

static int is_same_function(const struct ep_profile_function *a,
                            const struct ep_profile_function *b)
{
    return a->function->line == b->function->line &&
           name_same_function(a->function->name, b->function->name);
}

/* Variants stand side by side; one that ran is enough.  Of a destructor the
 * compiler may have written some, the source the others. */
static struct part tally_functions(const struct ep_profile_file *file)
{
    struct part part = {0};
    size_t next;

    for (size_t i = 0; i < file->n_functions; i = next) {
        const struct ep_profile_function *first = &file->functions[i];
        uint64_t ran = 0;
        int written = 0;

        next = i;
        do {
            uint64_t calls;

            written |=
                !(file->functions[next].function->flags & EP_FUNCTION_MADE);
            next = tally_variants(file, next, &calls);
            ran |= calls;
        } while (next < file->n_functions &&
                 is_same_function(first, &file->functions[next]));
        if (written)
            count(&part, ran);
    }
    return part;
}

struct tally tally_file(const struct ep_profile_file *file)
{
    struct tally tally = {0};

    for (size_t i = 0; i < file->n_lines; i++)
        count(&tally.lines, file->lines[i].count);
    for (size_t i = 0; i < file->n_outcomes; i++)
        count(&tally.branches, file->outcomes[i].count);
    tally.functions = tally_functions(file);
    return tally;
}

struct part tally_line(const struct ep_profile_file *file, uint32_t line,
                       size_t *at)
{
    struct part part = {0};

    while (*at < file->n_outcomes && file->outcomes[*at].line < line)
        ++*at;
    for (; *at < file->n_outcomes && file->outcomes[*at].line == line; ++*at)
        count(&part, file->outcomes[*at].count);
    return part;
}

static int is_before(const void *line, const void *number)
{
    return ((const struct ep_line_count *)line)->line <
           *(const uint32_t *)number;
}

uint64_t tally_count(const struct ep_profile_file *file, uint32_t line)
{
    size_t i = ep_lower_bound(file->lines, file->n_lines, sizeof *file->lines,
                              is_before, &line);

    return i < file->n_lines && file->lines[i].line == line
               ? file->lines[i].count
               : 0;
}

int tally_gap(const struct ep_profile_file *file, size_t *at, uint32_t *first,
              uint32_t *last)
{
    while (*at < file->n_lines && file->lines[*at].count > 0)
        ++*at;
    if (*at == file->n_lines)
        return 0;
    *first = file->lines[*at].line;
    for (; *at < file->n_lines && file->lines[*at].count == 0; ++*at)
        *last = file->lines[*at].line;
    return 1;
}

static void add(struct part *to, struct part from)
{
    to->covered += from.covered;
    to->total += from.total;
}

void tally_add(struct tally *to, const struct tally *from)
{
    add(&to->lines, from->lines);
    add(&to->functions, from->functions);
    add(&to->branches, from->branches);
}

struct tally tally_all(const struct view *view)
{
    struct tally sum = {0};

    for (size_t i = 0; i < view->profile.n_files; i++) {
        struct tally tally;

        if (!view->shown[i])
            continue;
        tally = tally_file(&view->profile.files[i]);
        tally_add(&sum, &tally);
    }
    return sum;
}

enum tally_level tally_level(struct part part)
{
    if (part.covered * 100 >= part.total * 90)
        return LEVEL_HIGH;
    return part.covered * 100 >= part.total * 75 ? LEVEL_MEDIUM : LEVEL_LOW;
}

const char *percent_text(struct part part, char out[PERCENT_TEXT])
{
    uint64_t tenths; /* of a percent */

    if (part.total == 0) {
        (void)snprintf(out, PERCENT_TEXT, "-");
        return out;
    }
    tenths = (uint64_t)((double)part.covered / (double)part.total * 1000 + 0.5);
    if (tenths == 0 && part.covered > 0)
        tenths = 1;
    if (tenths >= 1000 && part.covered < part.total)
        tenths = 999;
    (void)snprintf(out, PERCENT_TEXT, "%u.%u", (unsigned)(tenths / 10),
                   (unsigned)(tenths % 10));
    return out;
}
