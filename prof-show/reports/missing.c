/* SPDX-License-Identifier: MIT
 *
 * missing - lines that never ran, functions that were never called, and outcomes
 * that never came where lines ran; with --mcdc, conditions that were not shown to
 * decide.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "gaps.h"
#include "json.h"
#include "tool/say.h"

static int say_no_memory(void)
{
    say_error("out of memory");
    return EXIT_TROUBLE;
}

/* ---- text ---------------------------------------------------------------- */

static void print_lines(const struct ep_profile_file *file)
{
    uint32_t first, last;
    size_t at = 0;
    size_t n = 0;

    while (tally_gap(file, &at, &first, &last)) {
        if (n++ == 0)
            (void)printf("%s: ", file->name);
        else
            (void)printf(", ");
        (void)printf("%" PRIu32, first);
        if (last > first)
            (void)printf("-%" PRIu32, last);
    }
    if (n)
        (void)putchar('\n');
}

/* Lines are printed before, all of a file's on one. */
static void print_rest(void *context, const struct gap *gap)
{
    enum gap_kind *wanted = context;

    if (gap->kind != *wanted)
        return;
    (void)printf("%s:%" PRIu32 ":", gap->file->name, gap->first);
    if (gap->row)
        (void)printf(" never called: %s\n", gap->row->name);
    else if (gap->column)
        (void)printf("%" PRIu32 ": %s\n", gap->column, gap->text);
    else
        (void)printf(" %s\n", gap->text);
}

int missing_text(struct view *view)
{
    static const enum gap_kind rest[] = {GAP_FUNCTION, GAP_BRANCH,
                                         GAP_CONDITION};
    int status = EP_OK;

    for (size_t i = 0; i < view->profile.n_files; i++)
        if (view->shown[i])
            print_lines(&view->profile.files[i]);
    for (size_t i = 0; !status && i < sizeof rest / sizeof *rest; i++) {
        enum gap_kind wanted = rest[i];

        status = gaps_each(view, print_rest, &wanted);
    }
    return status ? say_no_memory() : EXIT_DONE;
}

/* ---- JSON ---------------------------------------------------------------- */

/* What is open: gaps come file by file, and kind by kind. */
struct gap_list {
    const struct view *view;
    size_t next; /* file that has no item yet */
    int is_open;
    enum gap_kind kind;
};

static const char *const list_names[] = {[GAP_LINES] = "lines",
                                         [GAP_FUNCTION] = "functions",
                                         [GAP_BRANCH] = "branches",
                                         [GAP_CONDITION] = "conditions"};

/* Every file has all lists. */
static void begin_list(struct gap_list *list, enum gap_kind kind)
{
    while (list->kind < kind) {
        json_close(']');
        json_open(list_names[++list->kind], '[');
    }
}

static void end_file(struct gap_list *list)
{
    if (!list->is_open)
        return;
    begin_list(list, list->view->options->mcdc ? GAP_CONDITION : GAP_BRANCH);
    json_close(']');
    json_close_item();
    list->is_open = 0;
}

/* Begin the items of all files before the one at END, and of that. */
static void begin_files(struct gap_list *list, size_t end)
{
    for (; list->next < end; list->next++) {
        if (!list->view->shown[list->next])
            continue;
        end_file(list);
        json_open_item();
        json_text("file", list->view->profile.files[list->next].name);
        json_open(list_names[GAP_LINES], '[');
        list->kind = GAP_LINES;
        list->is_open = 1;
    }
}

static void add_outcomes(const struct gap *gap)
{
    const struct ep_outcome *outcome = gap->first_outcome;
    const struct ep_outcome *end = gap->file->outcomes + gap->file->n_outcomes;

    json_number("line", gap->first);
    json_number("column", gap->column);
    json_open("never", '[');
    for (; outcome < end && outcome->branch == gap->first_outcome->branch;
         outcome++)
        if (outcome->count == 0)
            json_text(NULL, outcome->name);
    json_close(']');
}

static void add_gap(void *context, const struct gap *gap)
{
    struct gap_list *list = context;

    begin_files(list, (size_t)(gap->file - list->view->profile.files) + 1);
    begin_list(list, gap->kind);
    json_open(NULL, '{');
    switch (gap->kind) {
    case GAP_FUNCTION:
        json_text("name", gap->row->name);
        json_text("file", gap->file->name);
        json_number("line", gap->first);
        break;
    case GAP_BRANCH:
        add_outcomes(gap);
        break;
    case GAP_CONDITION:
        json_number("line", gap->first);
        json_number("column", gap->column);
        json_text("text", gap->text);
        break;
    default:
        json_number("first", gap->first);
        json_number("last", gap->last);
    }
    json_close('}');
}

int missing_json(struct view *view)
{
    struct gap_list list = {.view = view};
    int status;

    json_begin(view, "missing", "files");
    status = gaps_each(view, add_gap, &list);
    begin_files(&list, view->profile.n_files);
    end_file(&list);
    json_end();
    return status ? say_no_memory() : EXIT_DONE;
}
