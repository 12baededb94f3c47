/* SPDX-License-Identifier: MIT
 *
 * lines - the source, each line with its count.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "colour.h"
#include "json.h"
#include "lacking.h"
#include "name.h"
#include "source.h"
#include "tool/say.h"

/* A line that ran is as good as its branches. */
static enum tally_level level_of(uint64_t count, struct part branches)
{
    if (count == 0)
        return LEVEL_LOW;
    return branches.covered < branches.total ? LEVEL_MEDIUM : LEVEL_HIGH;
}

/* On a terminal an operand that never ran, or an outcome of which never came, has a
 * colour. */
static void print_text(struct lacking_walk *operands, uint32_t number,
                       const char *text)
{
    struct lacking operand;
    size_t at = 0;

    while (lacking_next(operands, number, text, at, &operand)) {
        (void)printf("%.*s%s%.*s%s", (int)(operand.start - at), text + at,
                     colour(operand.ran ? LEVEL_MEDIUM : LEVEL_LOW),
                     (int)operand.size, text + operand.start, colour_end());
        at = operand.start + operand.size;
    }
    (void)printf("%s\n", text + at);
}

static void print_line(const struct view *view,
                       const struct ep_line_count *count, struct part branches,
                       uint32_t number)
{
    enum bar_scale scale = view->options->bars;
    char bar[BAR_TEXT];

    if (count)
        (void)printf("%s%12" PRIu64 "%s",
                     colour(level_of(count->count, branches)), count->count,
                     colour_end());
    else
        (void)printf("%12s", "-");
    if (scale != BAR_NONE)
        (void)printf(" %-*s", BAR_WIDTH,
                     count ? bar_text(count->count, view->most, scale, bar)
                           : "");
    (void)printf(":%" PRIu32 ":", number);
}

/* ---- which lines --------------------------------------------------------- */

/* A bit for each line up to the last with a count: whether --function wants it.
 * Without the option there are no bits, and all are wanted. */
struct wanted {
    uint8_t *lines; /* a byte for each */
    size_t n;
    int is_empty;
    int failed;
};

static int is_wanted(const struct wanted *wanted, uint32_t line)
{
    return !wanted->lines || (line < wanted->n && wanted->lines[line]);
}

/* From where FUNCTION is defined to the last of its lines. */
static void add_function(struct wanted *wanted,
                         const struct ep_profile_function *function)
{
    uint32_t line = function->function->line;

    for (size_t i = function->n_lines; i-- > 0;)
        if (function->lines[i].file == function->file) {
            wanted->is_empty = 0;
            for (; line <= function->lines[i].line && line < wanted->n; line++)
                wanted->lines[line] = 1;
            break;
        }
}

static struct wanted find_wanted(const struct view *view,
                                 const struct ep_profile_file *file)
{
    struct wanted wanted = {0};

    if (view->options->functions.n == 0)
        return wanted;
    wanted.n = file->lines[file->n_lines - 1].line + (size_t)1;
    wanted.lines = ep_mem_zeroed(wanted.n, 1);
    wanted.is_empty = 1;
    wanted.failed = !wanted.lines;
    for (size_t i = 0; !wanted.failed && i < file->n_functions; i++) {
        const struct ep_profile_function *function = &file->functions[i];
        char *name = name_demangle(function->function->name);

        wanted.failed = !name;
        if (name && view_wants(view, name, function->function->name))
            add_function(&wanted, function);
        free(name);
    }
    return wanted;
}

/* ---- text ---------------------------------------------------------------- */

/* Every line of the source; and every line with a count, should the source be
 * shorter or not there. */
static void print_file(const struct view *view,
                       const struct ep_profile_file *file,
                       const struct source *source, const struct wanted *wanted)
{
    struct lacking_walk operands = lacking_walk(file);
    size_t next = 0, at = 0;

    (void)printf("%s:\n", file->name);
    for (uint32_t line = 1; line <= source->n_lines; line++) {
        const struct ep_line_count *count = NULL;

        if (next < file->n_lines && file->lines[next].line == line)
            count = &file->lines[next++];
        if (!is_wanted(wanted, line))
            continue;
        print_line(view, count, tally_line(file, line, &at), line);
        print_text(&operands, line, source->lines[line - 1]);
    }
    for (; next < file->n_lines; next++)
        if (is_wanted(wanted, file->lines[next].line)) {
            print_line(view, &file->lines[next],
                       tally_line(file, file->lines[next].line, &at),
                       file->lines[next].line);
            (void)putchar('\n');
        }
}

static int print_source(const struct view *view,
                        const struct ep_profile_file *file,
                        const struct source *source)
{
    struct wanted wanted = find_wanted(view, file);

    if (!wanted.failed && !wanted.is_empty)
        print_file(view, file, source, &wanted);
    ep_mem_free(wanted.lines);
    return wanted.failed ? EP_ENOMEM : EP_OK;
}

int lines_text(struct view *view)
{
    if (view->options->bars != BAR_NONE)
        view->most = view_most(view);
    return source_each(view, print_source);
}

/* ---- JSON ---------------------------------------------------------------- */

static void add_file(const struct ep_profile_file *file,
                     const struct wanted *wanted)
{
    json_open_item();
    json_text("file", file->name);
    json_open("lines", '[');
    for (size_t j = 0; j < file->n_lines; j++) {
        if (!is_wanted(wanted, file->lines[j].line))
            continue;
        json_open(NULL, '{');
        json_number("line", file->lines[j].line);
        json_number("count", file->lines[j].count);
        json_close('}');
    }
    json_close(']');
    json_close_item();
}

int lines_json(struct view *view)
{
    const struct ep_profile_file *file;
    int failed = 0;
    size_t at = 0;

    json_begin(view, "lines", "files");
    while (!failed && (file = view_next(view, &at)) != NULL) {
        struct wanted wanted = find_wanted(view, file);

        failed = wanted.failed;
        if (!failed && !wanted.is_empty)
            add_file(file, &wanted);
        ep_mem_free(wanted.lines);
    }
    json_end();
    if (!failed)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
