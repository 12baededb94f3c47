/* SPDX-License-Identifier: MIT */
#include "code/insn_private.h"

#include "base/mem.h"

#include <string.h>

unsigned ep_insn_length(const uint8_t *bytes, size_t size, int is_32)
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction z;

    if (is_32)
        (void)ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LEGACY_32,
                               ZYDIS_STACK_WIDTH_32);
    else
        ep_insn_init(&decoder);
    return ZYAN_SUCCESS(
               ZydisDecoderDecodeInstruction(&decoder, NULL, bytes, size, &z))
               ? z.length
               : 0;
}

/* ---- flags ---------------------------------------------------------------- */

static uint8_t flags(ZydisAccessedFlagsMask mask)
{
    return (uint8_t)((mask & ZYDIS_CPUFLAG_PF ? EP_FLAG_PARITY : 0) |
                     (mask & ZYDIS_CPUFLAG_AF ? EP_FLAG_ADJUST : 0) |
                     (mask & ZYDIS_CPUFLAG_ZF ? EP_FLAG_ZERO : 0) |
                     (mask & ZYDIS_CPUFLAG_SF ? EP_FLAG_SIGN : 0) |
                     (mask & ZYDIS_CPUFLAG_OF ? EP_FLAG_OVERFLOW : 0));
}

/* Whether it may leave flags as they were: shifts by 0, repetitions of none. */
static int may_keep_flags(const ZydisDecodedInstruction *z)
{
    switch (z->meta.category) {
    case ZYDIS_CATEGORY_ROTATE:
    case ZYDIS_CATEGORY_SHIFT:
        return 1;
    default:
        return (z->attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
                                 ZYDIS_ATTRIB_HAS_REPNE)) != 0;
    }
}

static void take_flags(const ZydisDecodedInstruction *z, struct ep_insn *out)
{
    const ZydisAccessedFlags *used = z->cpu_flags;

    if (!used)
        return;
    out->reads = flags(used->tested);
    if (!may_keep_flags(z))
        out->writes =
            flags(used->modified | used->set_0 | used->set_1 | used->undefined);
}

/* ---- kinds ---------------------------------------------------------------- */

static int is_legacy(const ZydisDecodedInstruction *z, ZydisOpcodeMap map)
{
    return z->encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY &&
           z->opcode_map == map;
}

static uint8_t branch_kind(const ZydisDecodedInstruction *z)
{
    int is_short =
        is_legacy(z, ZYDIS_OPCODE_MAP_DEFAULT) && (z->opcode & 0xf0) == 0x70;
    int is_long =
        is_legacy(z, ZYDIS_OPCODE_MAP_0F) && (z->opcode & 0xf0) == 0x80;
    int is_near =
        is_legacy(z, ZYDIS_OPCODE_MAP_DEFAULT) && (z->opcode & 0xfc) == 0xe0;

    if (is_short || is_long)
        return EP_INSN_BRANCH;
    /* With a prefix they test %ecx. */
    return is_near && z->address_width == 64 ? EP_INSN_NEAR_BRANCH
                                             : EP_INSN_STRANGE;
}

static int is_far(const ZydisDecodedInstruction *z)
{
    return z->meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ||
           z->operand_width == 16;
}

static uint8_t find_kind(const ZydisDecodedInstruction *z)
{
    int direct = z->raw.imm[0].is_relative;

    switch (z->meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
        return is_far(z) ? EP_INSN_STRANGE : branch_kind(z);
    case ZYDIS_CATEGORY_UNCOND_BR:
        return is_far(z) ? EP_INSN_STRANGE
               : direct  ? EP_INSN_JUMP
                         : EP_INSN_JUMP_AWAY;
    case ZYDIS_CATEGORY_CALL:
        return is_far(z) ? EP_INSN_STRANGE
               : direct  ? EP_INSN_CALL
                         : EP_INSN_CALL_AWAY;
    case ZYDIS_CATEGORY_RET:
        return is_far(z) ? EP_INSN_STRANGE : EP_INSN_RETURN;
    default:
        break;
    }
    if (direct)
        return EP_INSN_STRANGE;
    switch (z->mnemonic) {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
        return EP_INSN_STOP;
    default:
        return EP_INSN_PLAIN;
    }
}

/* ---- traits --------------------------------------------------------------- */

enum { RAX = 0, RSP = 4, RBP = 5 };

/* mov other than from %rbp, xchg, pop. */
static int sets_stack(const ZydisDecodedInstruction *z)
{
    unsigned reg = z->raw.modrm.reg | (unsigned)z->raw.rex.R << 3;
    unsigned rm = z->raw.modrm.rm | (unsigned)z->raw.rex.B << 3;
    int in_register = z->raw.modrm.mod == 3;

    if (!is_legacy(z, ZYDIS_OPCODE_MAP_DEFAULT))
        return 0;
    switch (z->opcode) {
    case 0x89:
        return in_register && rm == RSP && reg != RBP;
    case 0x8b:
        return reg == RSP && !(in_register && rm == RBP);
    case 0x87:
        return reg == RSP || (in_register && rm == RSP);
    case 0x5c:
    case 0x94:
        return z->raw.rex.B == 0;
    default:
        return 0;
    }
}

