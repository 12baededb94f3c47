/* SPDX-License-Identifier: MIT
 *
 * unit_tables.c - the counters of a unit's functions that are in no body: of loops that
 * count their trips, and of calls by a pointer.
 *
 * A function has them once, whatever number of copies the inliner makes of it.  They have
 * symbols and groups of their own: of two units that have one inline function, one may
 * count no trips.
 */
#include "emit/emit.h"
#include "emit/emit_asm.h"
#include "emit/emit_unit.h"
#include "graph/ahead.h"

#include "edgeprof/abi.h"

#include <inttypes.h>
#include <stdio.h>

static void name_symbol(char *symbol, size_t size, char kind, uint64_t id)
{
    (void)snprintf(symbol, size, "__edgeprof_%c_%016" PRIx64, kind, id);
}

static int find_trips(struct ep_function *function, struct unit_tables *tables)
{
    if (ep_trips_find(&function->cfg, &tables->trips))
        return EP_ENOMEM;
    function->n_loops = tables->trips.n_loops;
    function->heads = tables->trips.heads;
    tables->trips.heads = NULL;
    return EP_OK;
}

/* In the order in which the adapter has the calls. */
static int find_values(struct ep_function *function)
{
    const struct ep_cfg *cfg = &function->cfg;

    function->values =
        ep_mem_zeroed(cfg->n_pointer_calls, sizeof *function->values);
    if (!function->values)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < cfg->n_call_sites; i++)
        if (cfg->call_sites[i].callee == 0)
            function->values[cfg->call_sites[i].nth] = i;
    function->n_values = cfg->n_pointer_calls;
    return EP_OK;
}

int ep_unit_find_tables(const struct ep_unit *unit,
                        struct ep_function *function, struct unit_tables **out)
{
    const struct ep_options *options = unit->options;
    struct unit_tables *tables = ep_mem_zeroed(1, sizeof *tables);

    *out = tables;
    if (!tables || (options->trips && find_trips(function, tables)) ||
        (options->values && find_values(function))) {
        ep_unit_free_tables(tables);
        return EP_ENOMEM;
    }
    name_symbol(tables->of_trips, sizeof tables->of_trips, 't', function->id);
    name_symbol(tables->of_values, sizeof tables->of_values, 'v', function->id);
    return EP_OK;
}

int ep_unit_counts_values(const struct ep_unit *unit)
{
    return unit->options->values;
}

void ep_unit_free_tables(struct unit_tables *tables)
{
    if (tables)
        ep_trips_release(&tables->trips);
    ep_mem_free(tables);
}

void ep_unit_trips_ahead(const struct ep_function *function,
                         const struct ep_trips *trips, uint8_t *ahead)
{
    uint8_t *of_loops = ahead + function->n_marks;

    for (uint32_t i = 0; i < function->n_loops; i++)
        of_loops[i] = EP_AHEAD_WAY;
    for (size_t i = 0; i < trips->n; i++) {
        const struct ep_trip *trip = &trips->items[i];
        uint32_t mark = function->mark[trip->edge];

        /* an edge without a mark goes forward */
        if (trip->step == EP_TRIP_LEAVE && mark != EP_NONE &&
            ahead[mark] < of_loops[trip->loop])
            of_loops[trip->loop] = ahead[mark];
    }
}

/* N counters at SYMBOL, and RECORD, which has their address. */
static void put_counters(const char *symbol, size_t n,
                         const struct ep_buf *record, struct ep_buf *out)
{
    const size_t at = EP_NOTE_ADDRESS;

    if (record->failed) {
        out->failed = 1;
        return;
    }
    ep_asm_begin(out, symbol);
    ep_asm_section(out, EDGEPROF_COUNTERS_SECTION, "awG", "nobits", symbol);
    ep_asm_define(out, symbol, "object", 8 * n);
    ep_buf_printf(out, "\t.zero %zu\n", 8 * n);
    ep_asm_end_section(out);
    ep_asm_section(out, EDGEPROF_NOTES_SECTION, "GR", "progbits", symbol);
    ep_asm_bytes(out, record->data, at);
    ep_buf_printf(out, "\t.quad %s\n", symbol);
    ep_asm_bytes(out, record->data + at + 8, record->size - at - 8);
    ep_asm_end_section(out);
    ep_asm_end(out);
}

void ep_unit_put_tables(const struct ep_function *function,
                        const struct unit_tables *tables, struct ep_buf *out)
{
    struct ep_buf record = {0};

    if (function->n_loops) {
        ep_notes_write_trips(&record, function);
        put_counters(tables->of_trips,
                     (size_t)EP_TRIPS_BINS * function->n_loops, &record, out);
    }
    ep_buf_clear(&record);
    if (function->n_values) {
        ep_notes_write_values(&record, function);
        put_counters(tables->of_values,
                     (size_t)EP_TARGET_WORDS * function->n_values, &record,
                     out);
    }
    ep_buf_release(&record);
}
