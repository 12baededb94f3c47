/* SPDX-License-Identifier: MIT
 *
 * copy.h - copies of functions, with increments in them.
 *
 * WHY   between instructions there is no room for others; so the code is
 *       written anew, elsewhere, and the old code leads there.
 * MODEL The blocks of a copy stand in the order of the old ones.  A mark stands
 *       in a block that runs exactly as often, where flags are not alive if
 *       there is such a place; between two blocks where one falls into the
 *       other; or on a *stub* behind the function, to which the branch leads.
 *       An increment goes by the thread's delta (increment_x86_64.h), as those
 *       of the compilers do, and needs no register.
 *       Of code that is counted once only, each block has a probe instead.
 *       First all is written with distances open; they are filled in when it is
 *       known where the copies and their counters lie.
 * RULES Addresses of code that a program can hold stay those of the old code.
 */
#ifndef EP_COPY_H
#define EP_COPY_H

#include "code/code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a distance leads to: old code's copy, an address, a counter. */
enum ep_fix_to { EP_FIX_CODE, EP_FIX_ADDRESS, EP_FIX_COUNTER };

/* Four bytes of the copies that are a distance. */
struct ep_copy_fix {
    uint32_t at;
    uint32_t end;    /* the instruction's, from which the distance is */
    uint64_t target; /* an address of the old program; a counter's number */
    enum ep_fix_to to;
};

/* Code behind a function that is unwound as that at LIKE is. */
struct ep_copy_stub {
    uint32_t start, end;
    uint64_t like;
};

/* A probe that removes itself (copy_once.h), and its stub. */
struct ep_copy_probe {
    uint32_t at, stub;
};

struct ep_copies {
    struct ep_buf bytes;
    struct ep_copy_fix *fixes;
    size_t n_fixes;
    size_t fixes_capacity;
    struct ep_copy_stub *stubs; /* in order */
    size_t n_stubs;
    size_t stubs_capacity;
    struct ep_copy_probe *probes;
    size_t n_probes;
    size_t probes_capacity;
    size_t n_kept_flags; /* increments that keep flags */
};

/* Append the copies of CODE's functions to OUT, which may hold bytes already,
 * and note in CODE where each instruction and block now is.  Release OUT with
 * ep_copies_release whatever comes back.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_copies_make(struct ep_code *code, struct ep_copies *out);
void ep_copies_release(struct ep_copies *copies);

/* The copies will lie at ADDRESS, a multiple of 16, and the counters at COUNTERS.
 * EP_OK; EP_EFORMAT: too far from each other. */
EP_MUST_CHECK int ep_copies_place(struct ep_copies *copies,
                                  const struct ep_code *code, uint64_t address,
                                  uint64_t counters);

/* Have all increments be atomic ones of the counters themselves, where threads
 * have none of their own. */
void ep_copies_make_atomic(struct ep_copies *copies);

/* Where, in the copies, that goes which comes to ADDRESS from elsewhere than by
 * its function's own branches; EP_NONE: it goes to the old code. */
uint32_t ep_copies_entry(const struct ep_code *code, uint64_t address);

#ifdef __cplusplus
}
#endif

#endif
