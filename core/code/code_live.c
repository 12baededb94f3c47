/* SPDX-License-Identifier: MIT
 *
 * code_live.c - which flags are alive where blocks begin.
 *
 * An increment changes flags, and where one is alive it must be kept, which
 * costs.  Compilers never have flags alive across a call or a return; assembler
 * may: so a function is taken to return flags if some caller reads them behind
 * a call of it, and across jumps between functions all are taken to be alive.
 */
#include "code/code_private.h"

/* Flags alive where BLOCK's last instruction branches to. */
static uint8_t alive_at_target(const struct ep_code_function *function,
                               const struct ep_code_block *block)
{
    return block->to == EP_NONE ? EP_FLAG_ALL
                                : function->blocks[block->to].live;
}

uint8_t ep_code_live_before(const struct ep_code_function *function,
                            const struct ep_code_block *block,
                            const struct ep_insn *insn, uint8_t live)
{
    switch (insn->kind) {
    case EP_INSN_BRANCH:
    case EP_INSN_NEAR_BRANCH:
        live |= alive_at_target(function, block);
        break;
    case EP_INSN_JUMP:
        return alive_at_target(function, block);
    case EP_INSN_CALL:
    case EP_INSN_CALL_AWAY:
    case EP_INSN_STOP:
        return 0;
    case EP_INSN_JUMP_AWAY:
        return insn->rip == 0 && function->jumps_away ? EP_FLAG_ALL : 0;
    case EP_INSN_RETURN:
        return function->returned;
    default:
        break;
    }
    return (uint8_t)((live & ~insn->writes) | insn->reads);
}

uint8_t ep_code_live_behind(const struct ep_code_function *function,
                            const struct ep_code_block *block)
{
    uint32_t next =
        ep_code_block_behind(function, (uint32_t)(block - function->blocks));

    return next == EP_NONE ? EP_FLAG_ALL : function->blocks[next].live;
}

uint32_t ep_code_calm_place(const struct ep_code_function *function,
                            const struct ep_code_block *block,
                            uint8_t *out_live)
{
    uint8_t live = ep_code_live_behind(function, block);
    uint32_t best = EP_NONE;

    for (uint32_t k = block->last + 1; k-- > block->first;) {
        live = ep_code_live_before(function, block, &function->insns[k], live);
        if (live == 0)
            best = k;
    }
    *out_live = best == EP_NONE ? live : 0;
    return best == EP_NONE ? block->first : best;
}

/* LIVE is alive behind CALL; so what is called returns it.  Whether that is
 * new. */
static int note_returned(struct ep_code *code, const struct ep_insn *call,
                         uint8_t live)
{
    struct ep_code_function *function =
        call->kind == EP_INSN_CALL ? ep_code_at(code, call->target) : NULL;
    int is_new;

    if (!function || function->start != call->target)
        return 0;
    is_new = (live & ~function->returned) != 0;
    function->returned |= live;
    return is_new;
}

static int live_block(struct ep_code *code, struct ep_code_function *function,
                      struct ep_code_block *block, int *new_returned)
{
    uint8_t live = ep_code_live_behind(function, block);
    uint8_t before = block->live;

    for (uint32_t k = block->last + 1; k-- > block->first;) {
        *new_returned |= note_returned(code, &function->insns[k], live);
        live = ep_code_live_before(function, block, &function->insns[k], live);
    }
    block->live = live;
    return live != before;
}

static int live_function(struct ep_code *code,
                         struct ep_code_function *function)
{
    int new_returned = 0;
    int changed = 1;

    while (changed) {
        changed = 0;
        for (uint32_t b = function->cfg.n_blocks; b-- > EP_BLOCK_FIRST;)
            changed |=
                live_block(code, function, &function->blocks[b], &new_returned);
    }
    return new_returned;
}

void ep_code_find_live(struct ep_code *code)
{
    int changed = 1;

    while (changed) {
        changed = 0;
        for (size_t i = 0; i < code->n_functions; i++)
            if (ep_code_is_copied(&code->functions[i]))
                changed |= live_function(code, &code->functions[i]);
    }
}
