/* SPDX-License-Identifier: MIT
 *
 * cfg.h - one function's control-flow graph as the front end handed it over.
 *
 * WHY   both compilers turn their graph into this one; whatever is decided,
 *       written, solved or printed afterwards is decided once, on it.
 * MODEL Blocks are 0..n_blocks-1; 0 is ENTRY, 1 is EXIT, both empty.  Edges are
 *       0..n_edges-1 in the order added.  The graph is closed: an edge of kind
 *       EP_EDGE_ENTRY runs from EXIT to ENTRY, so that in = out holds at every
 *       block (Kirchhoff).  A call that may not return ends its block: an
 *       EP_EDGE_LEAVE to EXIT takes what went into the call, an EP_EDGE_RETURN
 *       from EXIT to the block after it brings back what returned; it is added
 *       behind the call's LEAVE and before the next.  So nothing is assumed
 *       about the call: it may return twice, later, or in another process.
 *       Landing pads, setjmp receivers and the like have an EP_EDGE_ARRIVE from
 *       EXIT instead of the edge that led there.
 * RULES Every block reaches EXIT (add a LEAVE in an endless loop) and every
 *       block but EXIT has a way out.  Pure data, not thread-shared.
 */
#ifndef EP_CFG_H
#define EP_CFG_H

#include "base/error.h"
#include "base/mem.h"
#include "base/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As far as a way without a choice is followed. */
enum { EP_FEW_BLOCKS = 8 };

enum { EP_BLOCK_ENTRY = 0, EP_BLOCK_EXIT = 1, EP_BLOCK_FIRST = 2 };

/* Values are in the notes: append only. */
enum ep_edge_kind {
    EP_EDGE_ENTRY = 0,   /* EXIT -> ENTRY: the function is called */
    EP_EDGE_FALL = 1,    /* the block's only edge */
    EP_EDGE_TRUE = 2,    /* a condition of the source holds */
    EP_EDGE_FALSE = 3,   /* it does not */
    EP_EDGE_CASE = 4,    /* a target of a switch or computed goto */
    EP_EDGE_DEFAULT = 5, /* a switch's default */
    EP_EDGE_MADE = 6,    /* a decision of the compiler's: cleanup, static-init
                            guard, exception dispatch */
    EP_EDGE_LEAVE = 7,   /* -> EXIT: the frame may be left here; no mark can
                            stand on it */
    EP_EDGE_RETURN = 8,  /* EXIT ->: a call that may not return came back */
    EP_EDGE_ARRIVE = 9,  /* EXIT ->: control came from nowhere */
    EP_EDGE_KINDS = 10
};

/* The compiler cannot put code on this edge, nor at an end of it alone; or it
 * is to stay without: the way from a tail call to EXIT. */
#define EP_EDGE_NOSPLIT 1u

struct ep_edge {
    uint32_t src;
    uint32_t dst;
    uint8_t kind;    /* enum ep_edge_kind */
    uint8_t flags;   /* EP_EDGE_NOSPLIT */
    uint64_t weight; /* expected executions, any scale, the function's entry
                        being the unit; larger = rather not counted */
};

/* A statement or condition of the source stands in BLOCK. */
struct ep_line {
    uint32_t block;
    uint32_t file; /* 0..n_files-1 */
    uint32_t line; /* from 1 */
};

/* The source decides at the end of BLOCK where control goes on: by a condition,
 * a switch or a computed goto, which begins at `at`. */
struct ep_branch {
    uint32_t block;
    uint32_t file;         /* 0..n_files-1 */
    struct ep_point at;    /* for a condition, where its operand begins; else
                              the keyword */
    struct ep_point whole; /* where what it is part of begins, `a && b`; only
                              before ep_cfg_finish, as is the next */
    uint32_t n_operands;   /* that this has in the source */
    uint32_t decision;     /* the first in the source of those that are part of
                              the same: an index into branches */
    int is_open; /* bool: of what that is, some operand has no branch, or
                              it is not known */
};

/* A CASE edge of a switch is taken for the values from LOW to HIGH. */
struct ep_case {
    uint32_t edge;
    int64_t low;
    int64_t high;
};

/* A block calls CALLEE whenever it is executed. */
struct ep_call_site {
    struct ep_line at; /* line 0: nowhere in the source */
    uint32_t callee;   /* ep_callee_id; 0: by a pointer */
    uint32_t
        nth; /* of what is compiled: of the graph's calls by a pointer, in the
                          order in which they were added; not in notes */
};

