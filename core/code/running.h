/* SPDX-License-Identifier: MIT
 *
 * running.h - copies of a program's code for a process that runs it already.
 *
 * WHY   a process that cannot be started anew is counted as well, and is left as it
 *       was.
 * MODEL The copies and their counters lie somewhere near the program, where its
 *       process has room.  They are come to by *jumps*, the only change of old
 *       code; as long as these are there the code counts.  As all calls are
 *       made in old code (ep_code_source), no frame ever returns to a copy.
 *       All threads count in the same words, by atomic increments.
 * RULES A jump may cover what old code still leads to: while jumps are put in
 *       no thread may be on its way from one instruction of a copied function
 *       to the next, but where a jump begins.
 */
#ifndef EP_RUNNING_H
#define EP_RUNNING_H

#include "code/copy.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EP_RUNNING_JUMP = 5 };

/* Bytes of old code that are replaced. */
struct ep_running_jump {
    uint64_t address;
    uint32_t size; /* 2: leads to one of 5; or 5 */
    uint64_t to;   /* old code, whose copy it leads to; or the one of 5 */
    uint8_t old[EP_RUNNING_JUMP], bytes[EP_RUNNING_JUMP];
};

struct ep_running {
    struct ep_code *code; /* borrowed */
    struct ep_copies copies;
    uint64_t at, counters; /* addresses, as the file has them */
    uint64_t size;         /* bytes of both, whole pages */
    struct ep_running_jump *jumps;
    size_t n_jumps;
    size_t jumps_capacity;
};

/* Copy CODE, which was read as running.  OUT is initialised by this call; release it
 * whatever comes back.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_running_make(struct ep_code *code, struct ep_running *out);
/* All will lie at AT, a multiple of the page's size; to be said once.  EP_OK;
 * EP_ENOMEM; EP_EFORMAT: too far from the code. */
EP_MUST_CHECK int ep_running_place(struct ep_running *running, uint64_t at);
void ep_running_release(struct ep_running *running);

/* Bytes before the counters. */
static inline uint64_t ep_running_text_size(const struct ep_running *running)
{
    return running->counters - running->at;
}

/* Whether ADDRESS is of code that is copied. */
int ep_running_is_old(const struct ep_running *running, uint64_t address);
/* Whether a jump begins at ADDRESS. */
int ep_running_is_jump(const struct ep_running *running, uint64_t address);
/* Whether ADDRESS is of a jump that another one leads to: who is there has begun to
 * leave old code, but none of its instructions is. */
int ep_running_is_between(const struct ep_running *running, uint64_t address);
/* The old instruction before which whoever is at ADDRESS, of a copy, is; 0: he is
 * between two. */
uint64_t ep_running_old(const struct ep_running *running, uint64_t address);

#ifdef __cplusplus
}
#endif

#endif
