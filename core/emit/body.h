/* SPDX-License-Identifier: MIT
 *
 * body.h - one body of code: cut into segments, some of which are counted.
 *
 * WHY   which marks may share one increment, and where it must stand, decides
 *       whether counts are exact.  So it is decided here, for both compilers.
 * MODEL A body is a function as the optimiser left it, with what was inlined
 *       into it.  The adapter walks over its blocks and says what it meets.
 *       The builder cuts each block into pieces: behind a call that may leave,
 *       and before a mark that must begin its segment (ahead.h).  Whoever
 *       executes the first statement of a piece executes the last one, equally
 *       often.  The marks of a piece are its segment.  So the block
 *
 *           mark 4; mark 5; a call that may leave; mark 6; mark 7
 *
 *       has the segments {4, 5} and {6, 7}, or, if 7 must begin its segment,
 *       {4, 5}, {6} and {7}.
 *       A flush adds what a loop has counted in a register (promote.h) to the
 *       marks that it names.  It is a segment of no piece.
 *       When all is said, the builder chooses which segments have a counter
 *       (body_count.c).  The first mark of such a segment becomes its
 *       increment; the other marks are dropped.
 * RULES The first failure is kept: all that follows does nothing, and
 *       ep_body_seal returns it.
 */
#ifndef EP_BODY_H
#define EP_BODY_H

#include "emit/arch.h"
#include "emit/emit.h"
#include "graph/chain.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ep_body_builder; /* opaque */

enum {
    EP_BODY_LOCAL = 1,       /* not visible to other units; clones are local */
    EP_BODY_UNOPTIMISED = 2, /* its code keeps nothing in registers */
    EP_BODY_MERGED = 4       /* EP_STOPS_MERGED */
};

/* NAME is the body's linkage name, FLAGS are EP_BODY_*.  UNIT is borrowed.
 * NULL: no memory. */
struct ep_body_builder *ep_body_new(struct ep_unit *unit, const char *name,
                                    unsigned flags);
void ep_body_free(struct ep_body_builder *b);

/* ---- before it is read ---- */

/* Whether the marks of a block's first piece are to stand on the edges that
 * lead to it, once on each.  They are if the block is a shared end: nobody
 * comes back from it, and several edges lead to it.  Which of them was taken
 * tells how often the others were not: assertions share an end, and hold so
 * often that they had better not be counted.
 * COMES_BACK  control leaves the block, by an edge or to a caller
 * N_BEFORE    blocks from which edges lead to it; 2: or more
 * CAN_SPLIT   code can be put on each of these edges */
int ep_body_separates(int comes_back, size_t n_before, int can_split);

/* ---- what the adapter meets ---- */

/* One more block; returns its id.  Beside these there are EP_BLOCK_ENTRY and
 * EP_BLOCK_EXIT, which are empty. */
uint32_t ep_body_add_block(struct ep_body_builder *b);

/* What follows is in BLOCK, which is expected to be executed WEIGHT times (any
 * scale).  Each block is read once; until the first one, ENTRY is. */
void ep_body_read_block(struct ep_body_builder *b, uint32_t block,
                        uint64_t weight);

/* Control may come to here from nowhere, as to a landing pad. */
void ep_body_arrive(struct ep_body_builder *b);

/* The mark of that id (ep_mark_id).  Marks and flushes are the statements that
 * the adapter replaces at the end; they are numbered together, from 0 on. */
void ep_body_mark(struct ep_body_builder *b, uint64_t mark);

/* A flush that feeds the N marks in MARK, in any order, doubles kept.  N is 0
 * if it adds nothing: it is then dropped. */
void ep_body_flush(struct ep_body_builder *b, const uint64_t *mark, size_t n);

/* A loop is left whose bin 0 has the id TABLE (ep_trips_id), or a function is called by
 * a pointer (ep_value_id); which bin or cell is counted is known when the program runs.
 * Where the compiler knows the bin, this is ep_body_mark of its id.  It is replaced as
 * those are. */
void ep_body_table(struct ep_body_builder *b, uint64_t table);

/* Any other statement. */
enum ep_work {
    EP_WORK_NONE, /* no instruction of the machine comes of it */
    EP_WORK_SOME, /* about one */
    EP_WORK_CALL  /* a call, which leaves few registers */
};
void ep_body_work(struct ep_body_builder *b, enum ep_work work);

/* A call that may not return, or may return more than once. */
void ep_body_leave(struct ep_body_builder *b);

/* Where a frame may stand when its process ends (body_stops.c).  SCOPE is 0 for the
 * body's own function, or that of a function that is inlined: see ep_body_scope.  LEAVES
 * says that it is an ep_body_leave, which comes behind; what can end the process else,
 * comes before the ep_body_work that it is. */
void ep_body_stop(struct ep_body_builder *b, uint32_t scope, uint32_t line,
                  uint32_t column, int is_call, int leaves);

/* Whether the unit has a function NAME that is counted. */
int ep_body_knows(const struct ep_body_builder *b, const char *name);

/* The function NAME, inlined where SCOPE has the call at LINE and COLUMN.  Of the body's
 * own function, SCOPE is EP_NONE; it is told first. */
uint32_t ep_body_scope(struct ep_body_builder *b, uint32_t scope, uint32_t line,
                       uint32_t column, const char *name);

/* From the end of what has been read of the block, control goes to the block
 * TO, or to EP_BLOCK_EXIT. */
void ep_body_edge(struct ep_body_builder *b, uint32_t to);

/* ---- what becomes of it ---- */

/* All is said: choose what is counted, and append the counters and their note
 * to OUT as file-scope asm (nothing, if nothing is counted).
 * EP_OK; EP_ENOMEM; EP_EGRAPH if an id names no mark of the unit, or the graph
 * breaks cfg.h's rules. */
EP_MUST_CHECK int ep_body_seal(struct ep_body_builder *b, struct ep_buf *out,
                               struct ep_diag *diag);

/* The symbol of the sealed body's counters. */
const char *ep_body_symbol(const struct ep_body_builder *b);
uint32_t ep_body_n_counters(const struct ep_body_builder *b);

struct ep_increment {
    enum ep_increment_kind kind;
    uint32_t counter;   /* EP_INCREMENT_NONE: EP_NONE */
    const char *symbol; /* it is one of those at; the builder's */
    uint32_t witness;   /* the name that it tells (graph/witness.h); 0: none */
};

/* What STATEMENT, a mark or flush of the sealed body, becomes; it is dropped if that has
 * neither a kind nor a witness.  Where sealing failed, all are dropped. */
struct ep_increment ep_body_increment(const struct ep_body_builder *b,
                                      uint32_t statement);

/* Whether INCREMENT, which only a condition decides on that decides on nothing else, may become
 * one of kind EP_INCREMENT_VALUE that adds what the condition was, so that there is no jump:
 * not where that is dear (atomic), and code is as its source is without optimisation. */
int ep_body_may_add(const struct ep_body_builder *b,
                    struct ep_increment increment);

/* Append the instructions for INCREMENT, which is not dropped. */
void ep_body_increment_text(const struct ep_body_builder *b,
                            struct ep_increment increment,
                            enum ep_dialect dialect, struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
