/* SPDX-License-Identifier: MIT
 *
 * code_calls.c - which calls return exactly once (calls.h), as machine code
 * shows it.
 */
#include "code/code_private.h"

#include "graph/calls.h"

#include <string.h>

/* Whether the code at ADDRESS jumps at once to what is imported and returns once, as
 * entries of a procedure linkage table do: endbr64, if at all, bnd, if at all, and
 * jmp *slot(%rip). */
static int stub_returns(const struct ep_code *code, uint64_t address)
{
    static const uint8_t endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    enum { BND = 0xf2, LONGEST = sizeof endbr64 + 7 };
    const uint8_t *bytes = ep_image_at(code->image, address, LONGEST);
    int32_t distance;
    size_t at = 0;

    if (!bytes)
        return 0;
    if (memcmp(bytes, endbr64, sizeof endbr64) == 0)
        at = sizeof endbr64;
    at += bytes[at] == BND;
    if (bytes[at] != 0xff || bytes[at + 1] != 0x25)
        return 0;
    memcpy(&distance, bytes + at + 2, sizeof distance);
    return ep_code_import_returns(code, address + at + 6 +
                                            (uint64_t)(int64_t)distance);
}

/* Where CALL goes: a function of the program; or NULL, and whether it is an imported
 * one that returns once. */
static struct ep_code_function *
callee(const struct ep_code *code, const struct ep_insn *call, int *out_returns)
{
    struct ep_code_function *function;

    *out_returns = 0;
    if (call->kind == EP_INSN_CALL_AWAY || call->kind == EP_INSN_JUMP_AWAY) {
        *out_returns = call->rip && ep_code_import_returns(code, call->target);
        return NULL;
    }
    function = ep_code_at(code, call->target);
    if (!function)
        *out_returns = stub_returns(code, call->target);
    return function && function->start == call->target ? function : NULL;
}

int ep_code_call_returns(const struct ep_code *code, const struct ep_insn *call)
{
    int returns;
    const struct ep_code_function *function = callee(code, call, &returns);

    return function ? !function->unproven : returns;
}

/* Whether INSN leaves FUNCTION for another. */
static int is_call(const struct ep_code_function *function,
                   const struct ep_insn *insn)
{
    switch (insn->kind) {
    case EP_INSN_CALL:
    case EP_INSN_CALL_AWAY:
        return 1;
    case EP_INSN_JUMP:
    case EP_INSN_BRANCH:
    case EP_INSN_NEAR_BRANCH:
        return insn->target < function->start || insn->target >= function->end;
    case EP_INSN_JUMP_AWAY:
        return insn->rip != 0;
    default:
        return 0;
    }
}

static int take_insn(const struct ep_code *code, struct ep_calls *calls,
                     uint32_t caller, const struct ep_insn *insn)
{
    const struct ep_code_function *function = &code->functions[caller];
    const struct ep_code_function *called;
    int returns;

    if (insn->traits & (EP_INSN_KERNEL | EP_INSN_STACK))
        ep_calls_add_unknown(calls, caller);
    if (!is_call(function, insn)) {
        if (insn->kind == EP_INSN_JUMP_AWAY && function->jumps_away)
            ep_calls_add_unknown(calls, caller);
        return EP_OK;
    }
    called = callee(code, insn, &returns);
    if (called)
        return ep_calls_add_edge(calls, caller,
                                 (uint32_t)(called - code->functions));
    if (!returns)
        ep_calls_add_unknown(calls, caller);
    return EP_OK;
}

/* Whether FUNCTION takes the address that it returns to, as setjmp, getcontext and
 * vfork do, which return more than once; or drops it, and returns for its caller. */
static int takes_return(const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        enum ep_stack_use use =
            insn->kind == EP_INSN_PLAIN
                ? ep_insn_stack(ep_code_bytes(function, insn->address),
                                insn->length)
                : EP_STACK_MOVES;

        if (use != EP_STACK_NONE)
            return use == EP_STACK_TAKES;
    }
    return 0;
}

static int take_function(const struct ep_code *code, struct ep_calls *calls,
                         uint32_t index)
{
    const struct ep_code_function *function = &code->functions[index];
    int status = EP_OK;

    if (takes_return(function))
        ep_calls_add_unknown(calls, index);
    for (size_t k = 0; !status && k < function->n_insns; k++)
        status = take_insn(code, calls, index, &function->insns[k]);
    return status;
}

int ep_code_prove_calls(struct ep_code *code)
{
    struct ep_calls calls;
    uint32_t index;
    int status = EP_OK;

    ep_calls_init(&calls);
    for (size_t i = 0; !status && i < code->n_functions; i++)
        status = ep_calls_add(&calls, !ep_code_is_copied(&code->functions[i]),
                              &index);
    for (size_t i = 0; !status && i < code->n_functions; i++)
        status = take_function(code, &calls, (uint32_t)i);
    if (!status)
        status = ep_calls_solve(&calls);
    for (size_t i = 0; !status && i < code->n_functions; i++)
        code->functions[i].unproven = calls.unproven[i];
    ep_calls_release(&calls);
    return status;
}
