/* SPDX-License-Identifier: MIT
 *
 * copy_place.c - what of copies depends on where they lie.
 */
#include "code/copy.h"
#include "code/copy_once.h"

#include <edgeprof/increment_x86_64.h>

uint32_t ep_copies_entry(const struct ep_code *code, uint64_t address)
{
    const struct ep_code_function *function = ep_code_at(code, address);
    uint32_t block;

    if (!function || !ep_code_is_copied(function))
        return EP_NONE;
    if (address == function->start)
        return function->copy_start;
    block = ep_code_block_at(function, address);
    return block == EP_NONE ? EP_NONE : function->blocks[block].arrival;
}

static uint64_t fixed_target(const struct ep_code *code,
                             const struct ep_copy_fix *at, uint64_t address,
                             uint64_t counters)
{
    uint32_t entry;

    if (at->to == EP_FIX_COUNTER)
        return counters + 8 * at->target;
    if (at->to == EP_FIX_ADDRESS)
        return at->target;
    entry = ep_copies_entry(code, at->target);
    return entry == EP_NONE ? at->target : address + entry;
}

int ep_copies_place(struct ep_copies *copies, const struct ep_code *code,
                    uint64_t address, uint64_t counters)
{
    for (size_t i = 0; i < copies->n_fixes; i++) {
        const struct ep_copy_fix *at = &copies->fixes[i];
        uint64_t distance =
            fixed_target(code, at, address, counters) - (address + at->end);

        if ((distance + (UINT64_C(1) << 31)) >> 32)
            return EP_EFORMAT;
        for (unsigned b = 0; b < 4; b++)
            copies->bytes.data[at->at + b] = (char)(distance >> (8 * b));
    }
    ep_probes_set(copies);
    return EP_OK;
}

/* With a lock in place of the prefix. */
void ep_copies_make_atomic(struct ep_copies *copies)
{
    for (size_t i = 0; i < copies->n_fixes; i++) {
        const struct ep_copy_fix *at = &copies->fixes[i];

        if (at->to == EP_FIX_COUNTER)
            copies->bytes.data[at->at - 4] = (char)EDGEPROF_LOCK_PREFIX;
    }
}

void ep_copies_release(struct ep_copies *copies)
{
    ep_buf_release(&copies->bytes);
    ep_mem_free(copies->fixes);
    ep_mem_free(copies->stubs);
    ep_mem_free(copies->probes);
    *copies = (struct ep_copies){0};
}
