/* SPDX-License-Identifier: MIT
 *
 * code_walk.c - find every instruction that can be reached.
 *
 * A list of addresses from which to go on, until it is empty.  Two instructions
 * that overlap, or a byte that is none, mean that something was taken for code
 * that is not: the function is then left alone.
 */
#include "code/code_private.h"

#include "base/order.h"

#include <inttypes.h>

static int push(struct ep_code *code, uint64_t address)
{
    if (EP_GROW(code->pending, code->n_pending, code->pending_capacity))
        return EP_ENOMEM;
    code->pending[code->n_pending++] = address;
    return EP_OK;
}

int ep_code_arrive(struct ep_code *code, uint64_t address, unsigned how)
{
    const struct ep_code_function *function = ep_code_at(code, address);
    uint8_t *byte;

    if (!function)
        return EP_OK;
    byte = &code->bytes[address - code->low];
    *byte |= (uint8_t)how;
    if (address == function->start || (*byte & EP_BYTE_ARRIVES))
        return EP_OK;
    *byte |= EP_BYTE_ARRIVES | EP_BYTE_LEADS;
    return push(code, address);
}

/* A jump of FUNCTION to ADDRESS. */
static int branch_to(struct ep_code *code,
                     const struct ep_code_function *function, uint64_t address)
{
    if (address < function->start || address >= function->end)
        return ep_code_arrive(code, address, 0);
    code->bytes[address - code->low] |= EP_BYTE_LEADS;
    return push(code, address);
}

static int follow(struct ep_code *code, struct ep_code_function *function,
                  const struct ep_insn *insn)
{
    switch (insn->kind) {
    case EP_INSN_BRANCH:
    case EP_INSN_NEAR_BRANCH:
    case EP_INSN_JUMP:
        return branch_to(code, function, insn->target);
    case EP_INSN_CALL:
        if (insn->target == insn->address + insn->length)
            ep_code_leave(function, "it asks where it is at %#" PRIx64,
                          insn->address);
        return ep_code_arrive(code, insn->target, 0);
    case EP_INSN_JUMP_AWAY:
        function->by_register |= insn->rip == 0;
        return EP_OK;
    case EP_INSN_STRANGE:
        ep_code_leave(function,
                      "the instruction at %#" PRIx64 " cannot be moved",
                      insn->address);
        return EP_OK;
    default:
        return insn->rip && (insn->traits & EP_INSN_ADDRESS)
                   ? ep_code_arrive(code, insn->target, EP_BYTE_HELD)
                   : EP_OK;
    }
}

int ep_code_goes_on(const struct ep_insn *insn)
{
    return insn->kind != EP_INSN_JUMP && insn->kind != EP_INSN_JUMP_AWAY &&
           insn->kind != EP_INSN_RETURN && insn->kind != EP_INSN_STOP;
}

/* Note that INSN is there; returns 0 if it overlaps another. */
static int claim(struct ep_code *code, const struct ep_insn *insn)
{
    uint8_t *bytes = &code->bytes[insn->address - code->low];

    for (unsigned i = 0; i < insn->length; i++)
        if (bytes[i] & (EP_BYTE_STARTS | EP_BYTE_INSIDE))
            return 0;
    bytes[0] |= EP_BYTE_STARTS;
    for (unsigned i = 1; i < insn->length; i++)
        bytes[i] |= EP_BYTE_INSIDE;
    return 1;
}

/* Take the instruction at ADDRESS; *OUT is set to it. */
static int take(struct ep_code *code, struct ep_code_function *function,
                uint64_t address, struct ep_insn *out)
{
    uint64_t room = function->end - address;
    const uint8_t *bytes = ep_image_at(code->image, address, room);

    if (!bytes || !ep_insn_decode(bytes, (size_t)room, address, out)) {
        ep_code_leave(function, "no instruction at %#" PRIx64, address);
        return EP_OK;
    }
    if (!claim(code, out)) {
        ep_code_leave(function, "instructions overlap at %#" PRIx64, address);
        return EP_OK;
    }
    if (EP_GROW(function->insns, function->n_insns, function->capacity))
        return EP_ENOMEM;
    function->insns[function->n_insns++] = *out;
    return EP_OK;
}

/* From ADDRESS on, until it jumps, or comes to what is known. */
static int walk_from(struct ep_code *code, uint64_t address)
{
    struct ep_code_function *function = ep_code_at(code, address);
    int status = EP_OK;

    while (!status && address < function->end && !function->left[0]) {
        unsigned known = code->bytes[address - code->low];
        struct ep_insn insn = {0};

        if (known & EP_BYTE_STARTS)
            return EP_OK;
        status = take(code, function, address, &insn);
        if (status || function->left[0])
            return status;
        status = follow(code, function, &insn);
        if (!ep_code_goes_on(&insn))
            return status;
        address += insn.length;
    }
    if (!status && address == function->end)
        status = ep_code_arrive(code, address, 0);
    return status;
}

int ep_code_walk_pending(struct ep_code *code)
{
    int status = EP_OK;

    while (!status && code->n_pending > 0)
        status = walk_from(code, code->pending[--code->n_pending]);
    return status;
}

static int by_address(const void *left, const void *right)
{
    const struct ep_insn *a = left, *b = right;

    return (a->address > b->address) - (a->address < b->address);
}

/* Whether there were new ones. */
static int order_insns(struct ep_code_function *function)
{
    if (function->n_ordered == function->n_insns)
        return 0;
    function->n_ordered = function->n_insns;
    ep_sort(function->insns, function->n_insns, sizeof *function->insns,
            by_address);
    return 1;
}

static int order_all(struct ep_code *code)
{
    int is_new = 0;

    for (size_t i = 0; i < code->n_functions; i++)
        is_new |= order_insns(&code->functions[i]);
    return is_new;
}

int ep_code_walk(struct ep_code *code)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++)
        status = push(code, code->functions[i].start);
    if (!status)
        status = ep_code_walk_pending(code);
    /* Tables lead to more code, and that to more tables. */
    while (!status && order_all(code)) {
        status = ep_code_find_tables(code);
        if (!status)
            status = ep_code_find_numbers(code);
        if (!status)
            status = ep_code_walk_pending(code);
    }
    return status ? status : ep_code_hold_tables(code);
}
