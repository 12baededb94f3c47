/* SPDX-License-Identifier: MIT
 *
 * profile_build.h - the stages of ep_profile_build, shared by its files:
 * profile_modules.c finds the notes of each module, profile_marks.c makes marks
 * of its counters, profile_fold.c solves and folds functions; profile_files.c
 * makes the tables by file, profile_lines.c those of lines, profile_branches.c those of
 * branches; profile_builds.c knows which compilers' functions there are.
 */
#ifndef EP_PROFILE_BUILD_H
#define EP_PROFILE_BUILD_H

#include "profile/profile.h"
#include "profile/sources.h"

struct ep_kept_notes {
    struct ep_notes *notes; /* stays where it is */
    int is_own;             /* bool: else another profile's */
};

/* A module ready to be added: notes, and where counter 0 lies in them. */
struct ep_module_use {
    struct ep_notes *notes; /* NULL: none were found */
    uint64_t address;
    const uint64_t *counts; /* NULL: never ran */
    size_t n_counters;
    const struct ep_ended_list *ended; /* NULL: no frames are known to have */
    int only_ran; /* leave functions out that did not run */
    int64_t modified;
    const struct ep_notes *current; /* of the module's later build, or NULL */
    size_t n_changed;               /* functions that the later build has not */
    struct ep_buf changed;          /* their names, ", " between */
};

/* Beyond, builds count as one, and so do modules. */
enum { EP_BUILDS_MAX = 64 };

/* A compiler and its options. */
struct ep_build {
    uint64_t hash;
    const struct ep_unit_note *unit; /* one of it, or NULL */
};

/* What outlives the building lies here because the profile points into it. */
struct ep_profile_private {
    struct ep_arena arena; /* of uses, lines, outcomes */
    struct ep_sources sources;
    struct ep_kept_notes *notes; /* per module that has any */
    size_t n_notes;
    size_t notes_capacity;
    struct ep_module_use *uses; /* per module of the counts, without these */
    size_t functions_capacity;
    size_t uncounted_capacity;
    size_t messages_capacity;
    size_t doubts_capacity;
    struct ep_map functions; /* hash of the key -> index into functions */
    struct ep_line_count *lines;
    struct ep_outcome *outcomes;
    struct ep_profile_branch *branches; /* that these are of */
    size_t n_branches;
    struct ep_build builds[EP_BUILDS_MAX];
    size_t n_builds;
    const struct ep_notes *modules[EP_BUILDS_MAX];
    size_t n_modules;
    size_t n_unbalanced; /* functions whose counts break in = out */
};

/* Add a message.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_say(struct ep_profile *profile, const char *format,
                                 ...) __attribute__((format(printf, 2, 3)));
/* STATUS, of a message that was added, which is a doubt. */
EP_MUST_CHECK int ep_profile_doubt(struct ep_profile *profile, int status);

/* Find the notes of every module of COUNTS, and of the binaries of OPTIONS that
 * did not run, and fold them into PROFILE; says what was left out.  EP_OK;
 * EP_ENOMEM; EP_EMATCH if no module that ran found its notes. */
EP_MUST_CHECK int
ep_profile_add_modules(struct ep_profile *profile,
                       const struct ep_counts *counts,
                       const struct ep_profile_options *options);

/* The marks of all functions of a module, one array: mark M of function F is at
 * first[F] + M.  The module's counters lie in one section; a body has those at
 * its address, and each counter feeds some marks. */
struct ep_marks {
    struct ep_arena arena; /* of what follows */
    size_t *first;         /* n_functions + 1 indexes into count */
    uint64_t *count;       /* executions */
    uint64_t *less;        /* what is to be taken off that */
    int *late;             /* per function; bool: some counter of it is */
    int *negative;   /* likewise: more was to be taken off than there was */
    uint64_t **open; /* likewise: per block, frames that ended in it, or NULL */
    uint64_t *
        *behind; /* likewise: per line, those of them that ended before it */
};

/* The marks of USE's functions into MARKS, all 0 if it never ran; release its
 * arena whatever comes.  NAME is the module's, for messages.  EP_OK; EP_ENOMEM;
 * EP_EMATCH if a body overlaps another. */
EP_MUST_CHECK int ep_profile_count_marks(const struct ep_module_use *use,
                                         const char *name,
                                         struct ep_marks *marks,
                                         struct ep_diag *diag);

/* Solve the functions of USE and fold them into PROFILE.  If there is a later
 * build, functions are shown where they are in that; those that are no longer
 * there as they were, or have changed, are left out and counted in USE.
 * EP_OK; EP_ENOMEM; EP_EMATCH if a body overlaps another. */
EP_MUST_CHECK int ep_profile_fold(struct ep_profile *profile,
                                  struct ep_module_use *use, const char *name,
                                  struct ep_diag *diag);

/* Give FUNCTION's files the NUMBER that they have now. */
void ep_profile_renumber(struct ep_profile_function *function,
                         const uint32_t *number);
/* Some files have become one: so do functions that now are in one place.  EP_OK
 * or EP_ENOMEM, some functions are then gone. */
EP_MUST_CHECK int ep_profile_fold_again(struct ep_profile *profile);

/* Give every count of OWN the value of COMBINE for it and OTHER's, a function of
 * the same graph. */
void ep_profile_combine_function(struct ep_profile_function *own,
                                 const struct ep_profile_function *other,
                                 ep_combine_fn *combine);

/* Into OUT the targets of FUNCTION's calls, whose cells are CELLS; those of its module are
 * TARGETS.  Add those of FROM, a function of the same graph, to TO's.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_find_targets(const struct ep_function *function,
                                          const struct ep_targets *targets,
                                          const uint64_t *cells,
                                          struct ep_profile_function *out);
EP_MUST_CHECK int
ep_profile_add_targets(struct ep_profile_function *to,
                       const struct ep_profile_function *from);

/* Free what FUNCTION holds. */
void ep_profile_release_function(struct ep_profile_function *function);

/* Sort a function's N branches, and number those that are at one place. */
void ep_profile_order_branches(struct ep_function_branch *list, size_t n);

/* The bit of UNIT's build, which may be NULL; that of the module with NOTES. */
uint64_t ep_profile_find_build(struct ep_profile_private *p,
                               const struct ep_unit_note *unit);
uint64_t ep_profile_find_module(struct ep_profile_private *p,
                                const struct ep_notes *notes);

/* Whether EDGE is an outcome that the source has. */
int ep_profile_is_outcome(const struct ep_edge *edge);

/* The line that EDGE, an outcome of BRANCH, leads to: the first of its block, or
 * of the next on the only way from there; OUT are the function's edges. 0: there
 * is none, or not in the file where the function and the branch are. */
uint32_t ep_profile_target(const struct ep_profile_function *function,
                           const struct ep_function_branch *branch,
                           const struct ep_incidence *out, uint32_t edge);

/* The tables of lines and of outcomes; files have their numbers.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_make_lines(struct ep_profile *profile);
EP_MUST_CHECK int ep_profile_make_outcomes(struct ep_profile *profile);

/* All modules are in, and sources have names: sort, and make the tables.  EP_OK
 * or EP_ENOMEM. */
EP_MUST_CHECK int ep_profile_tabulate(struct ep_profile *profile);

#endif
