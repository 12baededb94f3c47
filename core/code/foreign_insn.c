/* SPDX-License-Identifier: MIT
 *
 * foreign_insn.c - from the manuals of the processors: Arm ARM DDI 0487 and 0406,
 * RISC-V unprivileged 2.2, 16 and 24, Power ISA 3.1, z/Architecture Principles of
 * Operation, MIPS64 release 2.
 */
#include "code/foreign_insn.h"

#include "code/insn.h"

#include <elf.h>

static const struct ep_processor processors[] = {
    {"AArch64", "qemu-aarch64", "aarch64-linux-gnu", EM_AARCH64, 64, 0, 4,
     EP_FOREIGN_AARCH64, 221, 281},
    {"RISC-V (64 bits)", "qemu-riscv64", "riscv64-linux-gnu", EM_RISCV, 64, 0,
     2, EP_FOREIGN_RISCV, 221, 281},
    {"RISC-V (32 bits)", "qemu-riscv32", "riscv32-linux-gnu", EM_RISCV, 32, 0,
     2, EP_FOREIGN_RISCV, 221, 281},
    {"32-bit ARM", "qemu-arm", "arm-linux-gnueabihf", EM_ARM, 32, 0, 2,
     EP_FOREIGN_ARM, 11, 387},
    {"POWER (little-endian)", "qemu-ppc64le", "powerpc64le-linux-gnu", EM_PPC64,
     64, 0, 4, EP_FOREIGN_POWER, 11, 362},
    {"POWER (big-endian)", "qemu-ppc64", "powerpc64-linux-gnu", EM_PPC64, 64, 1,
     4, EP_FOREIGN_POWER, 11, 362},
    {"32-bit PowerPC", "qemu-ppc", "powerpc-linux-gnu", EM_PPC, 32, 1, 4,
     EP_FOREIGN_POWER, 11, 362},
    {"s390x", "qemu-s390x", "s390x-linux-gnu", EM_S390, 64, 1, 2,
     EP_FOREIGN_S390, 11, 354},
    {"MIPS (64 bits, little-endian)", "qemu-mips64el",
     "mips64el-linux-gnuabi64", EM_MIPS, 64, 0, 4, EP_FOREIGN_MIPS, 5057, 5316},
    {"MIPS (64 bits, big-endian)", "qemu-mips64", "mips64-linux-gnuabi64",
     EM_MIPS, 64, 1, 4, EP_FOREIGN_MIPS, 5057, 5316},
    {"MIPS (32 bits, little-endian)", "qemu-mipsel", "mipsel-linux-gnu",
     EM_MIPS, 32, 0, 4, EP_FOREIGN_MIPS, 4011, 4356},
    {"MIPS (32 bits, big-endian)", "qemu-mips", "mips-linux-gnu", EM_MIPS, 32,
     1, 4, EP_FOREIGN_MIPS, 4011, 4356},
    {"32-bit x86", "qemu-i386", "i686-linux-gnu", EM_386, 32, 0, 1,
     EP_FOREIGN_I386, 11, 358},
    {"x86-64", "qemu-x86_64", 0, EM_X86_64, 64, 0, 1, EP_FOREIGN_X86_64, 59,
     322},
};

const struct ep_processor *ep_processor_find(unsigned machine, unsigned bits,
                                             int is_big)
{
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (processors[i].machine == machine && processors[i].bits == bits &&
            processors[i].is_big == is_big)
            return &processors[i];
    return NULL;
}

/* ---- words ----------------------------------------------------------------- */

static uint32_t half(const struct ep_processor *processor, const uint8_t *bytes)
{
    return processor->is_big ? (uint32_t)bytes[0] << 8 | bytes[1]
                             : (uint32_t)bytes[1] << 8 | bytes[0];
}

static uint32_t word(const struct ep_processor *processor, const uint8_t *bytes)
{
    uint32_t first = half(processor, bytes);
    uint32_t second = half(processor, bytes + 2);

    return processor->is_big ? first << 16 | second : second << 16 | first;
}

/* The SIZE bits of WORD from FIRST on, with sign. */
static int64_t field(uint32_t value, unsigned first, unsigned size)
{
    int64_t bits = (int64_t)(value >> first & ((UINT64_C(1) << size) - 1));

    return bits >> (size - 1) ? bits - (INT64_C(1) << size) : bits;
}

/* ---- lengths --------------------------------------------------------------- */

unsigned ep_foreign_length(const struct ep_processor *processor,
                           enum ep_foreign_kind kind, const uint8_t *bytes,
                           size_t size)
{
    unsigned length = processor->unit;

    switch (kind) {
    case EP_FOREIGN_AARCH64:
    case EP_FOREIGN_ARM:
    case EP_FOREIGN_POWER:
    case EP_FOREIGN_MIPS:
        length = 4;
        break;
    case EP_FOREIGN_THUMB:
        if (size >= 2 && half(processor, bytes) >> 11 >= 0x1d)
            length = 4;
        break;
    case EP_FOREIGN_RISCV:
        length = size > 0 && (bytes[0] & 3) == 3 ? 4 : 2;
        break;
    case EP_FOREIGN_S390:
        if (size > 0 && bytes[0] >= 0x40)
            length = bytes[0] >= 0xc0 ? 6 : 4;
        break;
    case EP_FOREIGN_I386:
    case EP_FOREIGN_X86_64:
        length = ep_insn_length(bytes, size, kind == EP_FOREIGN_I386);
        break;
    case EP_FOREIGN_NONE:
        break;
    }
    return length && length <= size ? length : processor->unit;
}

