/* SPDX-License-Identifier: MIT
 *
 * blocks - the count of every basic block, function by function in the order of
 * the source.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "tool/say.h"

static const char *file_name(const struct view *view, uint32_t file)
{
    return file == EP_NONE ? "?" : view->profile.files[file].name;
}

/* A block's lines are numbers; those of another file than the function's come
 * with its name. */
static void print_lines(const struct view *view,
                        const struct ep_profile_function *function,
                        uint32_t block, uint32_t *at)
{
    const struct ep_cfg *cfg = &function->function->cfg;

    for (; *at < cfg->n_lines && cfg->lines[*at].block == block; ++*at) {
        const struct ep_line *line = &cfg->lines[*at];

        if (line->file == function->function->file)
            (void)printf(" %" PRIu32, line->line);
        else
            (void)printf(" %s:%" PRIu32,
                         file_name(view, function->sources[line->file]),
                         line->line);
    }
}

/* Lines of ENTRY and EXIT, which should have none, are passed over. */
static uint32_t first_line(const struct ep_cfg *cfg)
{
    uint32_t at = 0;

    while (at < cfg->n_lines && cfg->lines[at].block < EP_BLOCK_FIRST)
        at++;
    return at;
}

static void print_function(const struct view *view,
                           const struct ep_profile_function *function,
                           const char *name)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint32_t at = first_line(cfg);

    (void)printf("%s:%" PRIu32 ": %s\n", file_name(view, function->file),
                 function->function->line, name);
    for (uint32_t i = EP_BLOCK_FIRST; i < cfg->n_blocks; i++) {
        (void)printf("%12" PRIu64 "  b%" PRIu32 ":", function->block[i], i);
        print_lines(view, function, i, &at);
        (void)putchar('\n');
    }
}

static void print_block(const struct view *view,
                        const struct ep_profile_function *function,
                        uint32_t block, uint32_t *at)
{
    const struct ep_cfg *cfg = &function->function->cfg;

    json_open(NULL, '{');
    json_number("block", block);
    json_number("count", function->block[block]);
    json_open("lines", '[');
    for (; *at < cfg->n_lines && cfg->lines[*at].block == block; ++*at) {
        json_open(NULL, '{');
        json_text("file",
                  file_name(view, function->sources[cfg->lines[*at].file]));
        json_number("line", cfg->lines[*at].line);
        json_close('}');
    }
    json_close(']');
    json_close('}');
}

static void print_json(const struct view *view,
                       const struct ep_profile_function *function,
                       const char *name)
{
    const struct ep_cfg *cfg = &function->function->cfg;
    uint32_t at = first_line(cfg);

    json_open_item();
    json_text("name", name);
    json_text("symbol", function->function->name);
    json_text("file", file_name(view, function->file));
    json_number("line", function->function->line);
    json_open("blocks", '[');
    for (uint32_t i = EP_BLOCK_FIRST; i < cfg->n_blocks; i++)
        print_block(view, function, i, &at);
    json_close(']');
    json_close_item();
}

typedef void print_fn(const struct view *view,
                      const struct ep_profile_function *function,
                      const char *name);

static int print_all(struct view *view, print_fn *print)
{
    for (size_t i = 0; i < view->profile.n_functions; i++) {
        const struct ep_profile_function *function =
            &view->profile.functions[i];
        char *name;

        if (!view_shows(view, function->file))
            continue;
        name = name_demangle(function->function->name);
        if (!name) {
            say_error("out of memory");
            return EXIT_TROUBLE;
        }
        if (view_wants(view, name, function->function->name))
            print(view, function, name);
        free(name);
    }
    return EXIT_DONE;
}

int blocks_text(struct view *view)
{
    return print_all(view, print_function);
}

int blocks_json(struct view *view)
{
    int result;

    json_begin(view, "blocks", "functions");
    result = print_all(view, print_json);
    json_end();
    return result;
}
