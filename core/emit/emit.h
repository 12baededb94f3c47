/* SPDX-License-Identifier: MIT
 *
 * emit.h - the assembler text that both compilers put into an object: notes,
 * counters, increments, the module's constructor.
 *
 * WHY   sections, groups, flags and symbols must be the same whatever compiler
 *       made the object, or the linker gives two sections with wrong bounds.
 *       So the text is made here and the adapters hand it on as file-scope asm.
 * MODEL One struct ep_unit per translation unit.  mark gives it each function
 *       (ep_unit_add) and gets an index; a mark's id is made of that and of the
 *       mark (ep_mark_id).  count, once per body of code that is left, gives it
 *       the body's graph, what its pieces weigh and which marks they hold, then
 *       seals the body to learn which segments have counters, and writes their
 *       increments (ep_emit_increment).
 *       Every block of text is guarded by .ifndef of its symbol and lies in a
 *       group of that name: emitted twice (LTO) or in two objects (inline
 *       functions) it is there once.  The symbols are weak and hidden (emit.c
 *       says why).  That of a body's counters holds a hash of which counter
 *       feeds which mark, so folded bodies always agree.
 * RULES x86-64 ELF only (ep_emit_target).  Counters are @nobits, 8-aligned, in
 *       EDGEPROF_COUNTERS_SECTION; notes @progbits, not allocated, flags "GR".
 */
#ifndef EP_EMIT_H
#define EP_EMIT_H

#include "emit/options.h"
#include "format/notes.h"
#include "graph/chain.h"

#include <edgeprof/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Mark ids: what the adapters put into the code between mark and count. */
static inline uint64_t ep_mark_id(uint32_t function, uint32_t mark)
{
    return (uint64_t)function << 32 | mark;
}

struct ep_unit; /* opaque */

/* NOTE  producer, source, directory, options; `id` is made here from source,
 *       directory and UNIQUE, a text that no other unit of a program has (the
 *       names of its global definitions).  Copied.
 * RT_PATH  absolute path of the runtime library beside the plugin, whose other
 *       libraries lie beside it in the folder edgeprof.  Copied.
 * OPTIONS  borrowed; must outlive the unit.
 * NULL: no memory. */
struct ep_unit *ep_unit_new(const struct ep_options *options,
                            const struct ep_unit_note *note, const char *unique,
                            const char *rt_path);
void ep_unit_free(struct ep_unit *unit);

/* Take the finished graph of one function, choose its marks and note it.
 * NAME       linkage name; LOCAL: not visible to other units
 * FUNCTION   in: name, flags, file, line, cfg (finished); the rest is filled in
 *            here: mark, n_marks, id, hash.  The unit takes what it holds and
 *            leaves it valid for reading through OUT until ep_unit_free.
 * OUT_INDEX  for ep_mark_id
 * Dumps the stages that the options name, to stderr.
 * EP_OK; EP_ENOMEM; EP_EGRAPH; or why the profile of the options cannot be
 * read.  On failure FUNCTION stays the caller's. */
EP_MUST_CHECK int ep_unit_add(struct ep_unit *unit,
                              struct ep_function *function,
                              struct ep_diag *diag, uint32_t *out_index);

/* The function of that index, for its `mark` table. */
const struct ep_function *ep_unit_function(const struct ep_unit *unit,
                                           uint32_t index);

/* File-scope asm of the whole unit: notes of the unit and of every function
 * added since the last call, and the module's constructor if anything is
 * counted.  Appended to OUT (nothing, if there is nothing). */
void ep_unit_emit(struct ep_unit *unit, struct ep_buf *out);

/* ---- count ---- */

/* One body of code: its final graph, its counters and what they feed. */
struct ep_count {
    struct ep_unit *unit;
    struct ep_cfg graph; /* the caller's to fill, as derive.h has it */
    uint32_t n_counters; /* set by ep_count_seal, as is ... */
    char symbol[64];
    struct ep_count_private *p;
};

/* NAME is the body's linkage name; LOCAL as for functions (a clone is local).
 */
EP_MUST_CHECK int ep_count_init(struct ep_count *count, struct ep_unit *unit,
                                const char *name, int local);
void ep_count_release(struct ep_count *count);

/* Whether MARK has to be the first of its segment (ahead.h). */
int ep_count_begins(const struct ep_count *count, uint64_t mark);

/* The block PIECE of the graph is expected to be executed WEIGHT times and has
 * SIZE instructions, as chain.h has it.  Pieces that this is not said of weigh
 * nothing.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_count_piece(struct ep_count *count, uint32_t piece,
                                 uint64_t weight, uint32_t size);
/* The N mark ids in MARK, in any order, doubles kept, are what the block PIECE
 * of the graph holds.  At most one segment is of a piece.  Segments and flushes
 * are numbered together, from 0 in the order in which they come.
 * EP_OK; EP_ENOMEM; EP_EGRAPH if an id names no mark of the unit or N is 0. */
EP_MUST_CHECK int ep_count_segment(struct ep_count *count, uint32_t piece,
                                   const uint64_t *mark, size_t n,
                                   struct ep_diag *diag);
/* Likewise for a flush, which brings a loop's counts when the loop is left. */
EP_MUST_CHECK int ep_count_flush(struct ep_count *count, const uint64_t *mark,
                                 size_t n, struct ep_diag *diag);

/* No more segments: finishes the graph, chooses what is counted, sets `symbol`
 * and appends the body's file-scope asm.
 * EP_OK; EP_ENOMEM; EP_EGRAPH. */
EP_MUST_CHECK int ep_count_seal(struct ep_count *count, struct ep_buf *out,
                                struct ep_diag *diag);

/* The counter of SEGMENT, or EP_NONE: its marks follow from others.  Segments
 * that feed the same marks share one. */
uint32_t ep_count_counter(const struct ep_count *count, uint32_t segment);

/* What is added to a counter, and how it is addressed. */
enum ep_increment {
    EP_INCREMENT_ONE,  /* 1 */
    EP_INCREMENT_NEAR, /* 1; the statement's operand 0, a register (constraint
                          "r"), holds `symbol` less EDGEPROF_NEAR_BIAS */
    EP_INCREMENT_VALUE /* its operand 0, a 64-bit register or a signed 32-bit
                          constant (constraint "re") */
};

/* How SEGMENT's counter is to be added to; a flush: EP_INCREMENT_VALUE. */
enum ep_increment ep_count_increment(const struct ep_count *count,
                                     uint32_t segment);

/* Append the instruction that adds to COUNTER, as KIND says.
 * DIALECT: the compilers' inline asm templates differ only in how a literal %
 * is written.  Clobbers the flags, touches no other memory. */
enum ep_dialect { EP_ASM_GCC, EP_ASM_LLVM };
void ep_emit_increment(const struct ep_count *count, uint32_t counter,
                       enum ep_dialect dialect, enum ep_increment kind,
                       struct ep_buf *out);

/* Whether code can be emitted for TRIPLE ("x86_64-..."); else the diag says
 * what is supported. */
EP_MUST_CHECK int ep_emit_target(const char *triple, struct ep_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
