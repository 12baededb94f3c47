/* SPDX-License-Identifier: MIT
 *
 * notes_code.c - reading the record of a function's machine code.
 */
#include "format/notes.h"

#include <string.h>

/* Per block LEB bytes from the end of the one before, which may be some less than
 * none, LEB bytes of it.  Returns the bytes of all. */
static uint64_t read_extents(struct ep_reader *from, uint32_t n_blocks,
                             struct ep_machine *machine)
{
    uint64_t at = machine->address, total = 0;

    for (uint32_t b = EP_BLOCK_FIRST; b < n_blocks && !from->bad; b++) {
        uint64_t gap = ep_read_leb(from);
        uint64_t size = ep_read_leb(from);

        /* Each begins behind where the one before begins. */
        if (gap > UINT32_MAX && 0 - gap >= machine->size[b - 1])
            from->bad = 1;
        /* No more than the record could hold, so that no sum overflows. */
        if (size > (size_t)(from->end - from->at))
            from->bad = 1;
        machine->start[b] = at + gap;
        machine->size[b] = size;
        at = machine->start[b] + size;
        total += size;
    }
    return total;
}

static int read_machine(struct ep_reader *from, uint32_t n_blocks,
                        struct ep_machine *machine)
{
    const uint8_t *bytes;
    uint64_t size;

    machine->address = ep_read_u64(from);
    /* Each block but the first two has two numbers. */
    if (from->bad || n_blocks < EP_BLOCK_FIRST ||
        (n_blocks - EP_BLOCK_FIRST) > (size_t)(from->end - from->at) / 2)
        return EP_EFORMAT;
    machine->start = ep_mem_zeroed(n_blocks, sizeof *machine->start);
    machine->size = ep_mem_zeroed(n_blocks, sizeof *machine->size);
    if (!machine->start || !machine->size)
        return EP_ENOMEM;
    size = read_extents(from, n_blocks, machine);
    bytes = ep_read_bytes(from, size);
    if (from->bad)
        return EP_EFORMAT;
    machine->bytes = (uint8_t *)ep_mem_dup(bytes, (size_t)size);
    return machine->bytes ? EP_OK : EP_ENOMEM;
}

int ep_notes_read_code(struct ep_reader *from, struct ep_function *function)
{
    if (function->machine) /* noted twice */
        return EP_OK;
    function->machine = ep_mem_zeroed(1, sizeof *function->machine);
    if (!function->machine)
        return EP_ENOMEM;
    return read_machine(from, function->cfg.n_blocks, function->machine);
}
