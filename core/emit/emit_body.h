/* SPDX-License-Identifier: MIT
 *
 * emit_body.h - what emit_count.c and emit_body.c share.  Private to both.
 */
#ifndef EP_EMIT_BODY_H
#define EP_EMIT_BODY_H

#include "emit/emit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The marks of a piece, or those that a flush brings. */
struct ep_segment {
    uint32_t piece; /* EP_NONE: a flush */
    uint32_t counter;
    size_t first; /* into `marks` */
    size_t n;
};

struct ep_counter {
    uint64_t hash;
    size_t first; /* into `fed` */
    size_t n;
    int late;
};

/* What a counter feeds: twice a mark's id, plus this if it is taken off. */
#define EP_FED_LESS UINT64_C(1)

struct ep_count_private {
    char *name;
    int local;
    struct ep_piece *pieces; /* per block, all of them once it is sealed */
    size_t n_pieces;
    size_t pieces_capacity;
    struct ep_incidence out; /* likewise */
    struct ep_segment *segments;
    size_t n_segments;
    size_t segments_capacity;
    uint64_t *marks; /* of all segments */
    size_t n_marks;
    size_t marks_capacity;
    struct ep_counter *counters;
    size_t counters_capacity;
    uint64_t *fed; /* of all counters, sorted within each */
    size_t n_fed;
    size_t fed_capacity;
    uint32_t *slots; /* open addressing; counter or EP_NONE; size 2^k */
    size_t n_slots;
};

/* Numbers of 64 bits in order, for qsort and bsearch. */
int ep_body_by_value(const void *left, const void *right);

/* Set `symbol`, and append the asm of COUNT's counters and what they feed.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_body_emit(struct ep_count *count, struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
