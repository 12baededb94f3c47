/* SPDX-License-Identifier: MIT */
#include "catalog.h"

#include <stdio.h>
#include <string.h>

#include "tool/say.h"

static const struct report reports[] = {
    {"lines", "the source, each line with its count", lines_text, lines_json,
     TO_TOOLS},
    {"functions", "calls, block executions, coverage; most executed first",
     functions_text, functions_json, TO_TOOLS},
    {"calls", "who calls whom, and how often; most often first", calls_text,
     calls_json, BY_FUNCTION},
    {"files", "executions and coverage by file", files_text, files_json, 0},
    {"blocks", "the count of every basic block", blocks_text, blocks_json, 0},
    {"instructions", "machine code with its counts, of runs of prof-patch",
     instructions_text, instructions_json, BY_FUNCTION | TO_CODE_PAGE},
    {"opcodes", "executions of each kind of instruction, of the same runs",
     opcodes_text, opcodes_json, BY_FUNCTION},
    {"branches", "the outcomes of every decision", branches_text, branches_json,
     TO_TOOLS},
    {"coverage", "lines, functions and branches covered, by file",
     coverage_text, coverage_json, TO_TOOLS | TO_PAGE | JUDGED},
    {"missing", "lines never run and functions never called", missing_text,
     missing_json, TO_FINDINGS | JUDGED},
    {"check", "fail unless enough is covered", check_text, NULL, JUDGED},
    {"diff",
     "functions and lines that ran otherwise in the second of two inputs",
     diff_text, diff_json, 0},
    {"tests",
     "what each test, a label of runs, covers; with FILE:LINE, which\n"
     "tests ran that line",
     tests_text, tests_json, JUDGED},
    {"html", "pages for a browser, into the folder -o DIR", html, NULL, JUDGED},
    {"dump", "every graph with its counts", dump_text, NULL, 0},
};

static const struct format formats[] = {
    {"text", "to be read", AS_TEXT, 0, NULL},
    {"json", "one document, of any report but check, html and dump", AS_JSON, 0,
     NULL},
    {"jsonl", "the same with a line for each item", AS_JSON_LINES, 0, NULL},
    {"lcov", NULL, AS_EXPORT, TO_TOOLS, lcov},
    {"cobertura", NULL, AS_EXPORT, TO_TOOLS, cobertura},
    {"gcov", NULL, AS_EXPORT, TO_TOOLS, gcov_text},
    {"gcov-json", NULL, AS_EXPORT, TO_TOOLS, gcov_json},
    {"codecov", NULL, AS_EXPORT, TO_TOOLS, codecov},
    {"sonarqube", NULL, AS_EXPORT, TO_TOOLS, sonarqube},
    {"markdown", NULL, AS_EXPORT, TO_PAGE, markdown},
    {"html", NULL, AS_EXPORT, TO_CODE_PAGE, html_code},
    {"github", NULL, AS_EXPORT, TO_FINDINGS, github},
    {"sarif", NULL, AS_EXPORT, TO_FINDINGS, sarif},
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
                           const struct format *format)
{
    report_fn *print = NULL;

    switch (format->as) {
    case AS_TEXT:
        print = report->text;
        break;
    case AS_JSON:
    case AS_JSON_LINES:
        print = report->json;
        break;
    case AS_EXPORT:
        if (report->is & format->of)
            print = format->print;
        break;
    }
    if (!print)
        say_error("%s: not in the format %s", report->name, format->name);
    return print;
}

/* ---- --help -------------------------------------------------------------- */

#define HELP_COLUMN 13

/* The reports that can be exported to FORMAT. */
static void print_export(const struct format *format)
{
    struct ep_buf reports_of = {0};

    for (size_t i = 0; i < N_REPORTS; i++)
        if (reports[i].is & format->of)
            ep_buf_printf(&reports_of, "%s%s", reports_of.size ? ", " : "of ",
                          reports[i].name);
    print_help_row(format->name, HELP_COLUMN,
                   reports_of.failed ? "" : reports_of.data);
    ep_buf_release(&reports_of);
}

static void print_format(const struct format *format)
{
    if (format->as == AS_EXPORT)
        print_export(format);
    else
        print_help_row(format->name, HELP_COLUMN, format->help);
}

void catalog_print(void)
{
    (void)puts("REPORT is");
    for (size_t i = 0; i < N_REPORTS; i++)
        print_help_row(reports[i].name, HELP_COLUMN, reports[i].help);
    (void)puts("\nFORMAT is");
    for (size_t i = 0; i < N_FORMATS; i++)
        print_format(&formats[i]);
    (void)putchar('\n');
}
