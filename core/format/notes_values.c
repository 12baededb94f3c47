/* SPDX-License-Identifier: MIT
 *
 * notes_values.c - the records of calls by a pointer, and of where they may lead.
 */
#include "format/notes_place.h"

#include <string.h>

void ep_notes_write_values(struct ep_buf *out,
                           const struct ep_function *function)
{
    size_t at;

    if (function->n_values == 0)
        return;
    at = ep_notes_begin_of(out, EP_NOTE_VALUES, function);
    ep_buf_u64(out, function->cells);
    ep_buf_leb(out, function->n_values);
    for (uint32_t i = 0; i < function->n_values; i++)
        ep_buf_leb(out, function->values[i]);
    ep_notes_end(out, at);
}

/* What the calls are, CALLS has, which may come later: whoever uses an index looks. */
int ep_notes_read_values(struct ep_reader *from, struct ep_function *function)
{
    uint64_t cells = ep_read_u64(from);
    uint32_t n = ep_read_count(from, 1);

    if (from->bad)
        return EP_EFORMAT;
    if (function->values) /* noted twice */
        return EP_OK;
    function->values = ep_mem_zeroed(n, sizeof *function->values);
    if (!function->values)
        return EP_ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        function->values[i] = ep_read_leb32(from);
    if (from->bad)
        return EP_EFORMAT;
    function->n_values = n;
    function->cells = cells;
    return EP_OK;
}

void ep_notes_write_targets(struct ep_buf *out,
                            const struct ep_targets *targets)
{
    size_t at = ep_notes_begin(out, EP_NOTE_TARGETS);
    int64_t last = 0;

    ep_buf_leb(out, targets->n);
    for (size_t i = 0; i < targets->n; i++) {
        size_t size = strlen(targets->items[i].name);

        ep_place_put_signed(out, targets->items[i].place - last);
        last = targets->items[i].place;
        ep_buf_leb(out, size);
        ep_buf_add(out, targets->items[i].name, size);
    }
    ep_notes_end(out, at);
}

int ep_notes_read_targets(struct ep_reader *from, struct ep_notes *notes)
{
    struct ep_targets *targets = &notes->targets;
    uint32_t n = ep_read_count(from, 2);
    int64_t place = 0;

    for (uint32_t i = 0; i < n && !from->bad; i++) {
        struct ep_target *target;

        if (EP_GROW(targets->items, targets->n, targets->capacity))
            return EP_ENOMEM;
        target = &targets->items[targets->n];
        place =
            (int64_t)((uint64_t)place + (uint64_t)ep_place_get_signed(from));
        *target = (struct ep_target){place, ep_target_hash(place),
                                     ep_read_text(from)};
        if (!target->name)
            return from->bad ? EP_EFORMAT : EP_ENOMEM;
        targets->n++;
    }
    return from->bad ? EP_EFORMAT : EP_OK;
}
