/* SPDX-License-Identifier: MIT
 *
 * affected.h - the tests that ran what has changed since a git revision, of
 * which the profile is.
 *
 * MODEL A test is a label of runs; its set is a bit for each change that it ran.
 *       What ran outside of all tests, or in a run of which tests are parts
 *       (RUN of RUN::TEST), may have any effect on them: a change in it is one
 *       for all of these.  The same holds for a change of everything.
 */
#ifndef PROF_SHOW_AFFECTED_H
#define PROF_SHOW_AFFECTED_H

#include "affected_changes.h"

struct affected_test {
    const char *name; /* the label, borrowed */
    uint64_t time;    /* nanoseconds; UINT64_MAX: not known */
    uint64_t *ran;    /* a bit for each change */
    size_t n_ran;
    int chosen; /* bool */
};

struct affected {
    struct old_changes changes;
    struct affected_test *tests; /* all; those that take least time first */
    size_t n;
    size_t capacity;
    size_t n_chosen;
    size_t n_words;                /* in each test */
    const struct change **not_run; /* that have code, and no test ran */
    size_t n_not_run;
    const struct change *of_all; /* why all tests are chosen, or NULL */
};

/* OUT is released by affected_release, in any case.  Says on standard error
 * which runs are left out, and why all tests are chosen.  An exit status; a
 * message was given unless it is EXIT_DONE. */
int affected_make(struct view *view, struct affected *out);
void affected_release(struct affected *affected);

#endif