static uint8_t find_traits(const ZydisDecodedInstruction *z)
{
    uint8_t traits = 0;

    if (z->mnemonic == ZYDIS_MNEMONIC_LEA)
        traits |= EP_INSN_ADDRESS;
    if (z->meta.category == ZYDIS_CATEGORY_SYSCALL ||
        z->mnemonic == ZYDIS_MNEMONIC_INT)
        traits |= EP_INSN_KERNEL;
    if (sets_stack(z))
        traits |= EP_INSN_STACK;
    if (z->mnemonic == ZYDIS_MNEMONIC_NOP || z->mnemonic == ZYDIS_MNEMONIC_INT3)
        traits |= EP_INSN_NOTHING;
    return traits;
}

/* No base, and an index times 8. */
static int by_table(const ZydisDecodedInstruction *z)
{
    return (z->attributes & ZYDIS_ATTRIB_HAS_MODRM) && z->raw.modrm.mod == 0 &&
           z->raw.modrm.rm == 4 && z->raw.sib.base == 5 &&
           z->raw.sib.scale == 3 &&
           !(z->raw.sib.index == 4 && z->raw.rex.X == 0) &&
           z->address_width == 64 &&
           !(z->attributes & ZYDIS_ATTRIB_HAS_SEGMENT);
}

static void take_target(const ZydisDecodedInstruction *z, struct ep_insn *out)
{
    uint64_t next = out->address + z->length;

    if (z->raw.imm[0].is_relative)
        out->target = next + z->raw.imm[0].value.u;
    if (out->kind == EP_INSN_JUMP_AWAY && by_table(z)) {
        out->traits |= EP_INSN_TABLE;
        out->target = (uint64_t)z->raw.disp.value;
    }
    if (!ep_insn_by_rip(z))
        return;
    if (z->address_width != 64 || z->raw.disp.size != 32) {
        out->kind = EP_INSN_STRANGE;
        return;
    }
    out->rip = z->raw.disp.offset;
    out->target = next + (uint64_t)z->raw.disp.value;
}

/* ---- what is compared ----------------------------------------------------- */

/* Of a test: whether it is of a register with itself. */
static int is_of_one(const ZydisDecodedInstruction *z)
{
    return z->raw.imm[0].size == 0 && z->raw.modrm.mod == 3 &&
           z->raw.modrm.reg == z->raw.modrm.rm && z->raw.rex.R == z->raw.rex.B;
}

static void take_compared(const ZydisDecodedInstruction *z, struct ep_insn *out)
{
    if (z->mnemonic == ZYDIS_MNEMONIC_CMP) {
        out->compared = EP_COMPARED_NUMBERS;
        out->number = z->raw.imm[0].size / 8;
    } else if (z->mnemonic == ZYDIS_MNEMONIC_TEST && is_of_one(z)) {
        out->compared = z->raw.rex.W ? EP_COMPARED_WORD : EP_COMPARED_ZERO;
    }
}

enum ep_compared ep_insn_compared(const struct ep_insn *insn,
                                  const uint8_t *bytes)
{
    const uint8_t *number = bytes + insn->length - insn->number;
    uint8_t first;

    if (insn->number == 0)
        return (enum ep_compared)insn->compared;
    first = number[0];
    for (unsigned i = 1; i < insn->number; i++)
        if (number[i] != (first == 0xff ? 0xff : 0))
            return EP_COMPARED_NUMBERS;
    return first == 0                    ? EP_COMPARED_ZERO
           : first == 1 || first == 0xff ? EP_COMPARED_ONE
                                         : EP_COMPARED_NUMBERS;
}

/* ---- decoding ------------------------------------------------------------- */

static unsigned decode(const uint8_t *bytes, size_t size, uint64_t address,
                       ZydisDecodedInstruction *z, struct ep_insn *out)
{
    ZydisDecoderContext context;
    ZydisDecoder decoder;

    ep_insn_init(&decoder);
    if (!ZYAN_SUCCESS(
            ZydisDecoderDecodeInstruction(&decoder, &context, bytes, size, z)))
        return 0;
    *out = (struct ep_insn){.address = address, .length = z->length};
    out->kind = find_kind(z);
    out->traits = find_traits(z);
    out->condition = z->opcode & 15;
    take_flags(z, out);
    take_target(z, out);
    take_compared(z, out);
    return z->length;
}

unsigned ep_insn_decode(const uint8_t *bytes, size_t size, uint64_t address,
                        struct ep_insn *out)
{
    ZydisDecodedInstruction z;

    return decode(bytes, size, address, &z, out);
}

/* ---- what was decoded before ------------------------------------------------ */

enum { KNOWN_BITS = 12 };

/* What an instruction is, is said by its bytes before the displacement and the immediate
 * operand; these say no more than where its target is. */
