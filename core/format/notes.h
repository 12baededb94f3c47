/* SPDX-License-Identifier: MIT
 *
 * notes.h - what the compiler knew: functions, their graphs, and which counter
 * feeds which mark.
 *
 * WHY   a run holds nothing but numbers; the notes say what they are.  They lie
 *       in the section ".edgeprof.notes" of the program itself, not loaded.
 * MODEL The section is a sequence of records at multiples of 8:
 *           u32 magic   EP_NOTE_MAGIC
 *           u32 size    bytes of the record, a multiple of 8, this included
 *           u32 kind    enum ep_note_kind
 *           u32 version EP_NOTE_VERSION
 *       A reader skips kinds that it does not know and zero words between
 *       records (linkers pad).  Then, by kind (LEB: unsigned LEB128; STR: LEB
 *       size and that many bytes):
 *       UNIT      u64 id; STR producer, STR main source file, STR directory
 *                 of compilation, STR options that matter (-O level, LTO)
 *       FUNCTION  u64 id, u64 hash (ep_cfg_hash); STR linkage name; LEB flags;
 *                 LEB n_files, STR file...; LEB file, LEB line of the
 *                 definition; LEB n_blocks; LEB n_lines, then per line LEB
 *                 block less the block before, NEAR 2 * (line less the line
 *                 before) + 1 if there follows a LEB file, or else that before;
 *                 LEB n_branches, then likewise, LEB column, NEAR index of the
 *                 decision's first branch less its own; LEB n_edges, then per
 *                 edge NEAR src less the src before, NEAR dst less src, LEB
 *                 kind | counted << 4 | nosplit << 5; if it is a case LEB
 *                 n_cases, then NEAR low, LEB high less low.  "Before" begins
 *                 with the definition, block 0 and src 0.  NEAR n is LEB 2 * n,
 *                 or -2 * n - 1 if n < 0.  Counted edges have the marks 0, 1,
 *                 ... in edge order.
 *                 In version 2 a line is LEB block less the block before, LEB
 *                 file, LEB line; so is a branch; an edge has LEB src and dst
 *                 as such, and no cases.
 *       BODY      u64 address of the counters (an absolute relocation), u32
 *                 n_counters, u32 n_functions, u64 function id...; then per
 *                 counter LEB 2 * n_marks + late, and for each LEB function (an
 *                 index into those ids), LEB 2 * mark + less.  late: loops add
 *                 to it only when they are left.  less: it is taken off.  A
 *                 body is one piece of machine code; with inlining it holds
 *                 marks of many functions, and one counter may feed a mark
 *                 more than once.
 *       UNCOUNTED u64 function id...: the program has code of these names that
 *                 counts nothing.  The tools make it (uncounted.h), not
 *                 compilers.
 *       CODE      u64 function id, u64 address of the function's code in the
 *                 file; per block of its graph but the first two, LEB bytes
 *                 from the end of the one before, LEB bytes of it; then the
 *                 bytes of all blocks.  Of functions whose graph is one of
 *                 machine code: their lines are those of the line table.
 *       CALLS     u64 function id; LEB n_callees, u32 each: ep_callee_id, 0 for
 *                 whatever a pointer leads to; LEB n, then per call of the
 *                 source a place as that of a line, LEB callee, an index into
 *                 those.
 *       NAMES     LEB n, STR each: names of callees that have no FUNCTION.  Of
 *                 those with a symbol the tools find them (callees.h).
 *       STOPS     u64 address of a body's counters; LEB flags; STR name of the body's symbol;
 *                 u32 n_functions, u64 function id...; LEB n_corrections, each LEB n,
 *                 then n times LEB function, LEB block, LEB its lines that had not begun,
 *                 bit i for the i-th; LEB n, then n times LEB
 *                 function, LEB mark; they have the numbers 1, 2, ...; LEB n_scopes,
 *                 each LEB scope that it is inlined in, LEB line, LEB column of the call;
 *                 1, 2, ...; LEB n_groups, each LEB scope, LEB 2 * correction + call, LEB n,
 *                 then n times NEAR line less that before, LEB column.  Scope 0 is the body's
 *                 own, correction 0 is none.  A frame that ended there stands in these
 *                 blocks, and one is taken off each of these marks.
 *       OPEN      u64 function id; LEB n, then per branch whose decision has operands
 *                 without a branch, or is not known, LEB index less the one before,
 *                 from 0.  Of functions with the flag DECISIONS.
 *       WAYS      u64 function id; LEB n, each LEB n_edges, then NEAR edge less the one
 *                 before, from 0.  Ways through decisions (ways.h) that have marks:
 *                 those behind its edges' marks, in this order.
 *       TRIPS     u64 function id, u64 address of its tables (an absolute relocation);
 *                 LEB n_loops, then per loop LEB block of its head less the one before,
 *                 from 0.  Each loop has a table of EP_TRIPS_BINS counters: how often
 *                 it was left, by bin (trips.h).  The marks from n_marks on,
 *                 EP_TRIPS_BINS for each loop, add to the same bins.
 *       VALUES    u64 function id, u64 address of its cells (an absolute relocation);
 *                 LEB n, then per call by a pointer LEB index into the calls of its
 *                 CALLS.  Each has EP_TARGET_WORDS counters (targets.h).
 *       TARGETS   LEB n, then per function of the module NEAR place (targets.h) less the one
 *                 before, from 0, STR linkage name.  The tools make it, of a binary that
 *                 has VALUES.
 *       Several bodies at one address are copies of one note.
 *       A mark's count is the sum of the counters that feed it, less those
 *       that are taken off.
 *       An object's UNIT comes before its functions.
 * RULES The id of a function is a hash of its name, its graph, its marks and,
 *       for a local one, its unit: equal ids are one function, and folding them
 *       is right.
 *       Nothing is trusted in reading: every size, index and id is checked.
 */
