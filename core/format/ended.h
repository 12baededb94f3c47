/* SPDX-License-Identifier: MIT
 *
 * ended.h - frames that never came to their end, where they stood.
 *
 * MODEL A frame that was alive when its process ended has a correction, one of its
 *       body's (struct ep_stops): what it did not execute and would else be counted.  A
 *       profile keeps how many frames had which, so that sums stay linear.
 */
#ifndef EP_ENDED_H
#define EP_ENDED_H

#include "base/mem.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_ended {
    uint32_t counter;    /* the first of the body's, in its module */
    uint32_t correction; /* above 0 */
    uint64_t frames;     /* above 0 */
};

/* Of one module, by counter and correction.  Zero-initialised is empty. */
struct ep_ended_list {
    struct ep_ended *items;
    size_t n;
    size_t capacity;
};

/* Add ENDED, or all of FROM.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_ended_add(struct ep_ended_list *list,
                               struct ep_ended ended);
EP_MUST_CHECK int ep_ended_add_all(struct ep_ended_list *list,
                                   const struct ep_ended_list *from);
/* Whether FROM is a part of LIST; take it out, which it is. */
int ep_ended_has(const struct ep_ended_list *list,
                 const struct ep_ended_list *from);
void ep_ended_subtract(struct ep_ended_list *list,
                       const struct ep_ended_list *from);
void ep_ended_scale(struct ep_ended_list *list, uint64_t factor);
void ep_ended_release(struct ep_ended_list *list);

/* The body of the record.  Reading: of a module of N_COUNTERS, into an empty LIST.
 * EP_OK; EP_ENOMEM; EP_EFORMAT. */
void ep_ended_write(const struct ep_ended_list *list, struct ep_buf *out);
EP_MUST_CHECK int ep_ended_read(struct ep_reader *from, size_t n_counters,
                                struct ep_ended_list *list);

#ifdef __cplusplus
}
#endif

#endif
