/* SPDX-License-Identifier: MIT
 *
 * insn_compare.c - what an instruction compares, for the branch behind it.
 */
#include "code/insn_private.h"

static enum ep_compared compared_with(uint64_t number)
{
    if (number == 0)
        return EP_COMPARED_ZERO;
    return number == 1 || number == UINT64_MAX ? EP_COMPARED_ONE
                                               : EP_COMPARED_NUMBERS;
}

/* Of a test: whether it is of a register with itself. */
static int is_of_one(const ZydisDecodedInstruction *z)
{
    return z->raw.imm[0].size == 0 && z->raw.modrm.mod == 3 &&
           z->raw.modrm.reg == z->raw.modrm.rm && z->raw.rex.R == z->raw.rex.B;
}

enum ep_compared ep_insn_compared(const uint8_t *bytes, size_t size)
{
    ZydisDecodedInstruction z;
    ZydisDecoder decoder;

    ep_insn_init(&decoder);
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeInstruction(&decoder, NULL, bytes, size, &z)))
        return EP_COMPARED_NOT;
    if (z.mnemonic == ZYDIS_MNEMONIC_CMP)
        return z.raw.imm[0].size ? compared_with(z.raw.imm[0].value.u)
                                 : EP_COMPARED_NUMBERS;
    if (z.mnemonic == ZYDIS_MNEMONIC_TEST && is_of_one(&z))
        return z.raw.rex.W ? EP_COMPARED_WORD : EP_COMPARED_ZERO;
    return EP_COMPARED_NOT;
}
