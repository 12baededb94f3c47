/* SPDX-License-Identifier: MIT
 *
 * catalog.h - the reports, and the formats that they come in.
 *
 * MODEL Each has one row, from which --help, the messages and the choice of
 *       what prints are made.
 */
#ifndef PROF_SHOW_CATALOG_H
#define PROF_SHOW_CATALOG_H

#include "sort.h"
#include "view.h"

/* A report writes to standard output and returns an exit status; main checks
 * what became of the output. */
typedef int report_fn(struct view *view);

report_fn lines_text, lines_json;
report_fn functions_text, functions_json;
report_fn lines_time_text, lines_time_json;
report_fn functions_time_text, functions_time_json;
report_fn hot_text, hot_json;
report_fn stacks_text, stacks_json;
report_fn calls_text, calls_json;
report_fn files_text, files_json;
report_fn blocks_text, blocks_json;
report_fn histogram_text, histogram_json;
report_fn loops_text, loops_json;
report_fn instructions_text, instructions_json;
report_fn opcodes_text, opcodes_json;
report_fn branches_text, branches_json;
report_fn mcdc_text, mcdc_json;
report_fn coverage_text, coverage_json;
report_fn missing_text, missing_json;
report_fn check_text, check_json;
report_fn diff_text, diff_json;
report_fn tests_text, tests_json;
report_fn affected_text, affected_json; /* tests --affected */
report_fn affected_catch2, affected_ctest, affected_gtest, affected_pytest;
report_fn trace_text, trace_json;
report_fn pgo_text, afdo, afdo3;
report_fn dump_text;
report_fn html; /* into the folder -o */
/* For other tools; named after them. */
report_fn lcov, cobertura, clover, gcov_text, gcov_json, codecov, coveralls;
report_fn sonarqube, csv, badge, callgrind, gprof;
report_fn speedscope, firefox, pprof;
report_fn markdown, gcc, github, sarif, html_code, html_diff;
report_fn check_junit, check_github, check_gitlab, check_markdown;

/* What a report is, and which exports there are of it. */
enum {
    TO_TOOLS = 1,
    TO_PAGE = 2,
    TO_FINDINGS = 4,
    JUDGED = 8,       /* markers in the sources hold */
    BY_FUNCTION = 16, /* --function chooses */
    TO_CODE_PAGE = 32,
    TO_SERVERS = 64,
    TO_CALL_TOOLS = 128,
    TIMED = 256,   /* --time adds to it */
    OF_TIME = 512, /* it is of nothing else */
    TO_COMPILERS = 1024,
    TO_RUNNERS = 2048,
    TO_DIFF_PAGE = 4096,
    OF_RINGS = 8192, /* of what threads did last */
    TO_FLAMES = 16384,
};

struct report {
    const char *name;
    const char *help;
    report_fn *text;
    report_fn *json; /* or NULL */
    unsigned is;
    const struct sort_key *keys; /* what it can be sorted by, or NULL */
    report_fn *time_text;        /* TIMED: with --time */
    report_fn *time_json;
};

/* What reports are printed by one function has a row; those of one name stand
 * together. */
struct format {
    const char *name;
    const char *help; /* NULL of an export: which reports it is of says it */
    enum { AS_TEXT, AS_JSON, AS_JSON_LINES, AS_EXPORT } as;
    unsigned of;      /* an export: of reports that are one of these */
    report_fn *print; /* an export's */
};

/* What NAME names, of a format the first row; NULL after a message. */
const struct report *catalog_report(const char *name);
const struct format *catalog_format(const char *name);

/* REPORT in FORMAT, WITH_TIME or not; NULL after a message. */
report_fn *catalog_printer(const struct report *report,
                           const struct format *format, int with_time);

/* All of it, for --help. */
void catalog_print(void);

#endif