/* ---- branches ------------------------------------------------------------- */

static const int64_t nowhere = INT64_MIN;

/* How far each kind's branches that are no calls go, or nowhere.  Those of
 * which it is not told here only lead forward. */

static int64_t of_aarch64(uint32_t insn)
{
    if (insn >> 26 == 0x05) /* b */
        return 4 * field(insn, 0, 26);
    if (insn >> 24 == 0x54 || (insn >> 25 & 0x3f) == 0x1a) /* b.cond, cbz */
        return 4 * field(insn, 5, 19);
    return (insn >> 25 & 0x3f) == 0x1b ? 4 * field(insn, 5, 14)
                                       : nowhere; /* tbz */
}

static int64_t of_arm(uint32_t insn)
{
    return insn >> 28 != 15 && (insn >> 24 & 15) == 10
               ? 4 * field(insn, 0, 24) + 8
               : nowhere;
}

static int64_t of_thumb(uint32_t first, uint32_t second, unsigned length)
{
    int64_t sign = -(int64_t)(first >> 10 & 1);
    uint32_t j1 = second >> 13 & 1, j2 = second >> 11 & 1;

    if (length == 2 && first >> 12 == 13 && (first >> 8 & 15) < 14)
        return 2 * field(first, 0, 8) + 4;
    if (length == 2)
        return first >> 11 == 0x1c ? 2 * field(first, 0, 11) + 4 : nowhere;
    if (first >> 11 != 0x1e || (second >> 14) != 2)
        return nowhere;
    if (second >> 12 & 1) { /* b.w: two bits are told apart from the sign */
        uint32_t high =
            (~(j1 ^ (first >> 10)) & 1) << 1 | (~(j2 ^ (first >> 10)) & 1);

        return (int64_t)((uint64_t)sign << 24 | (uint64_t)high << 22 |
                         (uint64_t)(first & 0x3ff) << 12 |
                         (uint64_t)(second & 0x7ff) << 1) +
               4;
    }
    if ((first >> 7 & 7) == 7) /* no condition: something else */
        return nowhere;
    return (int64_t)((uint64_t)sign << 20 | (uint64_t)j2 << 19 |
                     (uint64_t)j1 << 18 | (uint64_t)(first & 0x3f) << 12 |
                     (uint64_t)(second & 0x7ff) << 1) +
           4;
}

/* The bits of VALUE that stand at FROM, in turn, at the places AT of the result,
 * the last of which is its sign. */
static int64_t gather(uint32_t value, const uint8_t *from, const uint8_t *at,
                      unsigned n)
{
    uint64_t out = 0;

    for (unsigned i = 0; i < n; i++)
        if (value >> from[i] & 1)
            out |= i + 1 < n ? UINT64_C(1) << at[i] : UINT64_MAX << at[i];
    return (int64_t)out;
}

