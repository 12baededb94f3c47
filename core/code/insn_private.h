/* SPDX-License-Identifier: MIT
 *
 * insn_private.h - what insn*.c share.
 */
#ifndef EP_INSN_PRIVATE_H
#define EP_INSN_PRIVATE_H

#include "code/insn.h"

#include <Zydis/Zydis.h>

static inline void ep_insn_init(ZydisDecoder *decoder)
{
    (void)ZydisDecoderInit(decoder, ZYDIS_MACHINE_MODE_LONG_64,
                           ZYDIS_STACK_WIDTH_64);
}

static inline int ep_insn_by_rip(const ZydisDecodedInstruction *z)
{
    return (z->attributes & ZYDIS_ATTRIB_HAS_MODRM) && z->raw.modrm.mod == 0 &&
           z->raw.modrm.rm == 5;
}

#endif
