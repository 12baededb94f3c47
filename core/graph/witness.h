/* SPDX-License-Identifier: MIT
 *
 * witness.h - the path that was executed, from the marks that were passed.
 *
 * WHY   A mark that tells its name whenever it is passed is a *witness*.  After a
 *       crash the last witnesses tell the way that led there, block by block.
 * MODEL The marks of EP_PLACE_TREE serve, and no fewer would.  Without marks
 *       each block but EXIT has one way on (tree.h), so from behind a witness one
 *       way leads to wherever the next one of the same frame is passed; and where
 *       none comes, the frame is somewhere on one way.  With a mark less, some
 *       block would have two ways on, and a trace that ends there could not tell
 *       which was taken.  (Ball and Larus 1994 place witnesses where ends are
 *       told; the fewest are then hard to find, and those of a spanning tree are
 *       enough.)
 *       A thread is a stack of frames.  The witness of an ENTRY opens a frame on
 *       top.  Any other belongs to the topmost frame of its function that could
 *       come to it; the frames above that one have ended.  So a call that never
 *       came back, by longjmp or by an exception, needs no witness of its own: it
 *       is a LEAVE without a RETURN.
 *       A *stretch* is what a frame executed from one witness on, up to its next.
 *       Stretches are in the order in which they began.  What calls may not
 *       return end blocks, so a stretch has ended before that of a callee begins;
 *       only where a signal handler comes, a stretch is `interrupted`: somewhere
 *       in it those behind it began, and it went on after them.  Where a function is
 *       entered that is not the one that is called by name, it may be a handler, too.
 * RULES Calls of traced functions end blocks (calls.h), or a frame that waits and
 *       one that runs would have the same marks ahead.  Nothing is made up: what
 *       witnesses do not tell is a gap, or the end of a stretch is in doubt.
 */
#ifndef EP_WITNESS_H
#define EP_WITNESS_H

#include "graph/cfg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of MARK of the function that has the id FUNCTION, as it is in code: above
 * EP_WITNESS_EVENTS, below 2^31.  Few have one that another has, too. */
uint32_t ep_witness_name(uint64_t function, uint32_t mark);

/* Names below are no marks'. */
enum { EP_WITNESS_EVENTS = 16 };

struct ep_traced {
    const struct ep_cfg *cfg;
    const uint32_t *mark; /* per edge, as ep_tree_place has it */
    uint32_t n_marks;
    uint32_t callee;       /* ep_callee_id of its name, as call sites have it */
    uint32_t other_callee; /* of another name that it has; 0: none */
};

struct ep_witness {
    uint32_t function; /* index into the traced ones; EP_NONE: an event */
    uint32_t mark;     /* of it; or enum ep_witness_event */
};

enum ep_witness_event {
    EP_WITNESS_THREAD,  /* another thread goes on here */
    EP_WITNESS_UNKNOWN, /* a mark of which nobody knows what it is */
    EP_WITNESS_LOST     /* a mark was passed, and a handler came just then */
};

enum ep_stretch_end {
    EP_STRETCH_ON,       /* at the frame's next witness */
    EP_STRETCH_RETURNED, /* where the function returns */
    EP_STRETCH_LEFT,     /* in its last block, out of which it was left, or in
                            which it still is */
    EP_STRETCH_DOUBT     /* somewhere in it, its first block at least begun */
};

/* Whether what follows a stretch came in its midst. */
enum ep_interrupted {
    EP_INTERRUPTED_NOT,
    EP_INTERRUPTED_MAYBE, /* or was called by what it calls last, which has another name */
    EP_INTERRUPTED
};

struct ep_stretch {
    uint32_t function;   /* EP_NONE: of `event` */
    uint32_t event;      /* enum ep_witness_event */
    int32_t depth;       /* frames below, as far as is known; from 0 */
    uint8_t kind;        /* enum ep_edge_kind of the edge that was witnessed */
    uint8_t end;         /* enum ep_stretch_end */
    uint8_t gap;         /* bool: what its frame did before is not told */
    uint8_t interrupted; /* enum ep_interrupted */
    size_t first;        /* into the path's blocks */
    size_t n;            /* 0: the witness was passed on the way to EXIT */
};

/* Zero-initialised it is empty. */
struct ep_path {
    struct ep_stretch *stretches;
    size_t n;
    size_t capacity;
    uint32_t *blocks; /* of all stretches, ENTRY and EXIT left out */
    size_t n_blocks;
    size_t blocks_capacity;
};

/* The path that the N WITNESSES tell, marks of the FUNCTIONS, the oldest first.
 * ENDED  bool: all frames have ended behind the last one
 * OUT  initialised by this call; release with ep_path_release
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_path_trace(const struct ep_traced *functions,
                                size_t n_functions,
                                const struct ep_witness *witnesses, size_t n,
                                int ended, struct ep_path *out);
void ep_path_release(struct ep_path *path);

/* A call, from the witness of its ENTRY on to its end: which witnesses are of it, and of what
 * it calls.  It has ended before a witness that none of its frames can pass; or before that of
 * an ENTRY, if they are all where they return and either it is the same function's or what
 * they execute last has no call. */
struct ep_window;

/* FUNCTIONS are borrowed.  NULL: no memory. */
struct ep_window *ep_window_new(const struct ep_traced *functions,
                                size_t n_functions);
/* The next witness is that of the ENTRY. */
void ep_window_begin(struct ep_window *window);
/* WITNESS comes next.  OUT  whether the call had ended before.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_window_take(struct ep_window *window,
                                 const struct ep_witness *witness,
                                 int *out_ended);
/* NULL is allowed. */
void ep_window_release(struct ep_window *window);

#ifdef __cplusplus
}
#endif

#endif
