/* SPDX-License-Identifier: MIT
 *
 * html.h - the pages of `prof-show html`: an overview, a page per source file,
 * a style sheet and a script without which all can be read as well.
 *
 * MODEL A site is a folder of pages, or one file that has them all as sections
 *       of which the style sheet shows one.  What a link looks like depends on
 *       that; what is on the pages does not.
 * RULES Pages need nothing but themselves: no network, no server.  The same for
 *       the same profile.
 */
#ifndef PROF_SHOW_HTML_H
#define PROF_SHOW_HTML_H

#include <stdio.h>

#include "call_graph.h"
#include "cover.h"
#include "rounds.h"
#include "source.h"
#include "times.h"

/* pages/style.css and script.js, NUL-terminated. */
extern const char html_style[];
extern const char html_script[];

struct html_site {
    struct view *view;
    struct call_graph graph;
    struct call_arcs arcs;
    struct cover cover;    /* with --tests */
    struct times times;    /* with --time */
    struct rounds loops;   /* by line: those that count their trips */
    struct rows rows;      /* the graph's, in the order of the source */
    size_t *first_row;     /* n_files + 1: where the rows of each file begin */
    struct tally *tallies; /* of each file */
    struct part *decided;  /* likewise, with --mcdc: its conditions */
    char **pages;          /* name of each file's page */
    uint64_t most;         /* executions of any line */
    int gates;             /* EXIT_GATE: one failed; known after the overview */
    FILE *out;             /* the page being written */
    uint32_t file;         /* that it is of, EP_NONE: the overview */
};

/* What the site is about. */
const char *html_title(const struct html_site *site);

/* The overview of SITE.  EP_OK or EP_ENOMEM. */
int html_overview(struct html_site *site);
/* The page of file site->file.  EP_OK or EP_ENOMEM. */
int html_file(struct html_site *site);
/* Its text, with counts.  EP_OK or EP_ENOMEM. */
int html_source(struct html_site *site);

/* Who calls ROW, of the page's file, and whom it calls. */
void html_calls(const struct html_site *site, const struct row *row);

/* Loops that count their trips, by line.  EXIT_DONE, or EXIT_TROUBLE after a message. */
int html_make_trips(struct html_site *site);
/* After how many rounds those that begin on LINE of the page's file were left. */
void html_trips(const struct html_site *site, uint32_t line);

/* With --tests: which tests ran the page's file. */
void html_tests(const struct html_site *site);

/* With --time, of runs that have stacks: a flame graph.  EP_OK or EP_ENOMEM. */
int html_flame(const struct html_site *site);

/* The tree of folders. */
void html_tree(struct html_site *site);
/* What gates say, if any are named, into site->gates as well.  EP_OK or
 * EP_ENOMEM. */
int html_gates(struct html_site *site);

/* ---- parts of pages ------------------------------------------------------ */

/* href="..." to FILE's page, or LINE of it if that is not 0; EP_NONE: to the
 * overview. */
void html_href(const struct html_site *site, uint32_t file, uint32_t line);
/* id="..." of LINE of the page's file. */
void html_id(const struct html_site *site, uint32_t line);
/* The head of a page; ALONE: no file beside it has its style. */
void html_begin(FILE *out, const char *title, int alone);
/* The colour of a line whose count is not 0, if MOST is the largest: h1 to h9. */
unsigned html_heat(uint64_t count, uint64_t most);
/* Lines covered, functions, branches, and with --mcdc conditions DECIDED, with bars. */
void html_cards(const struct html_site *site, const struct tally *tally,
                struct part decided);
/* How many conditions are shown to decide of the decisions that begin on LINE of the page's
 * file.  They are at *AT or behind, which is moved past them. */
struct part html_count_decisions(const struct html_site *site, uint32_t line,
                                 size_t *at);
/* What these lack; nothing if it is nothing. */
void html_decisions(const struct html_site *site, const struct source *source,
                    uint32_t line, size_t at);
/* A cell with percent and a bar; as an element TAG. */
void html_part(FILE *out, const char *tag, struct part part);

/* Room for 2^64 - 1 in groups of three. */
#define HTML_COUNT 48
/* COUNT in groups of three digits; returns OUT. */
const char *html_count(uint64_t count, char out[HTML_COUNT]);

#endif
