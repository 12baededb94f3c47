/* SPDX-License-Identifier: MIT
 *
 * branches - the outcomes of every condition, switch and computed goto of the
 * source.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "json.h"
#include "name.h"
#include "tool/say.h"

static const char *const kinds[] = {[EP_BRANCH_CONDITION] = "condition",
                                    [EP_BRANCH_SWITCH] = "switch",
                                    [EP_BRANCH_GOTO] = "goto"};

/* One past the last outcome of the branch that outcome I begins. */
static size_t branch_end(const struct ep_profile_file *file, size_t i)
{
    const struct ep_profile_branch *branch = file->outcomes[i].branch;

    while (i < file->n_outcomes && file->outcomes[i].branch == branch)
        i++;
    return i;
}

/* The builds that have BRANCH, which is apart, into OUT. */
static int builds_of(const struct view *view,
                     const struct ep_profile_branch *branch, struct ep_buf *out)
{
    *out = (struct ep_buf){0};
    ep_profile_print_builds(&view->profile, branch->builds, out);
    return out->failed ? EP_ENOMEM : EP_OK;
}

/* ---- text ---------------------------------------------------------------- */

/* "prog.c:12:9", and who has it that not all have. */
static int print_place(const struct view *view,
                       const struct ep_profile_file *file,
                       const struct ep_profile_branch *branch)
{
    struct ep_buf builds = {0};
    int status = EP_OK;

    (void)printf("%s:%" PRIu32 ":", file->name, branch->at.line);
    if (branch->at.column)
        (void)printf("%" PRIu32 ":", branch->at.column);
    if (branch->apart) {
        status = builds_of(view, branch, &builds);
        if (!status)
            (void)printf(" (%s)", builds.data);
        ep_buf_release(&builds);
    }
    return status;
}

/* A condition takes one line, others one more for each outcome. */
static int print_branch(const struct view *view,
                        const struct ep_profile_file *file, size_t start,
                        size_t end)
{
    const struct ep_outcome *outcomes = file->outcomes;
    const struct ep_profile_branch *branch = outcomes[start].branch;

    if (print_place(view, file, branch))
        return EP_ENOMEM;
    if (branch->kind == EP_BRANCH_CONDITION) {
        for (size_t i = start; i < end; i++)
            (void)printf("%s %s %" PRIu64, i > start ? "," : "",
                         outcomes[i].name, outcomes[i].count);
        (void)putchar('\n');
        return EP_OK;
    }
    (void)printf(" %s\n", kinds[branch->kind]);
    for (size_t i = start; i < end; i++)
        (void)printf("%12" PRIu64 "  %s\n", outcomes[i].count,
                     outcomes[i].name);
    return EP_OK;
}

/* Whether --function wants it; -1: no memory. */
static int is_wanted(const struct view *view, const struct ep_outcome *outcome)
{
    const char *symbol = outcome->branch->function;
    char *name;
    int wanted;

    if (view->options->functions.n == 0)
        return 1;
    name = name_demangle(symbol);
    if (!name)
        return -1;
    wanted = view_wants(view, name, symbol);
    free(name);
    return wanted;
}

int branches_text(struct view *view)
{
    for (size_t i = 0; i < view->profile.n_files; i++) {
        const struct ep_profile_file *file = &view->profile.files[i];
        size_t end;

        for (size_t j = 0; view->shown[i] && j < file->n_outcomes; j = end) {
            int wanted = is_wanted(view, &file->outcomes[j]);

            end = branch_end(file, j);
            if (wanted < 0 || (wanted && print_branch(view, file, j, end))) {
                say_error("out of memory");
                return EXIT_TROUBLE;
            }
        }
    }
    return EXIT_DONE;
}

/* ---- JSON ---------------------------------------------------------------- */

static void add_outcomes(const struct ep_profile_file *file, size_t start,
                         size_t end)
{
    json_open("outcomes", '[');
    for (size_t i = start; i < end; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];

        json_open(NULL, '{');
        json_text("kind", ep_edge_kind_name(outcome->kind));
        json_text("name", outcome->name);
        if (outcome->to)
            json_number("line", outcome->to);
        json_number("count", outcome->count);
        json_close('}');
    }
    json_close(']');
}

/* A condition's decision is where the first condition of `a && b` is. */
static void add_decision(const struct ep_profile_branch *branch)
{
    if (branch->kind != EP_BRANCH_CONDITION)
        return;
    json_open("decision", '{');
    json_number("line", branch->decision.line);
    json_number("column", branch->decision.column);
    json_close('}');
}

static int add_builds(const struct view *view,
                      const struct ep_profile_branch *branch)
{
    struct ep_buf builds;
    int status;

    if (!branch->apart)
        return EP_OK;
    status = builds_of(view, branch, &builds);
    if (!status)
        json_text("builds", builds.data);
    ep_buf_release(&builds);
    return status;
}

static int add_branch(const struct view *view,
                      const struct ep_profile_file *file, size_t start,
                      size_t end)
{
    const struct ep_profile_branch *branch = file->outcomes[start].branch;
    char *function = name_demangle(branch->function);
    int status;

    if (!function)
        return EP_ENOMEM;
    json_open(NULL, '{');
    json_number("line", branch->at.line);
    json_number("column", branch->at.column);
    json_text("kind", kinds[branch->kind]);
    json_text("function", function);
    free(function);
    add_decision(branch);
    status = add_builds(view, branch);
    add_outcomes(file, start, end);
    json_close('}');
    return status;
}

static int add_file(const struct view *view, const struct ep_profile_file *file)
{
    int status = EP_OK;
    size_t end;

    json_open_item();
    json_text("file", file->name);
    json_open("branches", '[');
    for (size_t i = 0; !status && i < file->n_outcomes; i = end) {
        int wanted = is_wanted(view, &file->outcomes[i]);

        end = branch_end(file, i);
        if (wanted < 0)
            status = EP_ENOMEM;
        else if (wanted)
            status = add_branch(view, file, i, end);
    }
    json_close(']');
    json_close_item();
    return status;
}

int branches_json(struct view *view)
{
    int status = EP_OK;

    json_begin(view, "branches", "files");
    for (size_t i = 0; !status && i < view->profile.n_files; i++)
        if (view->shown[i] && view->profile.files[i].n_outcomes)
            status = add_file(view, &view->profile.files[i]);
    if (status) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    json_end();
    return EXIT_DONE;
}
