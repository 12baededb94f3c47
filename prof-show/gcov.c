/* SPDX-License-Identifier: MIT
 *
 * What gcov(1) writes: its annotated source, with branches and functions, and
 * its JSON, which carries what gcovr(1) asks for besides.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "name.h"
#include "source.h"

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

static void print_file(const struct view *view,
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
}

int gcov_text(struct view *view)
{
    return source_each(view, print_file);
}

/* ---- JSON ---------------------------------------------------------------- */

static void add_flag(json_object *object, const char *key, int value)
{
    (void)json_object_object_add(object, key, json_object_new_boolean(value));
}

static json_object *function_item(const struct ep_profile_function *function)
{
    struct part blocks = blocks_of(function);
    json_object *item = json_object_new_object();
    char *name = name_demangle(function->function->name);

    json_add_text(item, "name", function->function->name);
    json_add_text(item, "demangled_name",
                  name ? name : function->function->name);
    json_add_number(item, "start_line", function->function->line);
    json_add_number(item, "lineno", function->function->line);
    json_add_number(item, "blocks", blocks.total);
    json_add_number(item, "blocks_executed", blocks.covered);
    json_add_number(item, "execution_count", function->calls);
    free(name);
    return item;
}

static json_object *functions_item(const struct ep_profile_file *file)
{
    json_object *functions = json_object_new_array();

    for (size_t i = 0; i < file->n_functions; i++)
        if (!(file->functions[i].function->flags & EP_FUNCTION_MADE))
            (void)json_object_array_add(functions,
                                        function_item(&file->functions[i]));
    return functions;
}

static json_object *branches_item(const struct ep_profile_file *file,
                                  uint32_t line, size_t *at)
{
    json_object *branches = json_object_new_array();

    while (*at < file->n_outcomes && file->outcomes[*at].line < line)
        ++*at;
    for (; *at < file->n_outcomes && file->outcomes[*at].line == line; ++*at) {
        json_object *branch = json_object_new_object();

        json_add_number(branch, "count", file->outcomes[*at].count);
        add_flag(branch, "fallthrough",
                 file->outcomes[*at].kind == EP_EDGE_FALSE);
        add_flag(branch, "throw", 0);
        (void)json_object_array_add(branches, branch);
    }
    return branches;
}

static json_object *lines_item(const struct ep_profile_file *file)
{
    json_object *lines = json_object_new_array();
    size_t at = 0;

    for (size_t i = 0; i < file->n_lines; i++) {
        json_object *line = json_object_new_object();

        json_add_number(line, "line_number", file->lines[i].line);
        json_add_number(line, "count", file->lines[i].count);
        add_flag(line, "unexecuted_block", file->lines[i].count == 0);
        (void)json_object_object_add(
            line, "branches", branches_item(file, file->lines[i].line, &at));
        add_flag(line, "gcovr/noncode", 0);
        add_flag(line, "gcovr/excluded", 0);
        (void)json_object_array_add(lines, line);
    }
    return lines;
}

int gcov_json(struct view *view)
{
    const struct ep_profile_file *file;
    const char *comma = "";
    size_t at = 0;

    (void)fputs("{\"format_version\":\"1\",\"gcovr/format_version\":\"0.3\","
                "\"gcc_version\":\"edgeprof " EDGEPROF_VERSION "\",\"files\":[",
                stdout);
    while ((file = view_next(view, &at)) != NULL) {
        json_object *item = json_object_new_object();

        json_add_text(item, "file", file->name);
        (void)json_object_object_add(item, "functions", functions_item(file));
        (void)json_object_object_add(item, "lines", lines_item(file));
        (void)printf("%s\n", comma);
        json_print(item);
        comma = ",";
    }
    (void)puts("]}");
    return EXIT_DONE;
}
