/* SPDX-License-Identifier: MIT
 *
 * prof-show - reports of what ran.  Every report is a view of one struct
 * ep_profile.
 */
#include <stdio.h>
#include <string.h>

#include "changes.h"
#include "load.h"
#include "markers.h"
#include "tool/say.h"

const char tool_name[] = "prof-show";

/* Which exports there are of a report. */
enum { TO_TOOLS = 1, TO_PAGE = 2, TO_FINDINGS = 4 };

static const struct report {
    const char *name;
    report_fn *text;
    report_fn *json; /* or NULL */
    unsigned exports;
    int judges; /* markers in the sources hold */
} reports[] = {
    {"lines", lines_text, lines_json, TO_TOOLS, 0},
    {"functions", functions_text, functions_json, TO_TOOLS, 0},
    {"files", files_text, files_json, 0, 0},
    {"blocks", blocks_text, blocks_json, 0, 0},
    {"branches", branches_text, branches_json, TO_TOOLS, 0},
    {"coverage", coverage_text, coverage_json, TO_TOOLS | TO_PAGE, 1},
    {"missing", missing_text, missing_json, TO_FINDINGS, 1},
    {"check", check_text, NULL, 0, 1},
    {"diff", diff_text, diff_json, 0, 0},
    {"tests", tests_text, tests_json, 0, 1},
    {"html", html, NULL, 0, 1},
    {"dump", dump_text, NULL, 0, 0},
};

static const struct export
{
    unsigned of; /* one of the above */
    report_fn *print;
}
exports[FORMATS] = {
    [FORMAT_LCOV] = {TO_TOOLS, lcov},
    [FORMAT_COBERTURA] = {TO_TOOLS, cobertura},
    [FORMAT_GCOV] = {TO_TOOLS, gcov_text},
    [FORMAT_GCOV_JSON] = {TO_TOOLS, gcov_json},
    [FORMAT_CODECOV] = {TO_TOOLS, codecov},
    [FORMAT_SONARQUBE] = {TO_TOOLS, sonarqube},
    [FORMAT_MARKDOWN] = {TO_PAGE, markdown},
    [FORMAT_GITHUB] = {TO_FINDINGS, github},
    [FORMAT_SARIF] = {TO_FINDINGS, sarif},
};

static const struct report *find_report(const struct args *args)
{
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
        if (strcmp(args->report, reports[i].name) == 0)
            return &reports[i];
    say_error("%s: no such report; known are lines, functions, files, blocks, "
              "branches, coverage, missing, check, diff, tests, html and dump",
              args->report);
    return NULL;
}

/* REPORT in the format asked for; NULL after a message. */
static report_fn *find_printer(const struct report *report, enum format format)
{
    report_fn *print = NULL;

    switch (format) {
    case FORMAT_TEXT:
        print = report->text;
        break;
    case FORMAT_JSON:
    case FORMAT_JSONL:
        print = report->json;
        break;
    default:
        if (report->exports & exports[format].of)
            print = exports[format].print;
        break;
    }
    if (!print)
        say_error("%s: not in the format %s", report->name,
                  format_name(format));
    return print;
}

/* What is written for other tools is judged by them. */
static int judges(const struct report *report, const struct args *args)
{
    return !args->no_markers && (report->judges || exports[args->format].print);
}

static int show(const struct report *report, report_fn *print,
                struct view *view)
{
    const struct args *args = view->args;
    int result = EXIT_DONE;

    if (judges(report, args) && markers_apply(view)) {
        say_error("out of memory");
        return EXIT_TROUBLE;
    }
    if (args->diff)
        result = changes_apply(view);
    return result == EXIT_DONE ? print(view) : result;
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
    report_fn *print = report ? find_printer(report, args->format) : NULL;
    struct view view = {.args = args};
    int result;

    if (!print)
        return EXIT_TROUBLE;
    result = load_profile(args, &view.counts, &view.profile);
    if (result == EXIT_DONE && args->operation != OP_NONE)
        result = load_other(args, &view.profile, &view.other);
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
        result = show(report, print, &view);
    }
    view_release(&view);
    return result;
}

int main(int argc, char **argv)
{
    struct args args;
    int result = EXIT_TROUBLE;

    begin_command();
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
    return end_command(result);
}
