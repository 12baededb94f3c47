/* SPDX-License-Identifier: MIT
 *
 * insn_move.c - what an instruction does with registers and the stack.
 */
#include "code/insn_private.h"

/* ---- moves ---------------------------------------------------------------- */

static uint8_t register_number(ZydisRegister reg)
{
    ZydisRegister whole =
        ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);

    if (ZydisRegisterGetClass(whole) != ZYDIS_REGCLASS_GPR64)
        return EP_REG_NONE;
    return (uint8_t)ZydisRegisterGetId(whole);
}

static uint8_t operand_register(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER
               ? register_number(operand->reg.value)
               : EP_REG_NONE;
}

/* mov, movzx, movsx from memory or a register. */
static void take_load(const ZydisDecodedOperand *from, int is_signed,
                      struct ep_move *out)
{
    if (from->type == ZYDIS_OPERAND_TYPE_REGISTER) {
        out->from = operand_register(from);
        out->kind = EP_MOVE_COPY;
    }
    if (from->type != ZYDIS_OPERAND_TYPE_MEMORY)
        return;
    out->base = register_number(from->mem.base);
    out->index = register_number(from->mem.index);
    if (from->size == 64)
        out->kind = EP_MOVE_LOAD;
    if (from->size == 32 && is_signed && out->base != EP_REG_NONE)
        out->kind = EP_MOVE_ENTRY;
}

/* lea of a register, of some times one, or of a sum. */
static void take_multiple(const ZydisDecodedOperand *from, int64_t offset,
                          struct ep_move *out)
{
    uint8_t base = register_number(from->mem.base);
    uint8_t index = register_number(from->mem.index);

    out->kind = EP_MOVE_SUM;
    if (offset != 0 || (base != EP_REG_NONE && index != EP_REG_NONE))
        return;
    out->kind = EP_MOVE_COPY;
    out->from = base == EP_REG_NONE ? index : base;
}

/* An immediate of the second operand. */
static void take_limit(const ZydisDecodedOperand *operands, struct ep_move *out)
{
    if (operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
        return;
    out->kind = EP_MOVE_COMPARE;
    out->from = operand_register(&operands[0]);
    out->limit = operands[1].imm.value.u;
}

static void take_move(const ZydisDecodedInstruction *z,
                      const ZydisDecodedOperand *operands, struct ep_move *out)
{
    switch (z->mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
        take_load(&operands[1], 0, out);
        /* A table of 4 bytes an entry is read, and extended by itself. */
        if (out->kind == EP_MOVE_OTHER && operands[1].size == 32 &&
            operands[1].type == ZYDIS_OPERAND_TYPE_MEMORY)
            out->kind = EP_MOVE_ENTRY;
        break;
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
        take_load(&operands[1], 1, out);
        break;
    case ZYDIS_MNEMONIC_LEA:
        if (ep_insn_by_rip(z))
            out->kind = EP_MOVE_ADDRESS;
        else
            take_multiple(&operands[1], z->raw.disp.value, out);
        break;
    case ZYDIS_MNEMONIC_ADD:
        out->from = operand_register(&operands[1]);
        out->kind = out->from == EP_REG_NONE ? EP_MOVE_SUM : EP_MOVE_ADD;
        break;
    case ZYDIS_MNEMONIC_CMP:
        take_limit(operands, out);
        break;
    default:
        break;
    }
}

/* Of equal operands the same; 0 of what is no memory. */
static uint64_t place_of(const ZydisDecodedInstruction *z,
                         const ZydisDecodedOperand *operand)
{
    if (operand->type != ZYDIS_OPERAND_TYPE_MEMORY)
        return 0;
    return (uint64_t)z->raw.disp.value << 32 ^
           (uint64_t)operand->mem.base << 20 ^
           (uint64_t)operand->mem.index << 8 ^
           (uint64_t)operand->mem.scale << 4 ^
           (uint64_t)operand->mem.segment << 40 ^ operand->size;
}

int ep_insn_move(const uint8_t *bytes, size_t size, uint64_t address,
                 struct ep_move *out)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction z;
    ZydisDecoder decoder;

    ep_insn_init(&decoder);
    *out = (struct ep_move){.to = EP_REG_NONE,
                            .from = EP_REG_NONE,
                            .base = EP_REG_NONE,
                            .index = EP_REG_NONE};
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, bytes, size, &z, operands)))
        return 0;
    if (ep_insn_by_rip(&z))
        out->target = address + z.length + (uint64_t)z.raw.disp.value;
    for (unsigned i = 0; i < 2 && i < z.operand_count_visible; i++)
        if (!out->place)
            out->place = place_of(&z, &operands[i]);
    if (z.operand_count_visible > 0) {
        uint8_t first = operand_register(&operands[0]);

        if (z.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
            (operands[0].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
            out->to = first;
    }
    if (z.operand_count_visible > 1)
        take_move(&z, operands, out);
    return 1;
}

/* ---- the stack ------------------------------------------------------------ */

static int is_top(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_MEMORY &&
           operand->mem.base == ZYDIS_REGISTER_RSP &&
           operand->mem.index == ZYDIS_REGISTER_NONE &&
           operand->mem.disp.value == 0 &&
           (operand->actions & ZYDIS_OPERAND_ACTION_MASK_READ);
}

static int is_stack(const ZydisDecodedOperand *operand)
{
    return operand->type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operand->reg.value == ZYDIS_REGISTER_RSP;
}

static int drops_top(const ZydisDecodedInstruction *z,
                     const ZydisDecodedOperand *operands)
{
    if (z->operand_count_visible != 2 || !is_stack(&operands[0]))
        return 0;
    if (z->mnemonic == ZYDIS_MNEMONIC_LEA)
        return operands[1].mem.base == ZYDIS_REGISTER_RSP &&
               operands[1].mem.disp.value > 0;
    return z->mnemonic == ZYDIS_MNEMONIC_ADD &&
           operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
           operands[1].imm.value.s > 0;
}

static int moves_stack(const ZydisDecodedOperand *operand)
{
    return is_stack(operand) &&
           (operand->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE);
}

enum ep_stack_use ep_insn_stack(const uint8_t *bytes, size_t size)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction z;
    ZydisDecoder decoder;
    enum ep_stack_use use = EP_STACK_NONE;

    ep_insn_init(&decoder);
    if (!bytes || !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, size,
                                                       &z, operands)))
        return EP_STACK_MOVES;
    if (drops_top(&z, operands))
        return EP_STACK_TAKES;
    for (unsigned i = 0; i < z.operand_count; i++) {
        if (is_top(&operands[i]))
            return EP_STACK_TAKES;
        if (moves_stack(&operands[i]))
            use = EP_STACK_MOVES;
    }
    return use;
}
