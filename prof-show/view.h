/* SPDX-License-Identifier: MIT
 *
 * view.h - the profile as the user asked to see it.
 */
#ifndef PROF_SHOW_VIEW_H
#define PROF_SHOW_VIEW_H

#include "bar.h"
#include "profile/profile_decisions.h"
#include "tool/take.h"

/* What the user wants to see of it, and how. */
struct view_options {
    struct texts include; /* globs of source files; none: all */
    struct texts exclude;
    struct texts functions;    /* globs of functions; none: all */
    const char *source_root;   /* or NULL */
    const char *diff;          /* a git revision, or NULL: all code */
    const struct gates *gates; /* what check and html judge by */
    const char *sort;          /* a key of the report, or NULL: its own */
    size_t top;                /* rows; 0: all */
    double threshold;          /* diff: a change in percent */
    int json_lines;            /* JSON is JSON Lines */
    const char *output;        /* html: a folder */
    int single_file;           /* or a file */
    const char *title;         /* html: of the pages, or NULL */
    char *place_file;          /* tests: of FILE:LINE, or NULL; owned */
    uint32_t place_line;
    const char *affected; /* tests: by what changed since, or NULL */
    int minimal;          /* bool: no more of these than needed */
    enum bar_scale bars;  /* lines: beside the counts */
    int time;             /* lines, functions: with their time */
    int tests;            /* bool: html: which tests ran each line */
    int mcdc;             /* bool: MC/DC, too, where it is asked for */
    int other_counts;     /* bool: these are of other runs than the samples */
};

struct view {
    const struct view_options *options;
    struct ep_counts counts;
    struct ep_profile profile; /* made of these */
    struct ep_profile other;   /* that diff and --against compare with */
    struct ep_profile_decisions decisions; /* of it; see view_decide */
    int has_decisions;                     /* bool: they are there */
    size_t n_skipped;                      /* inputs that could not be used */
    uint8_t *shown;     /* per file: selected by --include and --exclude */
    uint64_t most;      /* lines: what the longest bar stands for */
    size_t n_no_source; /* sources that could not be read */
    int warned_newer;   /* bool: that a source is newer than the binary */
    int *has_wanted;    /* bool: view_wants has said yes */
};

/* Decide what of the profile is shown; `options` is set.  An exit status. */
int view_init(struct view *view);
void view_release(struct view *view);

/* Make the decisions of VIEW, unless they are there.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int view_decide(struct view *view);

/* Whether the functions of FILE, which may be EP_NONE, are shown. */
int view_shows(const struct view *view, uint32_t file);

/* Whether --function wants a function, by its NAME or its SYMBOL, which may be
 * NULL. */
int view_wants(const struct view *view, const char *name, const char *symbol);

/* Whether PATH, that of no file of the profile, is shown. */
int view_shows_path(const struct view *view, const char *path);

/* Whether file I is shown and has lines. */
int view_lists(const struct view *view, size_t i);
/* The first such file at or after index *AT, which is moved past it; NULL:
 * there is none. */
const struct ep_profile_file *view_next(const struct view *view, size_t *at);

/* The largest count of a line of what is listed. */
uint64_t view_most(const struct view *view);

/* Of the newest binary: the same for the same runs. */
int64_t view_time(const struct view *view);

#endif
