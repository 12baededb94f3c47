/* SPDX-License-Identifier: MIT
 *
 * prof-show - reports of what ran.  Every report is a view of one struct
 * ep_profile.
 */
#include "changes.h"
#include "markers.h"
#include "show_args.h"
#include "tool/say.h"

const char tool_name[] = "prof-show";

/* What is written for other tools is judged by them. */
static int is_judged(const struct args *args)
{
    return !args->no_markers &&
           ((args->report->is & JUDGED) || args->format->as == AS_EXPORT);
}

static int show(const struct args *args, report_fn *print, struct view *view)
{
    int result = EXIT_DONE;

    if (is_judged(args) && markers_apply(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (args->view.diff)
        result = changes_apply(view);
    if (result == EXIT_DONE)
        result = print(view);
    if (result == EXIT_DONE && args->view.functions.n && !*view->has_wanted)
        say_warning("--function %s: no function of the report matches",
                    args->view.functions.items[0]);
    return result;
}

static uint64_t smaller(uint64_t own, uint64_t other)
{
    return own < other ? own : other;
}

static uint64_t larger(uint64_t own, uint64_t other)
{
    return own > other ? own : other;
}

static uint64_t where_both(uint64_t own, uint64_t other)
{
    return other ? own : 0;
}

static uint64_t as_it_is(uint64_t own, uint64_t other)
{
    (void)other;
    return own;
}

/* Apply the operation, if there is one, to every count by itself: what the
 * counts of lines, blocks and branches then say is true of each, while their
 * flow does not balance.  diff and --against keep both, of the same shape. */
static int combine(enum operation operation, struct view *view)
{
    static ep_combine_fn *const operations[] = {[OP_MIN] = smaller,
                                                [OP_MAX] = larger,
                                                [OP_INTERSECT] = where_both,
                                                [OP_DIFF] = as_it_is,
                                                [OP_AGAINST] = as_it_is};

    view->profile.is_combined =
        operation == OP_MIN || operation == OP_MAX || operation == OP_INTERSECT;
    if (operation == OP_NONE ||
        !ep_profile_combine(&view->profile, &view->other,
                            operations[operation]))
        return EXIT_DONE;
    say_error("the inputs cannot be compared: a binary has changed meanwhile");
    return EXIT_TROUBLE;
}

static int run(const void *context)
{
    const struct args *args = context;
    report_fn *print =
        catalog_printer(args->report, args->format, args->view.time);
    int has_wanted = 0;
    struct view view = {.options = &args->view, .has_wanted = &has_wanted};
    int result;

    if (!print)
        return EXIT_TROUBLE;
    result =
        load_profile(&args->load, &view.counts, &view.profile, &view.n_skipped);
    if (result == EXIT_DONE && args->load.counts.n)
        result = load_samples(&args->load, &view.counts);
    if (result == EXIT_DONE && args->operation != OP_NONE)
        result =
            load_other(&args->load, &view.profile, &view.counts, &view.other);
    if (result == EXIT_DONE)
        result = combine(args->operation, &view);
    if (result == EXIT_DONE)
        result = view_init(&view);
    if (result == EXIT_DONE)
        result = show(args, print, &view);
    view_release(&view);
    return result;
}

int main(int argc, char **argv)
{
    struct args args = {0};

    return tool_main(&show_tool, run, argc, argv, &args);
}
