/* SPDX-License-Identifier: MIT */
#include "code/running.h"

#include <string.h>

enum { PAGE = 4096 };

static uint64_t page_up(uint64_t size)
{
    return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

void ep_running_release(struct ep_running *running)
{
    ep_copies_release(&running->copies);
    ep_mem_free(running->jumps);
    *running = (struct ep_running){0};
}

/* ---- jumps ----------------------------------------------------------------- */

static int add_jump(struct ep_running *running, uint64_t from, uint32_t size,
                    uint64_t to)
{
    const uint8_t *old = ep_image_at(running->code->image, from, size);
    struct ep_running_jump *jump;

    if (EP_GROW(running->jumps, running->n_jumps, running->jumps_capacity))
        return EP_ENOMEM;
    jump = &running->jumps[running->n_jumps];
    *jump = (struct ep_running_jump){.address = from, .size = size, .to = to};
    if (!old)
        return EP_OK;
    memcpy(jump->old, old, size);
    running->n_jumps++;
    return EP_OK;
}

static int add_landing(struct ep_running *running,
                       const struct ep_code_landing *at)
{
    int status;

    if (ep_copies_entry(running->code, at->address) == EP_NONE)
        return EP_OK;
    status = add_jump(running, at->jump, EP_RUNNING_JUMP, at->address);
    if (!status && at->jump != at->address)
        status = add_jump(running, at->address, 2, at->jump);
    return status;
}

static void write_jump(const struct ep_running *running,
                       struct ep_running_jump *jump)
{
    int is_long = jump->size == EP_RUNNING_JUMP;
    uint64_t to = is_long
                      ? running->at + ep_copies_entry(running->code, jump->to)
                      : jump->to;
    uint64_t distance = to - (jump->address + jump->size);

    jump->bytes[0] = is_long ? 0xe9 : 0xeb;
    for (unsigned i = 1; i < jump->size; i++)
        jump->bytes[i] = (uint8_t)(distance >> (8 * (i - 1)));
}

/* ---- the whole ------------------------------------------------------------- */

int ep_running_make(struct ep_code *code, struct ep_running *out)
{
    int status;

    *out = (struct ep_running){.code = code};
    status = ep_copies_make(code, &out->copies);
    out->counters = page_up(out->copies.bytes.size);
    out->size = out->counters + page_up(8 * (uint64_t)code->n_counters);
    for (size_t i = 0; !status && i < code->n_landings; i++)
        status = add_landing(out, &code->landings[i]);
    return status;
}

int ep_running_place(struct ep_running *running, uint64_t at)
{
    int status;

    running->counters += at - running->at;
    running->at = at;
    status =
        ep_copies_place(&running->copies, running->code, at, running->counters);
    ep_copies_make_atomic(&running->copies);
    for (size_t i = 0; i < running->n_jumps; i++)
        write_jump(running, &running->jumps[i]);
    return status;
}

/* ---- look-ups -------------------------------------------------------------- */

int ep_running_is_old(const struct ep_running *running, uint64_t address)
{
    const struct ep_code_function *function =
        ep_code_at(running->code, address);

    return function && ep_code_is_copied(function);
}

int ep_running_is_jump(const struct ep_running *running, uint64_t address)
{
    const struct ep_code_function *function =
        ep_code_at(running->code, address);

    return function && ep_code_is_copied(function) &&
           (address == function->start ||
            (ep_code_byte(running->code, address) & EP_BYTE_ARRIVES));
}

int ep_running_is_between(const struct ep_running *running, uint64_t address)
{
    for (size_t i = 0; i < running->n_jumps; i++)
        if (running->jumps[i].address == address &&
            running->jumps[i].size == EP_RUNNING_JUMP &&
            running->jumps[i].to != address)
            return 1;
    return 0;
}

/* Functions are copied in their order. */
static const struct ep_code_function *copied_at(const struct ep_code *code,
                                                uint32_t at)
{
    size_t low = 0, high = code->n_functions;

    while (low < high) {
        size_t middle = low + (high - low) / 2, known = middle;

        while (known < high && !ep_code_is_copied(&code->functions[known]))
            known++;
        if (known == high || code->functions[known].copy_start > at)
            high = middle;
        else if (code->functions[known].copy_end <= at)
            low = known + 1;
        else
            return &code->functions[known];
    }
    return NULL;
}

uint64_t ep_running_old(const struct ep_running *running, uint64_t address)
{
    uint32_t at = (uint32_t)(address - running->at);
    const struct ep_code_function *function = copied_at(running->code, at);

    for (size_t k = 0; function && k < function->n_insns; k++)
        if (function->insns[k].copy == at)
            return function->insns[k].address;
    return 0;
}
