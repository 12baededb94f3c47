/* SPDX-License-Identifier: MIT
 *
 * The source_files of a job of Coveralls: what its API takes, but the token and
 * the job's number, which whoever sends it adds.
 */
#include <stdio.h>

#include "catalog.h"
#include "json.h"
#include "source.h"
#include "tool/say.h"

/* A value for each line of the text: its count, or null. */
static void add_lines(const struct ep_profile_file *file,
                      const struct source *source)
{
    const struct ep_line_count *lines = file->lines;
    size_t n = source->n_lines;
    size_t at = 0;

    if (file->n_lines && lines[file->n_lines - 1].line > n)
        n = lines[file->n_lines - 1].line;
    json_open("coverage", '[');
    for (size_t i = 1; i <= n; i++) {
        while (at < file->n_lines && lines[at].line < i)
            at++;
        if (at < file->n_lines && lines[at].line == i)
            json_number(NULL, lines[at].count);
        else
            json_null(NULL);
    }
    json_close(']');
}

/* Four values for each outcome: line, branch, outcome, count. */
static void add_branches(const struct ep_profile_file *file)
{
    uint32_t nth = 0;

    json_open("branches", '[');
    for (size_t i = 0; i < file->n_outcomes; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];

        nth = i > 0 && outcome[-1].branch == outcome->branch ? nth + 1 : 0;
        json_number(NULL, outcome->line);
        json_number(NULL, outcome->branch->id);
        json_number(NULL, nth);
        json_number(NULL, outcome->count);
    }
    json_close(']');
}

static int add_file(struct view *view, const struct ep_profile_file *file)
{
    char md5[MD5_TEXT];
    struct source source;

    if (source_md5(view, file, md5) || source_read(view, file, &source))
        return EP_ENOMEM;
    if (source.why)
        source_miss(view, file, source.why);
    json_open_item();
    json_text("name", file->name);
    json_text("source_digest", md5);
    add_lines(file, &source);
    if (file->n_outcomes)
        add_branches(file);
    json_close_item();
    source_release(&source);
    return EP_OK;
}

int coveralls(struct view *view)
{
    const struct ep_profile_file *file;
    size_t next = 0;
    int status = EP_OK;

    json_open(NULL, '{');
    json_open("source_files", '[');
    while (!status && (file = view_next(view, &next)) != NULL)
        status = add_file(view, file);
    json_close(']');
    json_close('}');
    (void)putchar('\n');
    source_say(view);
    if (!status)
        return EXIT_DONE;
    say_error("out of memory");
    return EXIT_TROUBLE;
}
