/* SPDX-License-Identifier: MIT
 *
 * code_walk.c - find every instruction that can be reached.
 *
 * A list of addresses from which to go on, until it is empty.  Two instructions
 * that overlap, or a byte that is none, mean that something was taken for code
 * that is not: the function is then left alone.  One overlap is meant: a jump over
 * the `lock` of an instruction that needs none as long as there is one thread.  They
 * are two then, and what is behind them begins a block.
 */
#include "code/code_private.h"

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

/* Code takes ADDRESS.  In the midst of a function it may be a label's or a number
 * (code_numbers.c). */
static int take_address(struct ep_code *code, uint64_t address)
{
    const struct ep_code_function *function = ep_code_at(code, address);

    if (!function)
        return EP_OK;
    if (address == function->start)
        return ep_code_arrive(code, address, EP_BYTE_HELD);
    if (EP_GROW(code->labels, code->n_labels, code->labels_capacity))
        return EP_ENOMEM;
    code->labels[code->n_labels++] = address;
    return EP_OK;
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
        if (insn->target == insn->address + insn->length &&
            insn->target < function->end)
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
                   ? take_address(code, insn->target)
                   : EP_OK;
    }
}

int ep_code_goes_on(const struct ep_insn *insn)
{
    return insn->kind != EP_INSN_JUMP && insn->kind != EP_INSN_JUMP_AWAY &&
           insn->kind != EP_INSN_RETURN && insn->kind != EP_INSN_STOP;
}

static int is_lock(const struct ep_code *code, uint64_t address)
{
    const uint8_t *byte = ep_image_at(code->image, address, 1);

    return byte && *byte == 0xf0;
}

/* Whether what INSN overlaps is itself with a `lock` before it, or without. */
static int overlaps_lock(const struct ep_code *code, const struct ep_insn *insn)
{
    unsigned first = ep_code_byte(code, insn->address);

    if (is_lock(code, insn->address))
        return !(first & EP_BYTE_INSIDE) &&
               (ep_code_byte(code, insn->address + 1) & EP_BYTE_STARTS);
    return (ep_code_byte(code, insn->address - 1) & EP_BYTE_STARTS) &&
           (first & EP_BYTE_INSIDE) && is_lock(code, insn->address - 1);
}

/* Note that INSN is there; returns 0 if it overlaps another. */
static int claim(struct ep_code *code, const struct ep_insn *insn)
{
    uint8_t *bytes = &code->bytes[insn->address - code->low];
    unsigned known = 0;

    for (unsigned i = 0; i < insn->length; i++)
        known |= bytes[i] & (EP_BYTE_STARTS | EP_BYTE_INSIDE);
    if (known && !overlaps_lock(code, insn))
        return 0;
    if (known && insn->address + insn->length < code->high)
        bytes[insn->length] |= EP_BYTE_LEADS;
    bytes[0] |= EP_BYTE_STARTS;
    for (unsigned i = 1; i < insn->length; i++)
        bytes[i] |= EP_BYTE_INSIDE;
    return 1;
}

