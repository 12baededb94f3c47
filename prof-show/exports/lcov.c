/* SPDX-License-Identifier: MIT
 *
 * The tracefile of lcov (geninfo(1)), in the form that every version reads.
 */
#include <inttypes.h>
#include <stdio.h>

#include "catalog.h"
#include "tally.h"
#include "tool/say.h"

/* lcov 2 refuses a function on a line without a count, and where it is defined
 * there is none: the first of its lines that has one. */
static uint32_t first_line(const struct ep_profile_function *function)
{
    for (size_t i = 0; i < function->n_lines; i++)
        if (function->lines[i].file == function->file &&
            function->lines[i].line >= function->function->line)
            return function->lines[i].line;
    return function->function->line;
}

static void print_functions(const struct ep_profile_file *file)
{
    uint64_t found = 0, hit = 0, calls;
    size_t next;

    for (size_t i = 0; i < file->n_functions; i = next) {
        const struct ep_function *function = file->functions[i].function;

        next = tally_variants(file, i, &calls);
        if (function->line == 0 || function->flags & EP_FUNCTION_MADE)
            continue;
        (void)printf("FN:%" PRIu32 ",%s\n", first_line(&file->functions[i]),
                     function->name);
        (void)printf("FNDA:%" PRIu64 ",%s\n", calls, function->name);
        found++;
        hit += calls > 0;
    }
    (void)printf("FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
}

/* "-" means that the branch was never come to. */
static int was_reached(const struct ep_profile_file *file, size_t i)
{
    const struct ep_outcome *outcomes = file->outcomes;
    const struct ep_profile_branch *branch = outcomes[i].branch;

    while (i > 0 && outcomes[i - 1].branch == branch)
        i--;
    for (; i < file->n_outcomes && outcomes[i].branch == branch; i++)
        if (outcomes[i].count > 0)
            return 1;
    return 0;
}

static void print_branches(const struct ep_profile_file *file)
{
    uint64_t hit = 0;
    uint32_t nth = 0;

    for (size_t i = 0; i < file->n_outcomes; i++) {
        const struct ep_outcome *outcome = &file->outcomes[i];

        nth = i > 0 && outcome[-1].branch == outcome->branch ? nth + 1 : 0;
        (void)printf("BRDA:%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", outcome->line,
                     outcome->branch->id, nth);
        if (outcome->count > 0 || was_reached(file, i))
            (void)printf("%" PRIu64 "\n", outcome->count);
        else
            (void)printf("-\n");
        hit += outcome->count > 0;
    }
    (void)printf("BRF:%zu\nBRH:%" PRIu64 "\n", file->n_outcomes, hit);
}

/* A group is a decision; in it each condition has two records, whether it decided being
 * true and being false. */
static void print_decisions(const struct view *view, uint32_t index)
{
    const struct ep_profile_decision *at;
    size_t n = ep_profile_decisions_of(&view->decisions, index, &at);
    uint64_t found = 0, hit = 0;

    for (; n > 0; n--, at++)
        for (uint32_t i = 0; i < at->n; i++) {
            const struct ep_profile_condition *condition =
                &view->decisions.conditions[at->first + i];

            for (int k = 1; !condition->is_omitted && k >= 0; k--) {
                uint64_t least = condition->shown.least[k];

                (void)printf("MCDC:%" PRIu32 ",%" PRIu32 ",%c,%" PRIu64
                             ",%" PRIu32 ",%" PRIu32 "\n",
                             at->at.line, at->n, k ? 't' : 'f', least, i,
                             condition->at.column);
                found++;
                hit += least > 0;
            }
        }
    (void)printf("MCF:%" PRIu64 "\nMCH:%" PRIu64 "\n", found, hit);
}

static void print_lines(const struct ep_profile_file *file)
{
    uint64_t hit = 0;

    for (size_t i = 0; i < file->n_lines; i++) {
        (void)printf("DA:%" PRIu32 ",%" PRIu64 "\n", file->lines[i].line,
                     file->lines[i].count);
        hit += file->lines[i].count > 0;
    }
    (void)printf("LF:%zu\nLH:%" PRIu64 "\n", file->n_lines, hit);
}

int lcov(struct view *view)
{
    const struct ep_profile_file *file;
    size_t at = 0;

    if (view->options->mcdc && view_decide(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    while ((file = view_next(view, &at)) != NULL) {
        (void)printf("TN:\nSF:%s\n", file->name);
        print_functions(file);
        print_branches(file);
        if (view->options->mcdc)
            print_decisions(view, (uint32_t)(file - view->profile.files));
        print_lines(file);
        (void)puts("end_of_record");
    }
    return EXIT_DONE;
}
