/* SPDX-License-Identifier: MIT
 *
 * profile.h - how often every function, block, branch and line ran: counts and
 * notes brought together.
 *
 * WHY   all reports are views of one struct, so that they cannot disagree.
 * MODEL Each module of the counts is matched with notes: embedded in the
 *       profile, of a binary that the user named, or of the binary at its path.
 *       Counters are added to the marks that they feed, each function is solved
 *       (flow.h), and the counting standard of docs/counting.md is applied: an
 *       instance (a function of one module) gives a line the largest count of
 *       its blocks on that line; instances add up.
 *       Branches are added up by what they are (profile_branches.c).
 *       Functions of equal name, graph and place are one here.  Binaries that
 *       the user named and that never ran count as 0.
 *       A function whose code in a module counts nothing (uncounted.h), and of
 *       which no inlined copy ran, has no counts, rather than counts of 0: it
 *       and its lines are left out, and it is in a list of its own.
 * RULES Deterministic: files by path, functions by file, line and name, lines
 *       by number, whatever the order of the input.  What could not be used is
 *       said in `messages`, never passed over in silence.
 */
#ifndef EP_PROFILE_H
#define EP_PROFILE_H

#include "base/line_count.h"
#include "base/map.h"
#include "format/counts.h"
#include "format/notes.h"
#include "graph/flow.h"
#include "profile/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a function decides by the source: the end of a block. */
struct ep_function_branch {
    uint32_t file;
    struct ep_point at;
    uint32_t nth;    /* of the function's branches at this place, from 0 */
    int is_doubtful; /* bool: which it is, of several, nothing tells but nth */
    uint32_t block;
    uint32_t index; /* into the graph's branches */
};

/* A call by a pointer called a function so often. */
struct ep_profile_target {
    uint32_t call;    /* an index into the graph's call_sites */
    const char *name; /* linkage name; "": in another module */
    uint64_t count;
};

struct ep_profile_function {
    const struct ep_function *function; /* name, graph, flags */
    uint32_t file;                      /* of the definition */
    uint32_t *sources;  /* the files here of those in the graph */
    const char *object; /* the program that it is machine code of, or NULL */
    int late; /* bool: loops in it add to its counts only when they are left */
    int negative; /* bool: a count would be below 0, and none was cut off */
    uint64_t calls;
    uint64_t *block;             /* executions, as in the graph */
    uint64_t *edge;              /* likewise */
    struct ep_line_count *lines; /* by file and line */
    size_t n_lines;
    uint64_t builds;  /* a bit for each that has it: compiler and options */
    uint64_t modules; /* likewise */
    struct ep_function_branch *branches; /* by place and block */
    size_t n_branches;
    uint8_t *omitted;           /* bool per edge; NULL: none is */
    const struct ep_ways *ways; /* through decisions, that some build counted */
    uint64_t *way;              /* their executions */
    struct ep_profile_target *targets; /* by call and name */
    size_t n_targets;
    uint32_t n_loops;      /* that count their trips */
    const uint32_t *heads; /* their blocks, ascending */
    uint64_t *trips; /* per loop EP_TRIPS_BINS: how often it was left, by bin */
};

/* A function that is not counted: it has no counts, not even 0. */
struct ep_uncounted {
    const struct ep_function *function;
    uint32_t file; /* of the definition, or EP_NONE */
};

enum ep_branch_kind { EP_BRANCH_CONDITION, EP_BRANCH_SWITCH, EP_BRANCH_GOTO };

/* Where the source decides which way to go on: the same for all functions that
 * have it at this place, with outcomes of the same names. */
struct ep_profile_branch {
    uint32_t file;
    struct ep_point at;
    struct ep_point decision; /* where the first condition of the decision is
                                 that it is part of: `a && b` */
    uint32_t nth;             /* of the branches on its line, from 0 */
    uint32_t id; /* of the branches on its line, in every build: its
                                 column; if that is not its own alone, a number
                                 that is no column */
    enum ep_branch_kind kind;
    const char *function; /* linkage name of one that has it */
    uint64_t builds;
    uint64_t modules;
    int apart; /* bool: other modules have other branches on this line */
};

/* One outcome of a branch: the edges out of its block. */
struct ep_outcome {
    uint32_t line; /* of the branch */
    const struct ep_profile_branch *branch;
    const char *name; /* "true", "false", "case 1, 2", "default"; of a computed
                         goto "line 31" */
    uint32_t kind;    /* EP_EDGE_TRUE, _FALSE, _CASE or _DEFAULT */
    uint32_t to;      /* the line of the file that it leads to, or 0 */
    uint64_t count;   /* executions */
};

struct ep_profile_file {
    char *name;       /* shown */
    char *full;       /* where it was at the time of compilation */
    int64_t modified; /* of the newest binary that holds it, or 0 */
    const struct ep_line_count *lines; /* by number */
    size_t n_lines;
    const struct ep_outcome *outcomes; /* by branch, and these by place */
    size_t n_outcomes;
    const struct ep_profile_function *functions; /* defined here, by line */
    size_t n_functions;
};

