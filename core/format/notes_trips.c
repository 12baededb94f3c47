/* SPDX-License-Identifier: MIT
 *
 * notes_trips.c - the record of loops that count their trips.
 */
#include "format/notes.h"

void ep_notes_write_trips(struct ep_buf *out,
                          const struct ep_function *function)
{
    uint32_t last = 0;
    size_t at;

    if (function->n_loops == 0)
        return;
    at = ep_notes_begin_of(out, EP_NOTE_TRIPS, function);
    ep_buf_u64(out, function->tables);
    ep_buf_leb(out, function->n_loops);
    for (uint32_t i = 0; i < function->n_loops; i++) {
        ep_buf_leb(out, function->heads[i] - last);
        last = function->heads[i];
    }
    ep_notes_end(out, at);
}

int ep_notes_read_trips(struct ep_reader *from, struct ep_function *function)
{
    uint64_t tables = ep_read_u64(from);
    uint32_t n = ep_read_count(from, 1);
    uint64_t head = 0;

    if (from->bad || n > function->cfg.n_blocks)
        return EP_EFORMAT;
    if (function->heads) /* noted twice */
        return EP_OK;
    function->heads = ep_mem_zeroed(n, sizeof *function->heads);
    if (!function->heads)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n && !from->bad; i++) {
        uint32_t step = ep_read_leb32(from);

        head += step;
        if (step == 0 || head >= function->cfg.n_blocks)
            from->bad = 1;
        else
            function->heads[i] = (uint32_t)head;
    }
    if (from->bad)
        return EP_EFORMAT;
    function->n_loops = n;
    function->tables = tables;
    return EP_OK;
}