#ifndef EP_NOTES_H
#define EP_NOTES_H

#include "format/targets.h"
#include "graph/trips.h"
#include "graph/ways.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EP_NOTE_MAGIC   UINT32_C(0x6e705045) /* "EPpn" */
#define EP_NOTE_VERSION 3u
#define EP_NOTE_OLDEST  2u /* that is read */

enum ep_note_kind {
    EP_NOTE_UNIT = 1,
    EP_NOTE_FUNCTION = 2,
    EP_NOTE_BODY = 3,
    EP_NOTE_UNCOUNTED = 4,
    EP_NOTE_CODE = 5,
    EP_NOTE_CALLS = 6,
    EP_NOTE_NAMES = 7,
    EP_NOTE_STOPS = 8,
    EP_NOTE_OPEN = 9,
    EP_NOTE_TRIPS = 11,
    EP_NOTE_VALUES = 12,
    EP_NOTE_WAYS = 13,
    EP_NOTE_TARGETS = 15
};

/* How an edge's last LEB is made up. */
enum {
    EP_NOTE_COUNTED = 1 << 4,
    EP_NOTE_NOSPLIT = 1 << 5,
    EP_NOTE_KIND_MASK = EP_NOTE_COUNTED - 1
};

#define EP_FUNCTION_LOCAL    1u  /* static: its id holds its unit */
#define EP_FUNCTION_MADE     2u  /* written by the compiler, not by the user */
#define EP_FUNCTION_INEXACT  4u  /* some edge cannot be counted */
#define EP_FUNCTION_NO_LINES 8u  /* compiled without line tables */
#define EP_FUNCTION_ASSUMED  16u /* calls were assumed to return */
#define EP_FUNCTION_MACHINE  32u /* blocks are of machine code (CODE) */
/* Reading: an UNCOUNTED record names it. */
#define EP_FUNCTION_UNCOUNTED 64u
#define EP_FUNCTION_ONCE      128u /* a run's counts are 0 or 1: was it executed */
#define EP_FUNCTION_IMPORTED  256u /* another tool counted it */
#define EP_FUNCTION_DECISIONS 512u /* of its branches is known which are open */
#define EP_FUNCTION_FOREIGN   1024u /* blocks: another processor's instructions */
#define EP_FUNCTION_TRACED    2048u /* its marks tell their names (witness.h) */

struct ep_unit_note {
    uint64_t id;
    char *producer;  /* "GCC 12.2.0", "clang 14.0.6" */
    char *source;    /* main file as named on the command line */
    char *directory; /* of compilation */
    char *options;   /* "-O2 place=tree" */
};

/* The machine code that a function's blocks are. */
struct ep_machine {
    uint64_t address; /* of the function's first byte, in the file */
    uint64_t *start;  /* per block of the graph: its address; 0: no code */
    uint64_t *size;   /* likewise: bytes */
    uint8_t *bytes;   /* of all blocks, one behind the other */
};

