/* SPDX-License-Identifier: MIT
 *
 * view.h - the profile as the user asked to see it.
 */
#ifndef PROF_SHOW_VIEW_H
#define PROF_SHOW_VIEW_H

#include "profile/profile.h"
#include "show_args.h"

struct view {
    const struct args *args;
    struct ep_counts counts;
    struct ep_profile profile; /* made of these */
    struct ep_profile other;   /* of the report diff: what it compares with */
    uint8_t *shown;     /* per file: selected by --include and --exclude */
    size_t n_no_source; /* sources that could not be read */
    int told_newer;     /* a warning of that kind was given */
};

/* Decide what of the profile is shown; `args` is set.  EP_OK or EP_ENOMEM. */
int view_init(struct view *view);
void view_release(struct view *view);

/* Whether the functions of FILE, which may be EP_NONE, are shown. */
int view_shows(const struct view *view, uint32_t file);

/* Whether file I is shown and has lines. */
int view_lists(const struct view *view, size_t i);
/* The first such file at or after index *AT, which is moved past it; NULL:
 * there is none. */
const struct ep_profile_file *view_next(const struct view *view, size_t *at);

/* A report writes to standard output and returns an exit status; main checks
 * what became of the output. */
typedef int report_fn(struct view *view);

report_fn lines_text, lines_json;
report_fn functions_text, functions_json;
report_fn files_text, files_json;
report_fn blocks_text, blocks_json;
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
report_fn markdown, github, sarif;

#endif