struct ep_profile {
    uint64_t runs;
    uint64_t cut;
    int is_combined; /* bool: counts are not of any runs; set by who combines them */
    char **messages; /* "FACT: what to do", no full stop */
    size_t n_messages;
    const char **doubts; /* those by which counts may be wrong, or runs lack */
    size_t n_doubts;
    struct ep_profile_file *files;
    size_t n_files;
    struct ep_profile_function *functions;
    size_t n_functions;
    struct ep_uncounted *uncounted; /* by file, line and name */
    size_t n_uncounted;
    struct ep_profile_private *p; /* what the above points into */
};

/* How many of how many binaries are in. */
typedef void ep_profile_step_fn(size_t done, size_t total);

struct ep_profile_options {
    const struct ep_named_binary *named; /* by the user; distinct ids */
    size_t n_named;
    const char *const *roots; /* of the project; none: found, see roots.h */
    size_t n_roots;
    const char *const *maps; /* "OLD=NEW" for source paths */
    size_t n_maps;
    ep_profile_step_fn *step; /* or NULL */
    /* A profile, and the counts that it was built from, or NULL: its notes serve for each module
     * that is the same one there, at the same index. */
    const struct ep_profile *like;
    const struct ep_counts *like_counts;
};

/* Bring COUNTS, OPTIONS' binaries and their notes together.
 * OUT  initialised by this call; release with ep_profile_release, before OPTIONS' `like`
 * EP_OK; EP_ENOMEM; EP_EMATCH if no module found its notes.  On EP_EMATCH, OUT
 * holds the messages that say why and must be released; on EP_ENOMEM it is
 * empty.  Cost O(N log N) in what is reported. */
EP_MUST_CHECK int ep_profile_build(const struct ep_counts *counts,
                                   const struct ep_profile_options *options,
                                   struct ep_profile *out);

/* What the runs of LABEL, which is kept, ran alone: functions that they did not
 * run are left out, and their lines.  WHOLE was built from the counts that
 * LABEL is of; OUT points into it. OUT  initialised by this call; release with
 * ep_profile_release, before WHOLE EP_OK or EP_ENOMEM, OUT is then empty.  Cost
 * as above, in what did run, and linear in the counters. */
EP_MUST_CHECK int ep_profile_build_label(const struct ep_profile *whole,
                                         const struct ep_label *label,
                                         struct ep_profile *out);

void ep_profile_release(struct ep_profile *profile);

/* The index of the file that a compiler called PATH into OUT, EP_NONE if PROFILE has
 * none.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_find_file(const struct ep_profile *profile,
                                       const char *path, uint32_t *out);
/* Whether the counts of MODULE, an index into those that PROFILE was built from, are
 * in it. */
int ep_profile_has_notes(const struct ep_profile *profile, size_t module);

/* Give every count of PROFILE the value of COMBINE for it and OTHER's.  Both
 * are of the same modules and notes, as ep_merge_add_empty helps to make; else
 * EP_EMATCH, and nothing has changed.  EP_OK.  Nothing may be omitted yet. */
typedef uint64_t ep_combine_fn(uint64_t own, uint64_t other);
EP_MUST_CHECK int ep_profile_combine(struct ep_profile *profile,
                                     const struct ep_profile *other,
                                     ep_combine_fn *combine);

/* The linkage names of the functions that are called, by ep_callee_id. */
struct ep_callee_names {
    struct ep_map by_id; /* -> index into items */
    const char **items;
    size_t n;
    size_t capacity;
};

/* Those that PROFILE's notes know, in OUT, which points into it.  EP_OK or
 * EP_ENOMEM, OUT is then empty. */
EP_MUST_CHECK int ep_callee_names_make(const struct ep_profile *profile,
                                       struct ep_callee_names *out);
void ep_callee_names_release(struct ep_callee_names *names);
/* NULL: it is not known, or several have that id. */
const char *ep_callee_names_find(const struct ep_callee_names *names,
                                 uint32_t callee);

/* How many outcomes the branches of the N FUNCTIONS have, which are one to the
 * source, and how many were taken.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int
ep_profile_count_outcomes(const struct ep_profile_function *functions, size_t n,
                          size_t *covered, size_t *total);

/* Append what BUILDS, a branch's, are: "GCC 12.2.0 -O2, clang 14.0.6". */
void ep_profile_print_builds(const struct ep_profile *profile, uint64_t builds,
                             struct ep_buf *out);

/* What of a source line is left out: the line; the branches on it; the
 * outcomes that lead to it; the outcomes of its branches that were never taken.
 */
enum {
    EP_OMIT_LINE = 1,
    EP_OMIT_BRANCHES = 2,
    EP_OMIT_SOURCE = 4,
    EP_OMIT_UNTAKEN = 8,
};

/* Leave out of PROFILE the lines and branches that OMIT names by their file's
 * index, and the functions of which no line is left; one that has no lines goes
 * with that of its definition.  What is omitted counts nowhere, but the blocks
 * and edges of functions that stay are as they were.  EP_OK; EP_ENOMEM, a part
 * may then be left out.  Linear. */
typedef unsigned ep_omit_fn(void *context, uint32_t file, uint32_t line);
EP_MUST_CHECK int ep_profile_omit(struct ep_profile *profile, ep_omit_fn *omit,
                                  void *context);

#ifdef __cplusplus
}
#endif

#endif