struct known {
    uint64_t bytes, mask; /* the first 8, and which of them say that; 0: none */
    struct ep_insn insn;
    uint8_t value_at;   /* of what the target is computed */
    uint8_t value_size; /* 0: it has none */
};

struct ep_insn_known {
    struct known items[1 << KNOWN_BITS];
};

struct ep_insn_known *ep_insn_known_new(void)
{
    return ep_mem_zeroed(1, sizeof(struct ep_insn_known));
}

static uint64_t first_bytes(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Where WORD is looked for: by what is most often before a value. */
static struct known *find_known(struct ep_insn_known *known, uint64_t word)
{
    unsigned first = word & 0xff;
    int is_alone = (first >= 0x50 && first < 0x80) ||
                   (first >= 0xb0 && first < 0xc0) || first >= 0xe0;
    uint64_t key = word & (is_alone                    ? 0xff
                           : (word & 0xf0ff) == 0x800f ? 0xffff
                                                       : 0xffffff);

    return &known->items[(key * UINT64_C(0x9e3779b97f4a7c15)) >>
                         (64 - KNOWN_BITS)];
}

static uint64_t target_of(const struct known *known, const uint8_t *bytes,
                          uint64_t address)
{
    uint64_t next =
        known->insn.traits & EP_INSN_TABLE ? 0 : address + known->insn.length;
    int32_t value;

    if (known->value_size == 0)
        return 0;
    if (known->value_size == 1)
        return next + (uint64_t)(int64_t)(int8_t)bytes[known->value_at];
    memcpy(&value, bytes + known->value_at, sizeof value);
    return next + (uint64_t)(int64_t)value;
}

/* What is said otherwise is not kept: 3DNow's instructions by their last byte. */
static void keep(struct known *known, uint64_t word,
                 const ZydisDecodedInstruction *z, const struct ep_insn *insn)
{
    unsigned value_at = z->raw.disp.size     ? z->raw.disp.offset
                        : z->raw.imm[0].size ? z->raw.imm[0].offset
                                             : z->length;
    unsigned bits = z->raw.disp.size ? z->raw.disp.size : z->raw.imm[0].size;
    int has_target = z->raw.imm[0].is_relative || insn->rip ||
                     (insn->traits & EP_INSN_TABLE);

    if (value_at == 0 || value_at > 8 ||
        z->encoding == ZYDIS_INSTRUCTION_ENCODING_3DNOW ||
        (has_target && bits != 8 && bits != 32))
        return;
    known->mask = UINT64_MAX >> (64 - 8 * value_at);
    known->bytes = word & known->mask;
    known->insn = *insn;
    known->value_at = (uint8_t)value_at;
    known->value_size = has_target ? (uint8_t)(bits / 8) : 0;
}

unsigned ep_insn_decode_known(struct ep_insn_known *known, const uint8_t *bytes,
                              size_t size, uint64_t address,
                              struct ep_insn *out)
{
    ZydisDecodedInstruction z;
    struct known *at;
    uint64_t word;

    if (size < EP_INSN_LONGEST)
        return decode(bytes, size, address, &z, out);
    word = first_bytes(bytes);
    at = find_known(known, word);
    if (at->mask && (word & at->mask) == at->bytes) {
        *out = at->insn;
        out->address = address;
        out->target = target_of(at, bytes, address);
    } else if (decode(bytes, size, address, &z, out)) {
        keep(at, word, &z, out);
    } else {
        return 0;
    }
    return out->length;
}

unsigned ep_insn_numbers(const uint8_t *bytes, size_t size, uint64_t out[2])
{
    ZydisDecodedInstruction z;
    ZydisDecoderContext context;
    ZydisDecoder decoder;
    unsigned n = 0;

    ep_insn_init(&decoder);
    if (!bytes || !ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
                      &decoder, &context, bytes, size, &z)))
        return 0;
    if (z.raw.imm[0].size >= 32 && !z.raw.imm[0].is_relative)
        out[n++] = z.raw.imm[0].value.u;
    if (z.raw.disp.size == 32 && !ep_insn_by_rip(&z))
        out[n++] = (uint64_t)z.raw.disp.value;
    return n;
}

/* ---- text ----------------------------------------------------------------- */

unsigned ep_insn_text(const uint8_t *bytes, size_t size, uint64_t address,
                      char *out, size_t out_size)
{
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    ZydisDecodedInstruction z;
    ZydisFormatter formatter;
    ZydisDecoder decoder;

    ep_insn_init(&decoder);
    (void)ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
    (void)ZydisFormatterSetProperty(&formatter,
                                    ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE,
                                    ZYDIS_PADDING_DISABLED);
    (void)ZydisFormatterSetProperty(&formatter,
                                    ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, 0);
    if (ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, bytes, size, &z, operands)) &&
        ZYAN_SUCCESS(ZydisFormatterFormatInstruction(
            &formatter, &z, operands, z.operand_count_visible, out, out_size,
            address, NULL)))
        return z.length;
    if (out_size > 0)
        out[0] = '\0';
    return 0;
}
