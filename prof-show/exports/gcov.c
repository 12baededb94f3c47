/* SPDX-License-Identifier: MIT
 *
 * What gcov(1) writes: its annotated source, with branches and functions, and
 * its JSON, which carries what gcovr(1) asks for besides.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "source.h"
#include "tool/say.h"

/* ---- text ---------------------------------------------------------------- */

/* Of a hundred, as gcov rounds: 0 and 100 only if exact. */
static unsigned percent(uint64_t part, uint64_t of)
{
    unsigned result;

    if (of == 0)
        return 0;
    result = (unsigned)((double)part / (double)of * 100 + 0.5);
    if (result == 0 && part > 0)
        return 1;
    return result >= 100 && part < of ? 99 : result;
}

/* Executions that left FUNCTION by its end. */
static uint64_t returns(const struct ep_profile_function *function)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < cfg->n_edges; i++)
        if (cfg->edges[i].dst == EP_BLOCK_EXIT &&
            cfg->edges[i].kind != EP_EDGE_LEAVE)
            sum = edgeprof_add(sum, function->edge[i]);
    return sum;
}

static struct part blocks_of(const struct ep_profile_function *function)
{
    uint32_t n = function->function->cfg.n_blocks;
    struct part part = {0};

    for (uint32_t i = EP_BLOCK_FIRST; i < n; i++, part.total++)
        part.covered += function->block[i] > 0;
    return part;
}

static void print_function(const struct ep_profile_function *function)
{
    struct part blocks = blocks_of(function);

    (void)printf("function %s called %" PRIu64
                 " returned %u%% blocks executed %u%%\n",
                 function->function->name, function->calls,
                 percent(returns(function), function->calls),
                 percent(blocks.covered, blocks.total));
}

static void print_branches(const struct ep_profile_file *file, uint32_t line,
                           int ran, size_t *at)
{
    unsigned n = 0;

    while (*at < file->n_outcomes && file->outcomes[*at].line < line)
        ++*at;
    for (; *at < file->n_outcomes && file->outcomes[*at].line == line;
         ++*at, n++) {
        if (ran)
            (void)printf("branch %2u taken %" PRIu64 "\n", n,
                         file->outcomes[*at].count);
        else
            (void)printf("branch %2u never executed\n", n);
    }
}

/* Where the next line, function and branch of a file are. */
struct cursor {
    size_t line;
    size_t function;
    size_t outcome;
};

static void print_line(const struct ep_profile_file *file, uint32_t number,
                       const char *text, struct cursor *at)
{
    const struct ep_line_count *line =
        at->line < file->n_lines && file->lines[at->line].line == number
            ? &file->lines[at->line++]
            : NULL;

    for (; at->function < file->n_functions &&
           file->functions[at->function].function->line <= number;
         at->function++)
        if (!(file->functions[at->function].function->flags & EP_FUNCTION_MADE))
            print_function(&file->functions[at->function]);
    if (!line)
        (void)printf("%9s:%5" PRIu32 ":%s\n", "-", number, text);
    else if (line->count)
        (void)printf("%9" PRIu64 ":%5" PRIu32 ":%s\n", line->count, number,
                     text);
    else
        (void)printf("%9s:%5" PRIu32 ":%s\n", "#####", number, text);
    print_branches(file, number, line && line->count, &at->outcome);
}

static int print_file(const struct view *view,
                      const struct ep_profile_file *file,
                      const struct source *source)
{
    struct cursor at = {0};

    (void)printf("%9s:%5d:Source:%s\n%9s:%5d:Runs:%" PRIu64 "\n", "-", 0,
                 file->name, "-", 0, view->profile.runs);
    for (size_t i = 0; i < source->n_lines; i++)
        print_line(file, (uint32_t)i + 1, source->lines[i], &at);
    while (at.line < file->n_lines)
        print_line(file, file->lines[at.line].line, "/*EOF*/", &at);
    return EP_OK;
}

int gcov_text(struct view *view)
{
    return source_each(view, print_file);
}

/* ---- JSON ---------------------------------------------------------------- */

static int add_function(const struct ep_profile_function *function)
{
    struct part blocks = blocks_of(function);
    char *name = name_demangle(function->function->name);

    if (!name)
        return EP_ENOMEM;
    json_open(NULL, '{');
    json_text("name", function->function->name);
    json_text("demangled_name", name);
    json_number("start_line", function->function->line);
    json_number("lineno", function->function->line);
    json_number("blocks", blocks.total);
    json_number("blocks_executed", blocks.covered);
    json_number("execution_count", function->calls);
    json_close('}');
    free(name);
    return EP_OK;
}

static int add_functions(const struct ep_profile_file *file)
{
    int status = EP_OK;

    json_open("functions", '[');
    for (size_t i = 0; !status && i < file->n_functions; i++)
        if (!(file->functions[i].function->flags & EP_FUNCTION_MADE))
            status = add_function(&file->functions[i]);
    json_close(']');
    return status;
}

static void add_branches(const struct ep_profile_file *file, uint32_t line,
                         size_t *at)
{
    json_open("branches", '[');
    while (*at < file->n_outcomes && file->outcomes[*at].line < line)
        ++*at;
    for (; *at < file->n_outcomes && file->outcomes[*at].line == line; ++*at) {
        json_open(NULL, '{');
        json_number("count", file->outcomes[*at].count);
        json_flag("fallthrough", file->outcomes[*at].kind == EP_EDGE_FALSE);
        json_flag("throw", 0);
        json_close('}');
    }
    json_close(']');
}

static void add_lines(const struct ep_profile_file *file)
{
    size_t at = 0;

    json_open("lines", '[');
    for (size_t i = 0; i < file->n_lines; i++) {
        json_open(NULL, '{');
        json_number("line_number", file->lines[i].line);
        json_number("count", file->lines[i].count);
        json_flag("unexecuted_block", file->lines[i].count == 0);
        add_branches(file, file->lines[i].line, &at);
        json_flag("gcovr/noncode", 0);
        json_flag("gcovr/excluded", 0);
        json_close('}');
    }
    json_close(']');
}

int gcov_json(struct view *view)
{
    const struct ep_profile_file *file;
    int status = EP_OK;
    size_t at = 0;

    json_open(NULL, '{');
    json_text("format_version", "1");
    json_text("gcovr/format_version", "0.3");
    json_text("gcc_version", "edgeprof " EDGEPROF_VERSION);
    json_open("files", '[');
    while (!status && (file = view_next(view, &at)) != NULL) {
        json_open_item();
        json_text("file", file->name);
        status = add_functions(file);
        add_lines(file);
        json_close_item();
    }
    json_close(']');
    json_close('}');
    (void)putchar('\n');
    if (status)
        say_error("out of memory");
    return status ? EXIT_TROUBLE : EXIT_DONE;
}