struct ep_function {
    uint64_t id;
    uint64_t hash;    /* ep_cfg_hash */
    char *name;       /* linkage name */
    uint32_t flags;   /* EP_FUNCTION_* */
    uint32_t file;    /* index into cfg.files */
    uint32_t line;    /* of the definition; 0: unknown */
    uint32_t unit;    /* reading: index into the notes' units, of the last UNIT
                       before it, or EP_NONE: relative paths start there */
    uint32_t n_marks; /* of edges, and behind them of ways */
    uint32_t *mark;   /* cfg.n_edges entries: mark or EP_NONE */
    struct ep_ways ways; /* those that have marks */
    uint32_t n_loops;    /* that count their trips */
    uint32_t *heads;     /* their blocks, ascending */
    uint64_t
        tables; /* reading: address of the first one's table, as of a body */
    uint32_t n_values; /* calls by a pointer whose targets are counted */
    uint32_t *values;  /* indexes into cfg.call_sites */
    uint64_t cells;    /* reading: address of the first one's, likewise */
    struct ep_machine *machine; /* NULL: its blocks are of a source */
    struct ep_cfg cfg;
};

struct ep_feed {
    uint32_t function; /* index into the notes' functions */
    uint32_t mark;
    int less; /* bool: the counter is taken off, not added */
    int late; /* bool: the counter is one that loops add to when left */
};

struct ep_body {
    uint64_t address; /* of counter 0, in the file's own addresses */
    uint32_t n_counters;
    uint32_t *first_feed;  /* n_counters + 1 indexes into feeds */
    struct ep_feed *feeds; /* which marks each counter feeds */
};

/* What is taken off for a frame that ended. */
struct ep_at {         /* in a function */
    uint32_t function; /* index into the notes' functions */
    uint32_t number;   /* of a block, or of a mark */
    uint64_t behind;   /* of a block: bit i, its i-th line had not begun */
};

struct ep_correction {
    uint32_t first; /* into `items`: the blocks, then the marks */
    uint32_t n_blocks;
    uint32_t n_marks;
};

struct ep_stop_scope {
    uint32_t parent; /* before it; of the first, which is the body's, itself */
    uint32_t line, column;
};

struct ep_stop {
    uint32_t scope;
    uint32_t line, column;
    int is_call; /* bool */
    uint32_t correction;
};

/* By scope, place, and whether they are calls; an ep_order_fn. */
int ep_stop_order(const void *left, const void *right);

/* Each of its instructions is of the place that the debug information has for it. */
#define EP_STOPS_UNOPTIMISED 1u
/* But for calls, the compiler makes one of equal instructions of several places: it
 * then is of one of them. */
#define EP_STOPS_MERGED 2u

/* Where frames of a body may stand. */
struct ep_stops {
    uint64_t address; /* the body's */
    uint32_t flags;   /* EP_STOPS_* */
    char *name;       /* of its symbol */
    struct ep_at *items;
    struct ep_correction *corrections;
    uint32_t n_corrections;
    struct ep_stop_scope *scopes;
    uint32_t n_scopes;
    struct ep_stop *stops; /* by scope, line, column and is_call */
    size_t n_stops;
};

struct ep_notes {
    struct ep_stops *stops; /* by address, distinct */
    size_t n_stops;
    size_t stops_capacity;
    struct ep_unit_note *units;
    size_t n_units;
    struct ep_function *functions; /* distinct ids */
    size_t n_functions;
    struct ep_body *bodies; /* by address, distinct */
    size_t n_bodies;
    struct ep_targets targets;
    char **names; /* of functions that are called and have no notes here */
    size_t n_names;
    size_t names_capacity;
};

/* How many marks bodies may feed: FUNCTION's own, and the bins of its loops. */
static inline size_t ep_function_all_marks(const struct ep_function *function)
{
    return function->n_marks + (size_t)EP_TRIPS_BINS * function->n_loops;
}

/* And how many counters it has beside: the cells of its calls are behind these. */
static inline size_t ep_function_all_counts(const struct ep_function *function)
{
    return ep_function_all_marks(function) +
           (size_t)EP_TARGET_WORDS * function->n_values;
}

/* Read a whole section.
 * DATA, SIZE  the section's bytes, relocations applied
 * NAME        file name for messages
 * OUT         initialised by this call; release with ep_notes_release
 * A body that names an unknown function, or a mark that the function has not,
 * is EP_EMATCH.  EP_OK; EP_ENOMEM; EP_EFORMAT; EP_EVERSION; EP_EMATCH.  OUT is
 * then empty.  Linear. */
