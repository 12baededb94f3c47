/* SPDX-License-Identifier: MIT */
#include "catalog.h"

#include <stdio.h>
#include <string.h>

#include "tool/say.h"

static const struct report reports[] = {
    {"lines", "the source, each line with its count", lines_text, lines_json,
     TO_TOOLS | BY_FUNCTION | TIMED, NULL, lines_time_text, lines_time_json},
    {"functions", "calls, block executions, coverage; most executed first",
     functions_text, functions_json, TO_TOOLS | BY_FUNCTION | TIMED,
     functions_keys, functions_time_text, functions_time_json},
    {"hot", "the lines that take most time, of runs of prof-run --time",
     hot_text, hot_json, OF_TIME, hot_keys, NULL, NULL},
    {"stacks", "who called where time went, of runs of prof-run --stacks",
     stacks_text, stacks_json, OF_TIME | TO_FLAMES, NULL, NULL, NULL},
    {"calls", "who calls whom, and how often; most often first", calls_text,
     calls_json, BY_FUNCTION | TO_CALL_TOOLS, calls_keys, NULL, NULL},
    {"loops",
     "how often each loop was entered and came round; most often first",
     loops_text, loops_json, BY_FUNCTION, loops_keys, NULL, NULL},
    {"histogram", "how many lines, blocks, functions ran how often",
     histogram_text, histogram_json, 0, NULL, NULL, NULL},
    {"files", "executions and coverage by file", files_text, files_json, 0,
     files_keys, NULL, NULL},
    {"blocks", "the count of every basic block", blocks_text, blocks_json,
     BY_FUNCTION, NULL, NULL, NULL},
    {"instructions", "machine code with its counts, of runs of prof-patch",
     instructions_text, instructions_json, BY_FUNCTION | TO_CODE_PAGE, NULL,
     NULL, NULL},
    {"opcodes", "executions of each kind of instruction, of the same runs",
     opcodes_text, opcodes_json, BY_FUNCTION, opcodes_keys, NULL, NULL},
    {"branches", "the outcomes of every decision", branches_text, branches_json,
     TO_TOOLS | BY_FUNCTION, NULL, NULL, NULL},
    {"mcdc", "which conditions were shown to decide alone (MC/DC)", mcdc_text,
     mcdc_json, JUDGED | BY_FUNCTION, NULL, NULL, NULL},
    {"coverage", "lines, functions and branches covered, by file",
     coverage_text, coverage_json, TO_TOOLS | TO_PAGE | JUDGED, coverage_keys,
     NULL, NULL},
    {"missing",
     "lines never run, functions never called, outcomes that never\n"
     "came",
     missing_text, missing_json, TO_FINDINGS | JUDGED, NULL, NULL, NULL},
    {"check", "fail unless enough is covered", check_text, check_json,
     TO_SERVERS | JUDGED, NULL, NULL, NULL},
    {"diff",
     "functions and lines that ran otherwise in the second of two inputs",
     diff_text, diff_json, TO_DIFF_PAGE, diff_keys, NULL, NULL},
    {"tests",
     "what each test, a label of runs, covers; with FILE:LINE, which\n"
     "tests ran that line",
     tests_text, tests_json, JUDGED | TO_RUNNERS, NULL, NULL, NULL},
    {"trace", "the path that led to a crash, of programs built with trace=ring",
     trace_text, trace_json, BY_FUNCTION | OF_RINGS, NULL, NULL, NULL},
    {"html", "pages for a browser, into the folder -o DIR", html, NULL,
     JUDGED | TIMED, NULL, html, NULL},
    {"pgo",
     "a profile for compilers without the plugin; text is LLVM's of samples",
     pgo_text, NULL, BY_FUNCTION | TO_COMPILERS, NULL, NULL, NULL},
    {"dump", "every graph with its counts", dump_text, NULL, 0, NULL, NULL,
     NULL},
};