static int64_t of_riscv(uint32_t insn, unsigned length)
{
    static const uint8_t jump_from[] = {3, 4, 5, 11, 2, 7, 6, 9, 10, 8, 12};
    static const uint8_t jump_at[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    static const uint8_t test_from[] = {3, 4, 10, 11, 2, 5, 6, 12};
    static const uint8_t test_at[] = {1, 2, 3, 4, 5, 6, 7, 8};

    if (length == 2 && (insn & 0xe003) == 0xa001) /* c.j */
        return gather(insn, jump_from, jump_at, 11);
    if (length == 2)
        return (insn & 0xc003) == 0xc001 /* c.beqz, c.bnez */
                   ? gather(insn, test_from, test_at, 8)
                   : nowhere;
    if ((insn & 0xfff) == 0x06f) /* jal zero */
        return field(insn, 31, 1) * (1 << 20) + (int64_t)((insn & 0xff000) |
                                                          (insn >> 9 & 0x800) |
                                                          (insn >> 20 & 0x7fe));
    return (insn & 0x7f) == 0x63
               ? field(insn, 31, 1) * (1 << 12) +
                     (int64_t)((insn << 4 & 0x800) | (insn >> 20 & 0x7e0) |
                               (insn >> 7 & 0x1e))
               : nowhere;
}

/* Those that are relative and have no link. */
static int64_t of_power(uint32_t insn)
{
    if ((insn & 3) != 0)
        return nowhere;
    if (insn >> 26 == 18)
        return 4 * field(insn, 2, 24);
    return insn >> 26 == 16 ? 4 * field(insn, 2, 14) : nowhere;
}

static int64_t of_s390(const uint8_t *bytes)
{
    unsigned second = bytes[1] & 15, last = bytes[5];
    int64_t near = 2 * field((uint32_t)bytes[2] << 8 | bytes[3], 0, 16);
    uint32_t far = (uint32_t)bytes[2] << 24 | (uint32_t)bytes[3] << 16 |
                   (uint32_t)bytes[4] << 8 | bytes[5];

    switch (bytes[0]) {
    case 0xa7: /* brc, brct, brctg */
        return second == 4 || second == 6 || second == 7 ? near : nowhere;
    case 0xc0: /* brcl */
        return second == 4 ? 2 * field(far, 0, 32) : nowhere;
    case 0x84: /* brxh, brxle */
    case 0x85:
        return near;
    case 0xcc: /* brcth */
        return second == 6 ? 2 * field(far, 0, 32) : nowhere;
    case 0xec: /* brxhg, brxlg; compare and branch */
        return last == 0x44 || last == 0x45 || last == 0x64 || last == 0x65 ||
                       (last >= 0x76 && last <= 0x77) ||
                       (last >= 0x7c && last <= 0x7f)
                   ? near
                   : nowhere;
    default:
        return nowhere;
    }
}

/* What follows a branch is executed before it takes effect; who comes to what it
 * leads to comes by the branch all the same. */
static int64_t of_mips(uint32_t insn, uint64_t address)
{
    uint32_t code = insn >> 26, second = insn >> 16 & 31;
    int64_t near = 4 * field(insn, 0, 16) + 4;

    if (code == 2) /* j, within 256 MiB */
        return (int64_t)(((address + 4) & ~UINT64_C(0xfffffff)) +
                         4 * (uint64_t)(insn & 0x3ffffff) - address);
    if ((code >= 4 && code <= 7) || (code >= 20 && code <= 23))
        return near; /* beq, bne, blez, bgtz; the same, likely */
    if ((code == 1 && second < 4) || (code == 17 && (insn >> 21 & 31) == 8))
        return near; /* bltz, bgez, likely; bc1f, bc1t */
    return nowhere;
}

static int64_t of_x86(const uint8_t *bytes, unsigned length)
{
    if (length == 2 && ((bytes[0] & 0xf0) == 0x70 || bytes[0] == 0xeb ||
                        (bytes[0] & 0xfc) == 0xe0))
        return (int8_t)bytes[1] + 2;
    if ((length == 5 && bytes[0] == 0xe9) ||
        (length == 6 && bytes[0] == 0x0f && (bytes[1] & 0xf0) == 0x80)) {
        const uint8_t *at = bytes + length - 4;

        return field((uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 |
                         (uint32_t)at[1] << 8 | at[0],
                     0, 32) +
               length;
    }
    return nowhere;
}

static int64_t distance(const struct ep_processor *processor,
                        enum ep_foreign_kind kind, const uint8_t *bytes,
                        unsigned length, uint64_t address)
{
    uint8_t whole[6] = {0};

    for (unsigned i = 0; i < length && i < sizeof whole; i++)
        whole[i] = bytes[i];
    switch (kind) {
    case EP_FOREIGN_AARCH64:
        return of_aarch64(word(processor, whole));
    case EP_FOREIGN_ARM:
        return of_arm(word(processor, whole));
    case EP_FOREIGN_THUMB:
        return of_thumb(half(processor, whole), half(processor, whole + 2),
                        length);
    case EP_FOREIGN_RISCV:
        return of_riscv(word(processor, whole), length);
    case EP_FOREIGN_POWER:
        return of_power(word(processor, whole));
    case EP_FOREIGN_S390:
        return of_s390(whole);
    case EP_FOREIGN_MIPS:
        return of_mips(word(processor, whole), address);
    case EP_FOREIGN_I386:
    case EP_FOREIGN_X86_64:
        return of_x86(whole, length);
    case EP_FOREIGN_NONE:
        break;
    }
    return nowhere;
}

int ep_foreign_branches(const struct ep_processor *processor,
                        enum ep_foreign_kind kind, const uint8_t *bytes,
                        unsigned length, uint64_t address, uint64_t target)
{
    int64_t far = distance(processor, kind, bytes, length, address);

    return far != nowhere && address + (uint64_t)far == target;
}

int ep_foreign_repeats(enum ep_foreign_kind kind, const uint8_t *bytes,
                       unsigned length)
{
    int repeats = 0;
    uint8_t last = length ? bytes[length - 1] : 0;

    if (kind != EP_FOREIGN_I386 && kind != EP_FOREIGN_X86_64)
        return 0;
    for (unsigned i = 0; i + 1 < length; i++) {
        if (bytes[i] == 0x0f) /* another table of opcodes */
            return 0;
        repeats |= bytes[i] == 0xf2 || bytes[i] == 0xf3;
    }
    return repeats && ((last >= 0xa4 && last <= 0xa7) || last >> 2 == 0x1b ||
                       (last >= 0xaa && last <= 0xaf));
}
