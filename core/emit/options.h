/* SPDX-License-Identifier: MIT
 *
 * options.h - the plugin's options, the same for both compilers.
 *
 * MODEL KEY=VALUE; several values of one key are joined by '+'; a list is
 *       separated by commas (as Clang and EDGEPROF_OPTIONS give it).
 *         place=tree|knuth|all           which edges carry marks (tree.h)
 *         threads=private|atomic|shared  how a counter is incremented (below)
 *         runtime=any|none               none: counters, and nothing that reads
 *                                        them (edgeprof/freestanding.h does)
 *         calls=exact|assume-return|assume-pure
 *         loops=register|memory          where tight loops count (promote.h)
 *         profile=FILE                   weights from an earlier run
 *         use=FILE                       that, and for the optimiser as well
 *         count=yes|no                   no: nothing is, for use= alone
 *         include=GLOB  exclude=GLOB     source paths, fnmatch(3), '*' also
 *                                        matches '/'; exclude wins
 *         frames=no|yes                  where frames may stand, for prof-merge
 *                                        --core
 *         mcdc=no|yes                    ways through decisions have marks (ways.h)
 *         trips=no|yes                   how often each loop came round, by
 *                                        powers of two (trips.h)
 *         trace=no|ring                  keep the last marks that each thread
 *                                        passed (witness.h)
 *         values=no|yes                  whom calls by a pointer call (targets.h)
 *         system-headers=no|yes          functions defined in system headers
 *         dump=cfg+tree+notes            print the stages to stderr
 * RULES An unknown key or value is EP_EOPTION and the diag lists what is known.
 *       Without a runtime nobody gives threads memory of their own: counting is
 *       atomic there, unless the user says shared.
 */
#ifndef EP_OPTIONS_H
#define EP_OPTIONS_H

#include "base/mem.h"
#include "graph/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ep_threads {
    EP_THREADS_PRIVATE, /* by the thread's delta: in memory of its own */
    EP_THREADS_ATOMIC,  /* in the section, by instructions that are locked */
    EP_THREADS_SHARED   /* in the section, by plain ones: threads lose counts */
};

enum ep_call_rule {
    EP_CALLS_EXACT,         /* a call may not return unless that is proven */
    EP_CALLS_ASSUME_RETURN, /* every call is taken to return */
    EP_CALLS_ASSUME_PURE    /* exact, but const and pure are believed */
};

enum ep_loops {
    EP_LOOPS_REGISTER, /* where it pays, flushed when the loop is left */
    EP_LOOPS_MEMORY
};

enum { EP_DUMP_CFG = 1, EP_DUMP_TREE = 2, EP_DUMP_NOTES = 4 };

struct ep_globs {
    char **items; /* owned */
    size_t n;
    size_t capacity;
};

struct ep_options {
    enum ep_place place;
    enum ep_threads threads;
    enum ep_call_rule calls;
    enum ep_loops loops;
    int system_headers; /* bool */
    int no_count;       /* bool */
    int no_runtime;     /* bool */
    int names_threads;  /* bool: `threads` is the user's */
    int frames;         /* bool */
    int mcdc;           /* bool */
    int trips;          /* bool */
    int trace;          /* bool */
    int values;         /* bool */
    unsigned dump;      /* EP_DUMP_* */
    char *profile;      /* path or NULL, owned */
    char *use;          /* likewise */
    struct ep_globs include;
    struct ep_globs exclude;
};

/* Defaults.  Allocates nothing. */
void ep_options_init(struct ep_options *options);
void ep_options_release(struct ep_options *options);

/* One KEY with its VALUE (NULL: none was given).  EP_OK, EP_ENOMEM or
 * EP_EOPTION. */
EP_MUST_CHECK int ep_options_set(struct ep_options *options, const char *key,
                                 const char *value, struct ep_diag *diag);

/* A comma-separated list of KEY=VALUE; it may be empty, or NULL.  As above. */
EP_MUST_CHECK int ep_options_parse(struct ep_options *options, const char *list,
                                   struct ep_diag *diag);

/* When all are read: what follows from several of them.  EP_OK; EP_EOPTION: they
 * contradict each other. */
EP_MUST_CHECK int ep_options_settle(struct ep_options *options,
                                    struct ep_diag *diag);

/* Whether functions of the source file PATH are to be counted. */
int ep_options_select(const struct ep_options *options, const char *path,
                      int in_system_header);

#ifdef __cplusplus
}
#endif

#endif
