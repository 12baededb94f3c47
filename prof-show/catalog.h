/* SPDX-License-Identifier: MIT
 *
 * catalog.h - the reports, and the formats that they come in.
 *
 * MODEL Each has one row, from which --help, the messages and the choice of
 *       what prints are made.
 */
#ifndef PROF_SHOW_CATALOG_H
#define PROF_SHOW_CATALOG_H

#include "view.h"

/* A report writes to standard output and returns an exit status; main checks
 * what became of the output. */
typedef int report_fn(struct view *view);

report_fn lines_text, lines_json;
report_fn functions_text, functions_json;
report_fn calls_text, calls_json;
report_fn files_text, files_json;
report_fn blocks_text, blocks_json;
report_fn instructions_text, instructions_json;
report_fn opcodes_text, opcodes_json;
report_fn branches_text, branches_json;
report_fn coverage_text, coverage_json;
report_fn missing_text, missing_json;
report_fn check_text;
report_fn diff_text, diff_json;
report_fn tests_text, tests_json;
report_fn dump_text;
report_fn html; /* into the folder -o */
/* For other tools; named after them. */
report_fn lcov, cobertura, gcov_text, gcov_json, codecov, sonarqube;
report_fn markdown, github, sarif, html_code;

/* What a report is, and which exports there are of it. */
enum {
    TO_TOOLS = 1,
    TO_PAGE = 2,
    TO_FINDINGS = 4,
    JUDGED = 8,       /* markers in the sources hold */
    BY_FUNCTION = 16, /* --function chooses */
    TO_CODE_PAGE = 32,
};

struct report {
    const char *name;
    const char *help;
    report_fn *text;
    report_fn *json; /* or NULL */
    unsigned is;
};

struct format {
    const char *name;
    const char *help; /* NULL of an export: which reports it is of says it */
    enum { AS_TEXT, AS_JSON, AS_JSON_LINES, AS_EXPORT } as;
    unsigned of;      /* an export: of reports that are one of these */
    report_fn *print; /* an export's */
};

/* What NAME names; NULL after a message. */
const struct report *catalog_report(const char *name);
const struct format *catalog_format(const char *name);

/* REPORT in FORMAT; NULL after a message. */
report_fn *catalog_printer(const struct report *report,
                           const struct format *format);

/* All of it, for --help. */
void catalog_print(void);

#endif
