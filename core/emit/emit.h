/* SPDX-License-Identifier: MIT
 *
 * emit.h - one translation unit: what both compilers put into its object.
 *
 * WHY   sections, groups, flags and symbols must be the same whatever compiler
 *       made the object, or the linker gives two sections with wrong bounds.
 *       So the text is made here and the adapters hand it on as file-scope asm.
 * MODEL One struct ep_unit per translation unit.  mark gives it each function
 *       (ep_unit_add) and gets an index; a mark's id is made of that and of the
 *       mark (ep_mark_id).  count gives it each body of code that is left
 *       (body.h): its counters, and which marks they feed.
 *       Every block of text is guarded by .ifndef of its symbol and lies in a
 *       group of that name: emitted twice (LTO) or in two objects (inline
 *       functions) it is there once.  The symbols are weak and hidden (emit.c
 *       says why).  That of a body's counters holds a hash of which counter
 *       feeds which mark, so folded bodies always agree.
 * RULES x86-64 ELF only (ep_arch_check).  Counters are @nobits, 8-aligned, in
 *       EDGEPROF_COUNTERS_SECTION; notes @progbits, not allocated, flags "GR".
 */
#ifndef EP_EMIT_H
#define EP_EMIT_H

#include "emit/options.h"
#include "format/notes.h"
#include "format/weights.h"

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

/* NOTE  producer, source, directory, and the compiler's own options, to which
 *       those of OPTIONS that notes depend on are added; `id` is made here from
 *       source, directory and UNIQUE, a text that no other unit of a program
 *       has (the names of its global definitions).  Copied.
 * RT_PATH  absolute path of the runtime library, whose other libraries lie
 *       beside it in the folder edgeprof; NULL: in the folder above this
 *       code's own library, which is an adapter's.  Copied.
 * OPTIONS  borrowed; must outlive the unit.
 * NULL: no memory. */
struct ep_unit *ep_unit_new(const struct ep_options *options,
                            const struct ep_unit_note *note, const char *unique,
                            const char *rt_path);
void ep_unit_free(struct ep_unit *unit);

/* Take the finished graph of one function, choose its marks and note it.
 * NAME       linkage name; LOCAL: not visible to other units
 * FUNCTION   in: name, flags, file, line, cfg (finished); the rest is filled in
 *            here: mark, n_marks, ways, id, hash.  The unit takes what it holds and
 *            leaves it valid for reading through OUT until ep_unit_free.
 * OUT_INDEX  for ep_mark_id
 * Dumps the stages that the options name, to stderr.
 * EP_OK; EP_ENOMEM; EP_EGRAPH.  On failure FUNCTION stays the caller's. */
EP_MUST_CHECK int ep_unit_add(struct ep_unit *unit,
                              struct ep_function *function,
                              struct ep_diag *diag, uint32_t *out_index);

/* Say that the function of linkage name NAME is called; DEFINED: the unit has it.
 * One that is inlined, and not counted, may have its name in no other place.  EP_OK
 * or EP_ENOMEM. */
EP_MUST_CHECK int ep_unit_add_callee(struct ep_unit *unit, const char *name,
                                     int defined);

/* The function of that index, for its `mark` table. */
const struct ep_function *ep_unit_function(const struct ep_unit *unit,
                                           uint32_t index);

/* What stands on its edges beside those marks; at an end, `value` is the mark of the way
 * 0, and those of the others follow. */
const struct ep_way_steps *ep_unit_steps(const struct ep_unit *unit,
                                         uint32_t index);
/* What is to happen on that function's edges so that its loops count their trips.  The id of
 * a loop's bin 0, as ep_body_trips wants it: ep_trips_id. */
const struct ep_trips *ep_unit_trips(const struct ep_unit *unit,
                                     uint32_t index);
static inline uint64_t
ep_trips_id(uint32_t index, const struct ep_function *function, uint32_t loop)
{
    return ep_mark_id(index, function->n_marks + EP_TRIPS_BINS * loop);
}

/* Whether calls by a pointer count their targets; the id of the NTH of FUNCTION, in the order in
 * which they were added to its graph. */
int ep_unit_counts_values(const struct ep_unit *unit);
static inline uint64_t
ep_value_id(uint32_t index, const struct ep_function *function, uint32_t nth)
{
    return ep_mark_id(index, (uint32_t)ep_function_all_marks(function) +
                                 EP_TARGET_WORDS * nth);
}

/* Whether the weights of that function's edges are counts of the profile use=FILE,
 * and the optimiser is to have them. */
int ep_unit_is_measured(const struct ep_unit *unit, uint32_t index);

/* Whom the NTH call by a pointer of that function called, in the order in which they were
 * added to its graph.  False: that was not counted. */
int ep_unit_called(const struct ep_unit *unit, uint32_t index, uint32_t nth,
                   struct ep_called *out);

/* How the counts of that profile are spread; NULL: there is none. */
const struct ep_summary *ep_unit_summary(const struct ep_unit *unit);

/* The next thing that the user is to be warned of, of what was added so far: a
 * profile that cannot be read, functions that are not as they were.  NULL: that
 * is all. */
const char *ep_unit_warning(struct ep_unit *unit);

/* File-scope asm of the whole unit: notes of the unit and of every function
 * added since the last call, and the module's constructor if anything is
 * counted.  Appended to OUT (nothing, if there is nothing). */
void ep_unit_emit(struct ep_unit *unit, struct ep_buf *out);

#ifdef __cplusplus
}
#endif

#endif