static const struct format formats[] = {
    {"text", "to be read", AS_TEXT, 0, NULL},
    {"json", "one document, of any report but html, pgo and dump", AS_JSON, 0,
     NULL},
    {"jsonl", "the same with a line for each item", AS_JSON_LINES, 0, NULL},
    {"lcov", NULL, AS_EXPORT, TO_TOOLS, lcov},
    {"cobertura", NULL, AS_EXPORT, TO_TOOLS, cobertura},
    {"clover", NULL, AS_EXPORT, TO_TOOLS, clover},
    {"gcov", NULL, AS_EXPORT, TO_TOOLS, gcov_text},
    {"gcov-json", NULL, AS_EXPORT, TO_TOOLS, gcov_json},
    {"codecov", NULL, AS_EXPORT, TO_TOOLS, codecov},
    {"coveralls", NULL, AS_EXPORT, TO_TOOLS, coveralls},
    {"sonarqube", NULL, AS_EXPORT, TO_TOOLS, sonarqube},
    {"markdown", NULL, AS_EXPORT, TO_PAGE, markdown},
    {"markdown", NULL, AS_EXPORT, TO_SERVERS, check_markdown},
    {"csv", NULL, AS_EXPORT, TO_PAGE, csv},
    {"badge", NULL, AS_EXPORT, TO_PAGE, badge},
    {"html", NULL, AS_EXPORT, TO_CODE_PAGE, html_code},
    {"html", NULL, AS_EXPORT, TO_DIFF_PAGE, html_diff},
    {"callgrind", NULL, AS_EXPORT, TO_CALL_TOOLS, callgrind},
    {"gprof", NULL, AS_EXPORT, TO_CALL_TOOLS, gprof},
    {"folded", NULL, AS_EXPORT, TO_FLAMES, stacks_text},
    {"speedscope", NULL, AS_EXPORT, TO_FLAMES, speedscope},
    {"firefox", NULL, AS_EXPORT, TO_FLAMES, firefox},
    {"pprof", NULL, AS_EXPORT, TO_FLAMES, pprof},
    {"afdo", NULL, AS_EXPORT, TO_COMPILERS, afdo},
    {"afdo3", NULL, AS_EXPORT, TO_COMPILERS, afdo3},
    {"llvm-text", NULL, AS_EXPORT, TO_COMPILERS, pgo_text},
    {"gcc", NULL, AS_EXPORT, TO_FINDINGS, gcc},
    {"github", NULL, AS_EXPORT, TO_FINDINGS, github},
    {"github", NULL, AS_EXPORT, TO_SERVERS, check_github},
    {"gitlab", NULL, AS_EXPORT, TO_SERVERS, check_gitlab},
    {"junit", NULL, AS_EXPORT, TO_SERVERS, check_junit},
    {"sarif", NULL, AS_EXPORT, TO_FINDINGS, sarif},
    {"ctest", NULL, AS_EXPORT, TO_RUNNERS, affected_ctest},
    {"gtest", NULL, AS_EXPORT, TO_RUNNERS, affected_gtest},
    {"catch2", NULL, AS_EXPORT, TO_RUNNERS, affected_catch2},
    {"pytest", NULL, AS_EXPORT, TO_RUNNERS, affected_pytest},
};

#define N_REPORTS (sizeof reports / sizeof *reports)
#define N_FORMATS (sizeof formats / sizeof *formats)

/* ---- by name ------------------------------------------------------------- */

static const char *report_name(size_t i)
{
    return i < N_REPORTS ? reports[i].name : NULL;
}

static const char *format_name(size_t i)
{
    return i < N_FORMATS ? formats[i].name : NULL;
}

/* The index of NAME among those that NTH names; past them after a message,
 * which begins with OPTION. */
static size_t find(const char *(*nth)(size_t), const char *option,
                   const char *name, const char *what)
{
    struct ep_buf known = {0};
    size_t i;

    for (i = 0; nth(i); i++) {
        if (strcmp(nth(i), name) == 0) {
            ep_buf_release(&known);
            return i;
        }
        if (i == 0 || strcmp(nth(i - 1), nth(i)) != 0)
            ep_buf_printf(&known, "%s%s", i ? ", " : "", nth(i));
    }
    say_error("%s%s: no such %s; known are %s", option, name, what,
              known.failed ? "those of --help" : known.data);
    ep_buf_release(&known);
    return i;
}

const struct report *catalog_report(const char *name)
{
    size_t i = find(report_name, "", name, "report");

    return i < N_REPORTS ? &reports[i] : NULL;
}

const struct format *catalog_format(const char *name)
{
    size_t i = find(format_name, "--format ", name, "format");

    return i < N_FORMATS ? &formats[i] : NULL;
}

report_fn *catalog_printer(const struct report *report,
                           const struct format *format, int with_time)
{
    const struct format *end = formats + N_FORMATS;
    const struct format *row = format;
    report_fn *print = NULL;

    switch (format->as) {
    case AS_TEXT:
        print = with_time ? report->time_text : report->text;
        break;
    case AS_JSON:
    case AS_JSON_LINES:
        print = with_time ? report->time_json : report->json;
        break;
    case AS_EXPORT:
        for (; !print && row < end && strcmp(row->name, format->name) == 0;
             row++)
            if ((report->is & row->of) && !with_time)
                print = row->print;
        break;
    }
    if (!print)
        say_error("%s%s: not in the format %s", report->name,
                  with_time ? " --time" : "", format->name);
    return print;
}

/* ---- --help -------------------------------------------------------------- */

#define HELP_COLUMN 13

/* The reports that can be exported to what formats[FIRST] names. */
static void print_export(size_t first)
{
    const struct format *format = &formats[first];
    struct ep_buf reports_of = {0};
    unsigned of = 0;

    for (size_t i = first;
         i < N_FORMATS && strcmp(formats[i].name, format->name) == 0; i++)
        of |= formats[i].of;
    for (size_t i = 0; i < N_REPORTS; i++)
        if (reports[i].is & of)
            ep_buf_printf(&reports_of, "%s%s", reports_of.size ? ", " : "of ",
                          reports[i].name);
    print_help_row(format->name, HELP_COLUMN,
                   reports_of.failed ? "" : reports_of.data);
    ep_buf_release(&reports_of);
}

static void print_format(size_t i)
{
    if (formats[i].as != AS_EXPORT)
        print_help_row(formats[i].name, HELP_COLUMN, formats[i].help);
    else if (strcmp(formats[i - 1].name, formats[i].name) != 0)
        print_export(i);
}

void catalog_print(void)
{
    (void)puts("REPORT is");
    for (size_t i = 0; i < N_REPORTS; i++)
        print_help_row(reports[i].name, HELP_COLUMN, reports[i].help);
    (void)puts("\nFORMAT is");
    for (size_t i = 0; i < N_FORMATS; i++)
        print_format(i);
    (void)putchar('\n');
}