/* Take the instruction at ADDRESS; *OUT is set to it. */
static int take(struct ep_code *code, struct ep_code_function *function,
                uint64_t address, struct ep_insn *out)
{
    if (!ep_code_decode(code, function, address, out)) {
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

/* Whether INSN overlaps one that is known. */
static int overlaps(const struct ep_code *code, const struct ep_insn *insn)
{
    for (unsigned i = 1; i < insn->length; i++)
        if (ep_code_byte(code, insn->address + i) &
            (EP_BYTE_STARTS | EP_BYTE_INSIDE))
            return 1;
    return 0;
}

enum ep_code_look ep_code_look(const struct ep_code *code,
                               const struct ep_code_function *function,
                               uint64_t address)
{
    enum ep_code_look what = EP_CODE_KNOWN;

    while (address < function->end) {
        unsigned known = ep_code_byte(code, address);
        struct ep_insn insn;

        if (known & EP_BYTE_STARTS)
            return what;
        if (known & EP_BYTE_INSIDE)
            return EP_CODE_DISAGREES;
        if (!ep_code_decode(code, function, address, &insn) ||
            insn.kind == EP_INSN_STRANGE)
            return EP_CODE_NONE;
        if (overlaps(code, &insn))
            return EP_CODE_DISAGREES;
        if (!ep_code_goes_on(&insn))
            return EP_CODE_NEW;
        if (what == EP_CODE_KNOWN)
            what = EP_CODE_NONE;
        if (!(insn.traits & EP_INSN_NOTHING) || insn.length == 1)
            what = EP_CODE_NEW;
        address += insn.length;
    }
    return EP_CODE_NEW;
}

/* By address.  There are so many that it pays to have a number for each byte of the
 * function, 1 + that of the instruction which begins there, instead of comparing. */
static int order_insns(struct ep_code_function *function)
{
    size_t size = (size_t)(function->end - function->start), n = 0;
    uint32_t *begins = ep_mem_zeroed(size, sizeof *begins);
    struct ep_insn *ordered = ep_mem_zeroed(function->n_insns, sizeof *ordered);
    int status = begins && ordered ? EP_OK : EP_ENOMEM;

    for (size_t k = 0; !status && k < function->n_insns; k++)
        begins[function->insns[k].address - function->start] = (uint32_t)k + 1;
    for (size_t at = 0; !status && at < size; at++)
        if (begins[at])
            ordered[n++] = function->insns[begins[at] - 1];
    if (!status) {
        ep_mem_free(function->insns);
        function->insns = ordered;
        function->capacity = function->n_insns;
        ordered = NULL;
    }
    ep_mem_free(begins);
    ep_mem_free(ordered);
    return status;
}

/* *OUT_NEW is set if there were new ones. */
static int order_all(struct ep_code *code, int *out_new)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++) {
        struct ep_code_function *function = &code->functions[i];

        if (function->n_ordered == function->n_insns)
            continue;
        function->n_ordered = function->n_insns;
        *out_new = 1;
        status = order_insns(function);
    }
    return status;
}

/* Where INSN, of a function that is left alone, may lead to in others. */
static int lead_from_left(struct ep_code *code,
                          const struct ep_code_function *function,
                          const struct ep_insn *insn)
{
    const struct ep_code_function *other = ep_code_at(code, insn->target);

    if (insn->kind == EP_INSN_PLAIN && !(insn->traits & EP_INSN_ADDRESS))
        return EP_OK;
    if (!other || other == function ||
        ep_code_look(code, other, insn->target) > EP_CODE_NEW)
        return EP_OK;
    return ep_code_arrive(code, insn->target, EP_BYTE_HELD);
}

int ep_code_sweep(const struct ep_code *code,
                  const struct ep_code_function *function, uint64_t *address,
                  struct ep_insn *out)
{
    while (*address < function->end) {
        if (ep_code_decode(code, function, *address, out)) {
            *address += out->length;
            return 1;
        }
        ++*address;
    }
    return 0;
}

/* FUNCTION, which is left alone, was not walked to its end, and its old code goes on
 * to run. */
static int sweep(struct ep_code *code, struct ep_code_function *function)
{
    uint64_t address = function->start;
    struct ep_insn insn;
    int status = EP_OK;

    function->swept = 1;
    function->n_insns = 0;
    function->by_register = 1;
    while (!status && ep_code_sweep(code, function, &address, &insn)) {
        if (EP_GROW(function->insns, function->n_insns, function->capacity))
            return EP_ENOMEM;
        function->insns[function->n_insns++] = insn;
        status = lead_from_left(code, function, &insn);
    }
    return status;
}

/* *OUT_NEW is set if there were new ones. */
static int sweep_left(struct ep_code *code, int *out_new)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++) {
        struct ep_code_function *function = &code->functions[i];

        if (ep_code_is_copied(function) || function->swept)
            continue;
        *out_new = 1;
        status = sweep(code, function);
    }
    return status;
}

int ep_code_walk(struct ep_code *code)
{
    int status = EP_OK, goes_on = 0;

    for (size_t i = 0; !status && i < code->n_functions; i++)
        status = push(code, code->functions[i].start);
    if (!status)
        status = ep_code_walk_pending(code);
    /* Tables lead to more code, and that to more tables. */
    while (!status) {
        int is_new = goes_on;

        ep_code_leave_early(code);
        ep_code_leave_untold(code);
        ep_code_leave_kernel(code);
        status = sweep_left(code, &is_new);
        if (!status)
            status = order_all(code, &is_new);
        if (status || !is_new)
            break;
        status = ep_code_find_tables(code);
        if (!status)
            status = ep_code_find_numbers(code);
        goes_on = code->n_pending > 0;
        if (!status)
            status = ep_code_walk_pending(code);
    }
    ep_code_leave_lost(code);
    return status;
}
