/* SPDX-License-Identifier: MIT
 *
 * targets.h - where calls by a pointer lead to: what is counted of it, and what that says.
 *
 * WHY   Who is called by a pointer, no graph knows.  A table of the first four targets of
 *       a call would be one of each thread and of each run: they could not be added up.
 *       So the table is made of sums (a linear sketch): sums of tables are the tables of
 *       sums, whoever adds them, and nothing of the runtime and of run files need know.
 * MODEL A target is known by its *place*: its address less that of the module's section of
 *       counters, whatever the module was loaded at; 0 if that is more than 2 GiB: it is
 *       in another module.  A place has a *hash* of 32 bits, of which the highest three
 *       name one of the call's eight *cells*.  A cell is two counters: how many calls, and
 *       the sum of their targets' hashes.
 *       A cell with N calls of the sum S was only called for the target whose hash H has
 *       N * H = S; or for two, A times and N - A times, if A * H + (N - A) * I = S.  Which
 *       hashes there can be is known: those of the module's functions.  Where two pairs
 *       are possible, none is taken.
 *       So four targets are all known 94 times in 100, more of them mostly; what shares a
 *       cell with two others is not, but the number of these calls is.
 * RULES Sums are right up to 2^32 calls of a cell.  A cell that three or more share could
 *       be taken for that of one pair: by chance, one time in 2^32 for each pair that is
 *       tried.
 */
#ifndef EP_TARGETS_H
#define EP_TARGETS_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    EP_TARGET_CELLS = 8,
    EP_TARGET_WORDS = 2 * EP_TARGET_CELLS, /* of a call */
    EP_TARGET_FOLD = 32,                   /* see below */
    EP_TARGET_SHIFT = 29                   /* of a hash: its cell is left */
};
#define EP_TARGET_FACTOR UINT64_C(0x9e3779b97f4a7c15)

/* The compiled code does the same.  Twice, or the hash of a place between two others would
 * often be between theirs. */
static inline uint64_t ep_target_hash(int64_t place)
{
    uint64_t hash = (uint64_t)place * EP_TARGET_FACTOR;

    return (hash ^ hash >> EP_TARGET_FOLD) * EP_TARGET_FACTOR >> EP_TARGET_FOLD;
}

/* A function that may be called by a pointer. */
struct ep_target {
    int64_t place;
    uint64_t hash;
    char *name; /* linkage name; of place 0 "", for all other modules */
};

/* Those of a module, by hash and name. */
struct ep_targets {
    struct ep_target *items;
    size_t n;
    size_t capacity;
};

/* What was called how often. */
struct ep_target_count {
    const char *name;
    uint64_t count;
};

/* What CELLS, of one call, say.
 * OUT  at least 2 * EP_TARGET_CELLS
 * Returns how many targets are known.  Cost: linear in TARGETS, quadratic in those of
 * cells with two targets. */
size_t ep_targets_find(const struct ep_targets *targets, const uint64_t *cells,
                       struct ep_target_count *out);

/* Sort them once, when all are there; places that are equal are one. */
void ep_targets_sort(struct ep_targets *targets);
void ep_targets_release(struct ep_targets *targets);

#ifdef __cplusplus
}
#endif

#endif
