/* SPDX-License-Identifier: MIT
 *
 * code_keep.c - code whose addresses somebody else knows.
 *
 * Who walks frames by tables of its own looks return addresses up in them: a
 * collector of garbage, an interpreter, a runtime with exceptions of its own.  A
 * copy's are in no such table.
 *
 * Where the file itself holds the address behind a call, as OCaml's frame tables
 * do, the call is made where it was, and returns there.  So are all calls of a
 * program that runs already: frames that it has return to old code, and those that
 * it makes can, when that is all there is again.
 *
 * Everybody else walks frames by .eh_frame.  Where it tells of a file's functions,
 * but not of some that call, these have somebody who finds their frames by where
 * they are, and may come to them, and move them, in ways that the file does not
 * show: V8 does all of this with its builtins.  They are left alone, with all the
 * functions beside them that .eh_frame does not tell of either, which may be of the
 * same making.  Where it tells of next to nothing, as the compiler was asked for
 * none, that says nothing of a function, and its calls are made where they were.
 */
#include "code/code_private.h"

#include <inttypes.h>

/* ---- calls that are made where they were ------------------------------------ */

static int is_call(const struct ep_insn *insn)
{
    return insn->kind == EP_INSN_CALL || insn->kind == EP_INSN_CALL_AWAY;
}

/* The end of a function may be another's entry, which is held as that. */
static int is_known(const struct ep_code *code,
                    const struct ep_code_function *function,
                    uint64_t returns_to)
{
    unsigned what = ep_code_byte(code, returns_to);

    return code->running || !function->frame || (what & EP_BYTE_POINTED) ||
           ((what & EP_BYTE_HELD) && returns_to < function->end);
}

static int keep(struct ep_code *code, const struct ep_code_function *function,
                struct ep_insn *call)
{
    uint64_t returns_to = call->address + call->length;

    call->traits |= EP_INSN_KEPT;
    for (uint64_t at = call->address; at < returns_to; at++)
        code->bytes[at - code->low] |= EP_BYTE_KEPT;
    if (returns_to >= function->end)
        return EP_OK;
    return ep_code_arrive(code, returns_to, EP_BYTE_HELD);
}

static int keep_calls(struct ep_code *code, struct ep_code_function *function)
{
    int any = 0, status = EP_OK;

    for (size_t k = 0; !status && k < function->n_insns; k++) {
        struct ep_insn *insn = &function->insns[k];

        if (!is_call(insn) ||
            !is_known(code, function, insn->address + insn->length))
            continue;
        status = keep(code, function, insn);
        any = 1;
    }
    /* Exceptions out of such calls land in the old code. */
    if (!status && any && function->frame && function->frame->lsda)
        status = ep_code_take_pads(code, function, EP_BYTE_HELD);
    return status;
}

/* Pointers to behind such calls stay, as others who hold the address have the old
 * one. */
static void keep_slots(struct ep_code *code)
{
    size_t n = 0;

    for (size_t i = 0; i < code->n_slots; i++)
        if (!(ep_code_byte(code, code->slots[i].target - 1) & EP_BYTE_KEPT))
            code->slots[n++] = code->slots[i];
    code->n_slots = n;
}

int ep_code_keep_calls(struct ep_code *code)
{
    int status = EP_OK;

    for (size_t i = 0; !status && i < code->n_functions; i++)
        if (ep_code_is_copied(&code->functions[i]))
            status = keep_calls(code, &code->functions[i]);
    if (!status)
        status = ep_code_walk_pending(code);
    keep_slots(code);
    return status;
}

/* ---- what .eh_frame does not tell of ---------------------------------------- */

static int tells_of_most(const struct ep_code *code)
{
    size_t n = 0;

    for (size_t i = 0; i < code->n_functions; i++)
        n += code->functions[i].frame != NULL;
    return n > code->n_functions / 2;
}

static int calls(const struct ep_code_function *function)
{
    for (size_t k = 0; k < function->n_insns; k++)
        if (is_call(&function->insns[k]))
            return 1;
    return 0;
}

void ep_code_leave_untold(struct ep_code *code)
{
    size_t first = 0, behind;

    if (!tells_of_most(code))
        return;
    for (; first < code->n_functions; first = behind + 1) {
        int any = 0;

        for (behind = first;
             behind < code->n_functions && !code->functions[behind].frame;
             behind++)
            any |= calls(&code->functions[behind]);
        for (size_t i = first; any && i < behind; i++)
            ep_code_leave(
                &code->functions[i],
                "in code that calls, of which .eh_frame does not tell");
    }
}
