/* SPDX-License-Identifier: MIT
 *
 * emit_unit.h - what emit*.c and body*.c share.  Private to them.
 */
#ifndef EP_EMIT_UNIT_H
#define EP_EMIT_UNIT_H

#include "base/map.h"
#include "emit/options.h"
#include "format/notes.h"
#include "format/weights.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the unit that another calls. */
struct callee {
    uint64_t id; /* a hash of it */
    char *name;
    int is_noted; /* bool: the notes have its name */
};

/* What a function counts that is in no body. */
struct unit_tables {
    struct ep_trips trips; /* without its heads: the function has them */
    char of_trips[40];     /* symbols */
    char of_values[40];
};

struct ep_unit {
    const struct ep_options *options;
    struct ep_unit_note note;
    char *rt_path;
    struct ep_weights weights; /* of options->use or ->profile */
    int weights_read;          /* bool: it was tried */
    struct ep_buf warnings;    /* texts, each with its zero */
    size_t n_warned;           /* bytes of them that were asked for */
    struct ep_buf stale;       /* names of functions, likewise */
    size_t n_stale;
    uint8_t *measured; /* of each function, bool */
    size_t measured_capacity;
    struct ep_way_steps *steps; /* of each function */
    size_t steps_capacity;
    struct ep_function **functions; /* each apart: pointers to them are kept */
    uint8_t **ahead; /* of each function, per mark, and behind these per loop:
                        enum ep_ahead */
    struct unit_tables **tables; /* likewise */
    size_t tables_capacity;
    size_t n_functions;
    size_t functions_capacity;
    size_t ahead_capacity;
    struct ep_map functions_by_name; /* if options->frames */
    size_t n_emitted;                /* functions whose notes are written */
    struct callee *callees;
    size_t n_callees;
    size_t callees_capacity;
    struct ep_map callees_by_id;
};

/* The function of linkage name NAME, or EP_NONE. */
uint32_t ep_unit_find(const struct ep_unit *unit, const char *name);

/* Find what FUNCTION, which is marked and has its id, is to count so.  EP_OK or
 * EP_ENOMEM. */
EP_MUST_CHECK int ep_unit_find_tables(const struct ep_unit *unit,
                                      struct ep_function *function,
                                      struct unit_tables **out);
void ep_unit_free_tables(struct unit_tables *tables);
/* AHEAD of the loops of FUNCTION, from that of its marks. */
void ep_unit_trips_ahead(const struct ep_function *function,
                         const struct ep_trips *trips, uint8_t *ahead);
/* Append FUNCTION's counters, and their notes. */
void ep_unit_put_tables(const struct ep_function *function,
                        const struct unit_tables *tables, struct ep_buf *out);

/* Give FUNCTION's edges measured weights in place of guessed ones, where there are any;
 * in IS_MEASURED, whether the optimiser is to have them.  EP_OK or EP_ENOMEM. */
EP_MUST_CHECK int ep_unit_weigh(struct ep_unit *unit,
                                struct ep_function *function,
                                uint8_t *is_measured);

/* HASH going on with TEXT and its zero; NULL adds nothing. */
uint64_t ep_unit_hash_text(uint64_t hash, const char *text);

/* Print TEXT to stderr and release it: the one place in core that prints, for
 * the stages that the user asked to see. */
void ep_unit_show(struct ep_buf *text);

#ifdef __cplusplus
}
#endif

#endif
