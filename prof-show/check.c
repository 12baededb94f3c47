/* SPDX-License-Identifier: MIT
 *
 * check - a gate for test suites: fail unless enough is covered, and say where
 * it is not.
 */
#include <inttypes.h>
#include <stdio.h>

#include "say.h"
#include "tally.h"

/* No line at all means that nothing was measured; a program may well have no
 * branch. */
static int passes(const struct gate *gate, struct part part, int may_be_empty)
{
    double share = gate->percent / 100;

    if (part.total == 0)
        return may_be_empty || gate->percent <= 0;
    return (double)part.covered >=
           share * (double)part.total * (1 - 1e-12); /* rounding of share */
}

/* Whether the gate, if there is one, was passed. */
static int check_gate(const struct gate *gate, const char *name,
                      struct part part, int may_be_empty)
{
    char percent[PERCENT_TEXT];
    int passed;

    if (!gate->wanted)
        return 1;
    passed = passes(gate, part, may_be_empty);
    (void)printf("%s: %s %% (%" PRIu64 " of %" PRIu64 "), wanted %g %%: %s\n",
                 name, percent_text(part, percent), part.covered, part.total,
                 gate->percent, passed ? "passed" : "failed");
    return passed;
}

static void print_outcomes(const struct ep_profile_file *file)
{
    for (size_t i = 0; i < file->n_outcomes; i++)
        if (file->outcomes[i].count == 0)
            (void)printf("%s:%" PRIu32 ": never %s\n", file->name,
                         file->outcomes[i].line,
                         ep_edge_kind_name(file->outcomes[i].kind));
}

int check_text(struct view *view)
{
    const struct args *args = view->args;
    struct tally all = tally_all(view);
    int lines, functions, branches;

    if (!args->lines.wanted && !args->functions.wanted &&
        !args->branches.wanted) {
        say_error("check: no gate: name one with --fail-under-lines P, "
                  "--fail-under-functions P or --fail-under-branches P");
        return EXIT_TROUBLE;
    }
    lines = check_gate(&args->lines, "lines", all.lines, 0);
    functions = check_gate(&args->functions, "functions", all.functions, 1);
    branches = check_gate(&args->branches, "branches", all.branches, 1);
    if (!lines || !functions)
        (void)missing_text(view);
    for (size_t i = 0; !branches && i < view->profile.n_files; i++)
        if (view->shown[i])
            print_outcomes(&view->profile.files[i]);
    return lines && functions && branches ? EXIT_DONE : EXIT_GATE;
}
