/* SPDX-License-Identifier: MIT
 *
 * unit_trips.c - the loops of a unit that count their trips: their tables.
 *
 * A function has one table for each loop, whatever number of copies the inliner
 * makes of it.  The tables are the module's counters like any other, but in no
 * body.  They have a symbol and a group of their own: of two units that have one
 * inline function, one may count no trips.
 */
#include "emit/emit_asm.h"
#include "emit/emit_unit.h"
#include "graph/ahead.h"

#include "edgeprof/abi.h"

#include <inttypes.h>
#include <stdio.h>

int ep_unit_find_trips(const struct ep_unit *unit, struct ep_function *function,
                       struct unit_trips **out)
{
    struct unit_trips *trips;

    *out = NULL;
    if (!unit->options->trips)
        return EP_OK;
    trips = ep_mem_zeroed(1, sizeof *trips);
    if (!trips || ep_trips_find(&function->cfg, &trips->found)) {
        ep_mem_free(trips);
        return EP_ENOMEM;
    }
    if (trips->found.n_loops == 0) {
        ep_unit_free_trips(trips);
        return EP_OK;
    }
    (void)snprintf(trips->symbol, sizeof trips->symbol,
                   "__edgeprof_t_%016" PRIx64, function->id);
    function->n_loops = trips->found.n_loops;
    function->heads = trips->found.heads;
    trips->found.heads = NULL;
    *out = trips;
    return EP_OK;
}

void ep_unit_free_trips(struct unit_trips *trips)
{
    if (trips)
        ep_trips_release(&trips->found);
    ep_mem_free(trips);
}

void ep_unit_trips_ahead(const struct ep_function *function,
                         const struct unit_trips *trips, uint8_t *ahead)
{
    uint8_t *of_loops = ahead + function->n_marks;

    for (uint32_t i = 0; i < function->n_loops; i++)
        of_loops[i] = EP_AHEAD_WAY;
    for (size_t i = 0; trips && i < trips->found.n; i++) {
        const struct ep_trip *trip = &trips->found.items[i];
        uint32_t mark = function->mark[trip->edge];

        /* an edge without a mark goes forward */
        if (trip->step == EP_TRIP_LEAVE && mark != EP_NONE &&
            ahead[mark] < of_loops[trip->loop])
            of_loops[trip->loop] = ahead[mark];
    }
}

void ep_unit_put_trips(const struct ep_function *function,
                       const struct unit_trips *trips, struct ep_buf *out)
{
    size_t size = (size_t)8 * EP_TRIPS_BINS * function->n_loops;
    const size_t address = EP_NOTE_TRIPS_ADDRESS;
    struct ep_buf record = {0};

    ep_notes_write_trips(&record, function);
    if (record.failed) {
        out->failed = 1;
    } else {
        ep_asm_begin(out, trips->symbol);
        ep_asm_section(out, EDGEPROF_COUNTERS_SECTION, "awG", "nobits",
                       trips->symbol);
        ep_asm_define(out, trips->symbol, "object", size);
        ep_buf_printf(out, "\t.zero %zu\n", size);
        ep_asm_end_section(out);
        ep_asm_section(out, EDGEPROF_NOTES_SECTION, "GR", "progbits",
                       trips->symbol);
        ep_asm_bytes(out, record.data, address);
        ep_buf_printf(out, "\t.quad %s\n", trips->symbol);
        ep_asm_bytes(out, record.data + address + 8, record.size - address - 8);
        ep_asm_end_section(out);
        ep_asm_end(out);
    }
    ep_buf_release(&record);
}
