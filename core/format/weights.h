/* SPDX-License-Identifier: MIT
 *
 * weights.h - edge weights from an earlier run: the options profile=FILE and
 * use=FILE, and prof-patch's --profile.
 *
 * WHY   Measured counts choose better chords than guesses do.  Reading them
 *       takes libelf and all of core/profile, which few compilations need.  So
 *       the reader is a module of its own, weights.so beside the adapters
 *       (core/weights), and it is opened where the option asks for it.
 * MODEL A function of the profile serves a function of the unit if name and
 *       graph are the same; all others keep the compiler's guesses.
 *       With use=FILE the compiler is told as well what the weights are, and how
 *       the counts of the whole program are spread: what is often is a question
 *       of that; and whom calls by a pointer called, if the run counted it (values=yes).
 * RULES A choice only: reports are the same whatever the weights.  The module
 *       is of the adapter's own build, as both know struct ep_function.
 */
#ifndef EP_WEIGHTS_H
#define EP_WEIGHTS_H

#include "format/notes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Blocks of at least this count have this share of all that was executed. */
struct ep_share {
    uint32_t millionths;
    uint32_t n_blocks;
    uint64_t count;
};

/* What a call by a pointer called, most first. */
enum { EP_CALLED_MOST = 8 };
struct ep_called {
    uint64_t calls; /* at least as many as those of TARGETS */
    size_t n;
    struct ep_target_count targets[EP_CALLED_MOST];
};

/* The counts of a profile's blocks. */
enum { EP_SHARES = 16 };
struct ep_summary {
    uint64_t total;
    uint64_t most;
    uint64_t most_calls;
    uint32_t n_blocks;
    uint32_t n_functions;
    struct ep_share shares[EP_SHARES]; /* growing; those that LLVM knows */
};

enum ep_match {
    EP_MATCH_NONE,
    EP_MATCH_STALE, /* one of that name, but of another graph */
    EP_MATCH_SAME
};

/* Zero-initialised has no weights, and may be released. */
struct ep_weights {
    void *context; /* the reader's */
    /* Set the weights of FUNCTION's edges (name, hash and cfg are in place) to
     * the counts that CONTEXT has of it, if its graph is the same. */
    enum ep_match (*apply)(const void *context, struct ep_function *function);
    /* Of FUNCTION, for which that said SAME: what its call_sites[SITE], by a pointer,
     * called, in OUT, which is empty.  Names are CONTEXT's. */
    void (*called)(const void *context, const struct ep_function *function,
                   uint32_t site, struct ep_called *out);
    void (*release)(void *context);
    void *module; /* that these functions are in */
    struct ep_summary summary;
};

/* The one function that weights.so exports, under this name.  Reads the profile
 * PATH, which prof-merge wrote or whose binaries are in place, into OUT but for
 * its `module`.  EP_OK; EP_ENOMEM; else why it cannot be used, OUT is as it
 * was. */
typedef int ep_weights_read_fn(const char *path, struct ep_diag *diag,
                               struct ep_weights *out);
#define EP_WEIGHTS_READ "edgeprof_weights_read"

/* Open weights.so, which lies in the folder edgeprof beside the runtime
 * library RT_PATH, and read the profile PATH with it.
 * OUT  initialised by this call; release with ep_weights_release
 * EP_OK; EP_ENOMEM; EP_EIO if the module cannot be opened; else why PATH cannot
 * be used.  OUT then has no weights. */
EP_MUST_CHECK int ep_weights_open(const char *rt_path, const char *path,
                                  struct ep_diag *diag, struct ep_weights *out);
void ep_weights_release(struct ep_weights *weights);

#ifdef __cplusplus
}
#endif

#endif
