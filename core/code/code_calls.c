/* SPDX-License-Identifier: MIT
 *
 * code_calls.c - which calls return exactly once (calls.h), as machine code
 * shows it.
 */
#include "code/code_private.h"

#include "graph/calls.h"

/* The name of the imported function that the code at ADDRESS jumps to at once,
 * as the entries of a procedure linkage table do; or NULL. */
static const char *stub_name(const struct ep_code *code, uint64_t address)
{
    for (unsigned n = 0; n < 2; n++) {
        uint64_t room = ep_image_room(code->image, address);
        const uint8_t *bytes = ep_image_at(code->image, address, room);
        struct ep_insn insn;

        if (!bytes || !ep_insn_decode(bytes, (size_t)room, address, &insn))
            return NULL;
        if (insn.kind == EP_INSN_JUMP_AWAY)
            return insn.rip ? ep_code_import_name(code, insn.target) : NULL;
        if (insn.kind != EP_INSN_PLAIN) /* endbr64 */
            return NULL;
        address += insn.length;
    }
    return NULL;
}

/* Where CALL goes: a function of the program, or the name of an imported one; or
 * neither is known. */
static struct ep_code_function *callee(const struct ep_code *code,
                                       const struct ep_insn *call,
                                       const char **out_name)
{
    struct ep_code_function *function;

    *out_name = NULL;
    if (call->kind == EP_INSN_CALL_AWAY || call->kind == EP_INSN_JUMP_AWAY) {
        if (call->rip)
            *out_name = ep_code_import_name(code, call->target);
        return NULL;
    }
    function = ep_code_at(code, call->target);
    if (!function)
        *out_name = stub_name(code, call->target);
    return function && function->start == call->target ? function : NULL;
}

int ep_code_call_returns(const struct ep_code *code, const struct ep_insn *call)
{
    const char *name;
    const struct ep_code_function *function = callee(code, call, &name);

    if (function)
        return !function->unproven;
    return name && ep_calls_returns(name);
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
    const char *name;

    if (insn->traits & (EP_INSN_KERNEL | EP_INSN_STACK))
        ep_calls_add_unknown(calls, caller);
    if (!is_call(function, insn)) {
        if (insn->kind == EP_INSN_JUMP_AWAY && function->jumps_away)
            ep_calls_add_unknown(calls, caller);
        return EP_OK;
    }
    called = callee(code, insn, &name);
    if (called)
        return ep_calls_add_edge(calls, caller,
                                 (uint32_t)(called - code->functions));
    if (!name || !ep_calls_returns(name))
        ep_calls_add_unknown(calls, caller);
    return EP_OK;
}

/* Whether FUNCTION takes the address that it returns to, as setjmp, getcontext and
 * vfork do, which return more than once. */
static int takes_return(const struct ep_code *code,
                        const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++) {
        const struct ep_insn *insn = &function->insns[k];
        enum ep_stack_use use =
            insn->kind == EP_INSN_PLAIN
                ? ep_insn_stack(
                      ep_image_at(code->image, insn->address, insn->length),
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

    if (takes_return(code, function))
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
