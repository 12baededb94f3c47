/* SPDX-License-Identifier: MIT
 *
 * body_private.h - the builder itself.  Shared by body*.c: body.c cuts pieces
 * and segments, body_count.c gives segments counters, body_note.c writes them.
 */
#ifndef EP_BODY_PRIVATE_H
#define EP_BODY_PRIVATE_H

#include "base/map.h"
#include "emit/body.h"
#include "format/notes.h"
#include "graph/ahead.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The marks of a piece, or those that a flush feeds. */
struct ep_segment {
    uint32_t piece;   /* EP_NONE: a flush, or a table */
    uint32_t counter; /* EP_NONE: it has none */
    int is_table;     /* bool: a bin of one is counted, and no mark is fed */
    size_t first;     /* into `marks` */
    size_t n;
};

struct ep_counter {
    size_t first; /* into `fed` */
    size_t n;
    int late; /* bool: a flush adds to it */
};

/* What a counter feeds: twice a mark's id, plus this if it is taken off. */
#define EP_FED_LESS UINT64_C(1)

/* The piece that is being read. */
struct ep_open_piece {
    uint32_t block; /* of the graph */
    uint64_t weight;
    uint32_t size;
    uint32_t statement; /* the first of its marks */
    uint64_t *marks;
    size_t n_marks;
    size_t marks_capacity;
};

/* A function in the body: its own, or one that is inlined. */
struct ep_body_scope {
    uint32_t parent;       /* EP_NONE: the body's own */
    uint32_t line, column; /* of the call */
    uint32_t function;     /* of the unit, or EP_NONE: not known */
};

/* A place where a frame may stand. */
struct ep_body_stop {
    struct ep_stop
        noted; /* first, for ep_stop_order; its correction is EP_NONE if that
                             is not known */
    uint32_t piece;
    uint32_t n_passed; /* marks of the piece that are before it */
    int leaves;        /* bool: it is behind all that the piece counts */
};

struct ep_body_builder {
    struct ep_unit *unit;
    char *name;
    unsigned flags; /* EP_BODY_* */
    int status;     /* the first failure, and what it was */
    struct ep_diag diag;

    struct ep_open_piece open;
    struct ep_cfg graph;     /* its blocks are the pieces */
    struct ep_piece *pieces; /* per block, once the body is sealed */
    size_t n_pieces;
    size_t pieces_capacity;
    struct ep_segment *segments;
    size_t n_segments;
    size_t segments_capacity;
    uint64_t *marks; /* of all segments */
    size_t n_marks;
    size_t marks_capacity;
    uint32_t *statements; /* which segment each stands for, or EP_NONE */
    size_t n_statements;
    size_t statements_capacity;
    uint32_t
        *witnesses; /* per statement: its name, or 0; only if they are traced */
    size_t witnesses_capacity;

    struct ep_body_scope *scopes;
    size_t n_scopes;
    size_t scopes_capacity;
    struct ep_map scopes_by_place;
    struct ep_body_stop *stops;
    size_t n_stops;
    size_t stops_capacity;
    uint32_t *on_in; /* per piece, as ep_derivation has it; NULL: all EP_NONE */
    uint32_t *on_out; /* likewise */

    struct ep_counter *counters;
    uint32_t n_counters;
    size_t counters_capacity;
    uint64_t *fed; /* by all counters, sorted within each */
    size_t n_fed;
    size_t fed_capacity;
    char symbol[64];         /* of the counters; set by ep_body_note */
    struct ep_arena arena;   /* of `out` */
    struct ep_incidence out; /* once the body is sealed */
};

/* Of MARK, an id that the unit has. */
enum ep_ahead ep_body_ahead(const struct ep_body_builder *b, uint64_t mark);

/* Fill `counters` and `fed`, and give segments and pieces their counters.  The
 * graph is finished.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_body_count(struct ep_body_builder *b);

/* Set `symbol`, and append the asm of the counters and what they feed.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_body_note(struct ep_body_builder *b, struct ep_buf *out);

/* Append what a STOPS record has behind the address of the counters (notes.h); nothing if
 * no stop is known.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_body_put_stops(struct ep_body_builder *b,
                                    struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