/* A statement of the source stands in BLOCK, where the debug information has it.  A
 * frame that ended there has come to BLOCK and not to its end; but if `leaves`, it is in
 * a call that has ended the block. */
struct ep_stand {
    uint32_t block;
    uint32_t line, column;
    int is_call;      /* bool: it is a call, and not what is asked before */
    int leaves;       /* bool */
    uint32_t n_lines; /* that were said of the function before */
    uint64_t
        behind; /* bit i: the i-th line of the block begins behind it; set by
                         ep_cfg_finish */
};

struct ep_cfg {
    uint32_t n_blocks;
    uint32_t n_edges;
    struct ep_edge *edges;
    size_t edges_capacity;

    char **files; /* paths as the compiler names them, owned */
    uint32_t n_files;
    size_t files_capacity;

    uint32_t head_file, head_line; /* no code is above; line 0: not known */

    struct ep_line *lines; /* sorted by ep_cfg_finish, no doubles */
    uint32_t n_lines;
    size_t lines_capacity;

    struct ep_branch *branches; /* at most one per block, by block */
    uint32_t n_branches;
    size_t branches_capacity;

    struct ep_case *cases; /* by edge and value, none next to another */
    uint32_t n_cases;
    size_t cases_capacity;

    struct ep_call_site *call_sites; /* by block and place */
    uint32_t n_call_sites;
    size_t call_sites_capacity;
    uint32_t n_pointer_calls; /* of those, by a pointer */

    struct ep_stand *stands; /* by place; of what is compiled, not in notes */
    size_t n_stands;
    size_t stands_capacity;
};

/* An empty graph with ENTRY, EXIT and no edge.  Allocates nothing. */
void ep_cfg_init(struct ep_cfg *cfg);
void ep_cfg_release(struct ep_cfg *cfg);

/* Returns the new block's id.  Allocates nothing. */
uint32_t ep_cfg_add_block(struct ep_cfg *cfg);

/* Add an edge between existing blocks; its id is the number of edges before.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_edge(struct ep_cfg *cfg, uint32_t src,
                                  uint32_t dst, enum ep_edge_kind kind,
                                  unsigned flags, uint64_t weight);

/* The index in `files` of PATH, added if it is new.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_file(struct ep_cfg *cfg, const char *path,
                                  uint32_t *out);

/* Say that the function begins at PATH:LINE, of which *FILE becomes the index in `files`.  LINE 0:
 * not known.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_set_head(struct ep_cfg *cfg, const char *path,
                                  uint32_t line, uint32_t *file);

/* Say that a statement of BLOCK stands at PATH:LINE.  LINE 0 is ignored.  EP_OK
 * or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_line(struct ep_cfg *cfg, uint32_t block,
                                  const char *path, uint32_t line);

/* The same of what has begun when control comes to POINT of PATH, on lines above, as WORDS,
 * NULL if they are not known, tell (begun.h).  Where no word begins at POINT the text is another's,
 * as that of a parser's grammar, and tells nothing. */
EP_MUST_CHECK int ep_cfg_add_begun(struct ep_cfg *cfg, uint32_t block,
                                   const char *path,
                                   const struct ep_words *words,
                                   struct ep_point point);

/* The same of the operands of the condition at POINT that BLOCK asks, on whatever lines. */
EP_MUST_CHECK int ep_cfg_add_asked(struct ep_cfg *cfg, uint32_t block,
                                   const char *path,
                                   const struct ep_words *words,
                                   struct ep_point point);

/* Likewise of the arguments of a call in BLOCK, which is AT and whose last bracket is at END; but
 * not if what that bracket ends may be left out: in `a += c ? b : f(d)`, the call of an overloaded
 * operator, it is that of f. */
EP_MUST_CHECK int ep_cfg_add_given(struct ep_cfg *cfg, uint32_t block,
                                   const char *path,
                                   const struct ep_words *words,
                                   struct ep_point at, struct ep_point end);

