/* SPDX-License-Identifier: MIT
 *
 * code_guess.c - what machine code says of how often its branches are taken.
 *
 * Of the heuristics of Ball and Larus (1993) a branch has what it compares.  Besides, a
 * compiler has put the way that it expects straight on, and what begins a loop again
 * before the branch.
 */
#include "code/code_private.h"

/* Probabilities that a branch is taken: where it leads is ... */
enum { AHEAD = EP_GUESS_CERTAIN * 30 / 100, BACK = EP_GUESS_CERTAIN - AHEAD };

/* What the branch on CONDITION asks of what is compared.  0: something else. */
static int find_relation(unsigned condition, enum ep_guess_relation *out)
{
    enum { E = 4, NE, S = 8, NS, L = 12, GE, LE, G };

    switch (condition) {
    case E:
        *out = EP_GUESS_EQUAL;
        return 1;
    case NE:
        *out = EP_GUESS_UNEQUAL;
        return 1;
    case S:
    case L:
    case LE:
        *out = EP_GUESS_LESS;
        return 1;
    case NS:
    case GE:
    case G:
        *out = EP_GUESS_GREATER;
        return 1;
    default:
        return 0;
    }
}

/* What the last instruction of BLOCK that sets flags compares. */
static enum ep_compared find_compared(const struct ep_code_function *function,
                                      const struct ep_code_block *block)
{
    for (uint32_t k = block->last; k-- > block->first;) {
        const struct ep_insn *insn = &function->insns[k];

        if (insn->writes & EP_FLAG_ZERO)
            return ep_insn_compared(insn,
                                    ep_code_bytes(function, insn->address));
    }
    return EP_COMPARED_NOT;
}

static uint16_t by_comparison(const struct ep_code_function *function,
                              const struct ep_code_block *block)
{
    static const enum ep_guess_compared kinds[EP_COMPARED_KINDS] = {
        [EP_COMPARED_WORD] = EP_GUESS_POINTERS,
        [EP_COMPARED_ZERO] = EP_GUESS_WITH_ZERO,
        [EP_COMPARED_ONE] = EP_GUESS_WITH_ONE,
        [EP_COMPARED_NUMBERS] = EP_GUESS_NUMBERS};
    enum ep_guess_relation relation;
    enum ep_compared compared;

    if (!find_relation(function->insns[block->last].condition, &relation))
        return EP_GUESS_EVEN;
    compared = find_compared(function, block);
    return compared == EP_COMPARED_NOT
               ? EP_GUESS_EVEN
               : ep_guess_comparison(relation, kinds[compared]);
}

/* The probability that the branch at the end of BLOCK is taken. */
static uint16_t taken(const struct ep_code_function *function,
                      const struct ep_code_block *block)
{
    const struct ep_insn *last = &function->insns[block->last];

    if (last->kind != EP_INSN_BRANCH || block->to == EP_NONE)
        return EP_GUESS_EVEN;
    return ep_guess_combine(by_comparison(function, block),
                            last->target > last->address ? AHEAD : BACK);
}

void ep_code_guess(const struct ep_code_function *function,
                   struct ep_guess_block *out)
{
    for (uint32_t b = EP_BLOCK_FIRST; b < function->cfg.n_blocks; b++) {
        const struct ep_code_block *block = &function->blocks[b];

        out[b].holds = taken(function, block);
        out[b].signs = EP_GUESS_MACHINE;
        for (uint32_t k = block->first; k <= block->last; k++)
            if (function->insns[k].kind == EP_INSN_CALL)
                out[b].signs |= EP_GUESS_CALLS;
    }
}