EP_MUST_CHECK int ep_notes_read(const void *data, size_t size, const char *name,
                                struct ep_diag *diag, struct ep_notes *out);
void ep_notes_release(struct ep_notes *notes);

/* A record, wherever it is needed without the rest. */
struct ep_note_record {
    uint32_t kind;
    uint32_t version;
    struct ep_reader bytes; /* what follows the head */
};

/* Take the record at the front of SECTION, and zeros before it.  NULL, or what is
 * malformed; at the section's end the record's kind is 0. */
const char *ep_notes_next(struct ep_reader *section,
                          struct ep_note_record *record);

/* Private to the readers: take FUNCTION from the body of a FUNCTION record of
 * VERSION; its code, or whom it calls, from that of a CODE, CALLS, OPEN or WAYS
 * record, its id being read.  EP_OK; EP_ENOMEM; EP_EFORMAT. */
EP_MUST_CHECK int ep_notes_read_function(struct ep_reader *from,
                                         uint32_t version,
                                         struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_code(struct ep_reader *from,
                                     struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_calls(struct ep_reader *from,
                                      struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_open(struct ep_reader *from,
                                     struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_ways(struct ep_reader *from,
                                     struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_trips(struct ep_reader *from,
                                      struct ep_function *function);
EP_MUST_CHECK int ep_notes_read_values(struct ep_reader *from,
                                       struct ep_function *function);
/* Likewise: add what a TARGETS record has to NOTES. */
EP_MUST_CHECK int ep_notes_read_targets(struct ep_reader *from,
                                        struct ep_notes *notes);
/* Likewise: add what a NAMES record has to NOTES. */
EP_MUST_CHECK int ep_notes_read_names(struct ep_reader *from,
                                      struct ep_notes *notes);

/* Likewise: add the STOPS record, whose functions LOOK_UP finds by id, or EP_NONE. */
EP_MUST_CHECK int
ep_notes_read_stops(struct ep_reader *from,
                    uint32_t (*look_up)(const void *context, uint64_t id),
                    const void *context, struct ep_notes *notes);
/* Once: sort them. */
void ep_notes_sort_stops(struct ep_notes *notes);
void ep_stops_release(struct ep_stops *stops);

/* Free what FUNCTION, or BODY, holds. */
void ep_function_release(struct ep_function *function);
void ep_body_release(struct ep_body *body);

/* Append the record of FUNCTION (emit.h wraps it for the assembler). */
void ep_notes_write_function(struct ep_buf *out,
                             const struct ep_function *function);
void ep_notes_write_unit(struct ep_buf *out, const struct ep_unit_note *unit);
/* Append the record of a body with N_COUNTERS at ADDRESS, of which counter i feeds mark i
 * of the function ID alone. */
void ep_notes_write_body(struct ep_buf *out, uint64_t address, uint64_t id,
                         uint32_t n_counters);
/* Append the record of whom FUNCTION calls; nothing if that is nobody. */
void ep_notes_write_calls(struct ep_buf *out,
                          const struct ep_function *function);
/* Likewise, of its open branches; nothing if there are none. */
void ep_notes_write_open(struct ep_buf *out,
                         const struct ep_function *function);
/* Likewise, of its ways that have marks. */
void ep_notes_write_ways(struct ep_buf *out,
                         const struct ep_function *function);
/* Likewise, of its loops, and of its calls by a pointer.  The address of the counters is
 * at EP_NOTE_ADDRESS of these records. */
enum { EP_NOTE_ADDRESS = 24 };
void ep_notes_write_values(struct ep_buf *out,
                           const struct ep_function *function);
void ep_notes_write_targets(struct ep_buf *out,
                            const struct ep_targets *targets);
void ep_notes_write_trips(struct ep_buf *out,
                          const struct ep_function *function);
void ep_notes_write_names(struct ep_buf *out, const char *const *names,
                          size_t n);
/* Begin a record of KIND, whose body follows, and end the one that begins at
 * AT. */
size_t ep_notes_begin(struct ep_buf *out, enum ep_note_kind kind);
/* The same, for a record of FUNCTION. */
size_t ep_notes_begin_of(struct ep_buf *out, enum ep_note_kind kind,
                         const struct ep_function *function);
void ep_notes_end(struct ep_buf *out, size_t at);

#ifdef __cplusplus
}
#endif

#endif