/* Say that the source decides at the end of BLOCK, and where; WHOLE is where
 * what it is part of begins, AT if it is all, and N_OPERANDS how many that has.  It is open if
 * there are not branches at so many places; with 0, or line 0 of WHOLE, it is not known.
 * Line 0 of AT is ignored.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_branch(struct ep_cfg *cfg, uint32_t block,
                                    const char *path, struct ep_point at,
                                    struct ep_point whole, uint32_t n_operands);

/* Say that EDGE, of kind CASE, is taken for values from LOW to HIGH.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_case(struct ep_cfg *cfg, uint32_t edge,
                                  int64_t low, int64_t high);

/* What a function of linkage name NAME, SIZE bytes, is to who calls it.  Few names
 * have one that another has, too. */
uint32_t ep_callee_id(const char *name, size_t size);

/* Say that BLOCK calls CALLEE at PATH:LINE; PATH is not looked at if LINE is 0.
 * EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_call_site(struct ep_cfg *cfg, uint32_t block,
                                       const char *path, uint32_t line,
                                       uint32_t callee);

/* cfg_stands.c: say that a statement of BLOCK stands at LINE and COLUMN; LINE 0 is
 * ignored.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_stand(struct ep_cfg *cfg, uint32_t block,
                                   uint32_t line, uint32_t column, int is_call,
                                   int leaves);

/* Of the finished CFG, the call, or what is none, at LINE and COLUMN, or NULL: there is none, or several
 * that differ. */
const struct ep_stand *ep_cfg_find_stand(const struct ep_cfg *cfg,
                                         uint32_t line, uint32_t column,
                                         int is_call);

/* Private to ep_cfg_finish: sort them, while lines are in the order in which they were
 * said.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_sort_stands(struct ep_cfg *cfg);

/* Call once when all is added: gives blocks that cannot reach EXIT a LEAVE edge
 * (one per terminal cycle, from its last block), sorts lines, branches, cases
 * and call sites, and checks the rules.
 * EP_OK; EP_ENOMEM; EP_EGRAPH if an id is out of range, an edge of a kind that
 * must touch EXIT does not, another than ENTRY's leads to ENTRY, or there is not
 * exactly one of that kind.
 * Cost O(E log E). */
EP_MUST_CHECK int ep_cfg_finish(struct ep_cfg *cfg, struct ep_diag *diag);

/* Private to it: find the `decision` of each branch of CFG.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_find_decisions(struct ep_cfg *cfg);

/* Private to it: give each terminal cycle of CFG a LEAVE edge, from its last
 * block.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_cfg_add_leaves(struct ep_cfg *cfg);

/* The rules that reading a stored graph relies on: ids in range, EXIT's edges
 * of the right kinds, one ENTRY edge, which alone leads there, no more blocks than
 * edges can leave.  EP_OK or EP_EGRAPH.  Allocates nothing. */
EP_MUST_CHECK int ep_cfg_check(const struct ep_cfg *cfg, struct ep_diag *diag);

/* The edges of each block: those of block b are edge[first[b]] up to, not
 * including, edge[first[b + 1]], in id order. */
struct ep_incidence {
    uint32_t *first; /* n_blocks + 1 */
    uint32_t *edge;  /* n_edges */
};
enum ep_end { EP_OUT_EDGES, EP_IN_EDGES };

/* Those of CFG, in ARENA; not to be read if that has failed, before or now.
 * Ids must be in range.  O(B+E). */
struct ep_incidence ep_cfg_edges(const struct ep_cfg *cfg, enum ep_end end,
                                 struct ep_arena *arena);

/* A copy of the edges of CFG, in ARENA, in which a RETURN comes from its call's
 * block; NULL without memory. */
struct ep_edge *ep_cfg_join_calls(const struct ep_cfg *cfg,
                                  struct ep_arena *arena);

/* How often control comes to each block of CFG, whose weights are counts.  OUT has
 * n_blocks entries. */
void ep_cfg_count_blocks(const struct ep_cfg *cfg, uint64_t *out);

/* The cases of CFG, finished or read, that are EDGE's: OUT is the first, the
 * result how many there are. */
uint32_t ep_cfg_cases(const struct ep_cfg *cfg, uint32_t edge,
                      const struct ep_case **out);

/* Identity of the graph: blocks, edges and their kinds, branches and cases,
 * lines relative to FIRST_LINE, files by their last component; not whom it calls.
 * Same on every host. */
uint64_t ep_cfg_hash(const struct ep_cfg *cfg, uint32_t first_line);

/* "entry", "true", ...; NULL if KIND is none. */
const char *ep_edge_kind_name(unsigned kind);

#ifdef __cplusplus
}
#endif

#endif
