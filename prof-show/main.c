/* SPDX-License-Identifier: MIT
 *
 * prof-show - reports of what ran.  Every report is a view of one struct
 * ep_profile.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "changes.h"
#include "load.h"
#include "markers.h"
#include "say.h"

static const struct report {
    const char *name;
    report_fn *formats[3]; /* by enum format; NULL: not in this one */
    int judges;            /* markers in the sources hold */
} reports[] = {
    {"lines", {lines_text, lines_json, lcov}, 0},
    {"functions", {functions_text, functions_json, lcov}, 0},
    {"files", {files_text, files_json, NULL}, 0},
    {"blocks", {blocks_text, blocks_json, NULL}, 0},
    {"branches", {branches_text, branches_json, lcov}, 0},
    {"coverage", {coverage_text, coverage_json, lcov}, 1},
    {"missing", {missing_text, missing_json, NULL}, 1},
    {"check", {check_text, NULL, NULL}, 1},
    {"diff", {diff_text, diff_json, NULL}, 0},
    {"dump", {dump_text, NULL, NULL}, 0},
};

static const struct report *find_report(const struct args *args)
{
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        if (strcmp(args->report, reports[i].name) != 0)
            continue;
        if (reports[i].formats[args->format])
            return &reports[i];
        say_error("%s: not in that format", args->report);
        return NULL;
    }
    say_error("%s: no such report; known are lines, functions, files, blocks, "
              "branches, coverage, missing, check, diff and dump",
              args->report);
    return NULL;
}

/* What is written for other tools is judged by them. */
static int judges(const struct report *report, const struct args *args)
{
    return !args->no_markers && (report->judges || args->format > FORMAT_JSON);
}

static int show(const struct report *report, struct view *view)
{
    const struct args *args = view->args;
    int result = EXIT_DONE;

    if (judges(report, args) && markers_apply(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (args->diff)
        result = changes_apply(view);
    return result == EXIT_DONE ? report->formats[args->format](view) : result;
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
 * flow does not balance.  diff keeps both, of the same shape. */
static int combine(struct view *view)
{
    static ep_combine_fn *const operations[] = {[OP_MIN] = smaller,
                                                [OP_MAX] = larger,
                                                [OP_INTERSECT] = where_both,
                                                [OP_DIFF] = as_it_is};
    enum operation operation = view->args->operation;

    if (operation == OP_NONE ||
        !ep_profile_combine(&view->profile, &view->other,
                            operations[operation]))
        return EXIT_DONE;
    say_error("the inputs cannot be compared: a binary has changed meanwhile");
    return EXIT_TROUBLE;
}

static int run(const struct args *args)
{
    const struct report *report = find_report(args);
    struct view view = {.args = args};
    int result;

    if (!report)
        return EXIT_TROUBLE;
    result = load_profile(args, &view.profile);
    if (result == EXIT_DONE && args->operation != OP_NONE)
        result = load_other(args, &view.other);
    if (result == EXIT_DONE)
        result = combine(&view);
    if (result != EXIT_DONE) {
        view_release(&view);
        return result;
    }
    if (view_init(&view)) {
        say_error("out of memory");
        result = EXIT_TROUBLE;
    } else {
        result = show(report, &view);
    }
    view_release(&view);
    return result;
}

/* A report on a full disk must not look whole.  Who closes the pipe, as head(1)
 * does, has seen enough and needs no message. */
static int finish_output(int result)
{
    int failed = fflush(stdout);

    if (!failed && !ferror(stdout))
        return result;
    if (errno != EPIPE)
        say_error("standard output: %s", strerror(errno ? errno : EIO));
    return EXIT_TROUBLE;
}

int main(int argc, char **argv)
{
    struct args args;
    int result = EXIT_TROUBLE;

    /* A closed pipe is an error of writing like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
    switch (args_parse(argc, argv, &args)) {
    case ARGS_RUN:
        result = run(&args);
        break;
    case ARGS_DONE:
        result = EXIT_DONE;
        break;
    case ARGS_WRONG:
        break;
    }
    args_release(&args);
    return finish_output(result);
}
