/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "code/foreign_insn.h"

#include <elf.h>

/* What GNU as made of each instruction, at 0x1000. */
struct sample {
    const char *text;
    uint16_t machine;
    uint8_t bits, is_big;
    enum ep_foreign_kind kind;
    const char *bytes;
    unsigned length;
    int64_t goes; /* so far; 1: it is no branch, or a call */
};

static const struct sample samples[] = {
    {"b", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xfe\xff\xff\x17", 4, -8},
    {"bl", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xfe\xff\xff\x97", 4, 1},
    {"b.ne", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xc1\xff\xff\x54", 4, -8},
    {"cbnz w", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xe1\xff\xff\x35", 4,
     -4},
    {"tbz", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xe0\xff\x07\x36", 4, -4},
    {"ret", EM_AARCH64, 64, 0, EP_FOREIGN_AARCH64, "\xc0\x03\x5f\xd6", 4, 1},
    {"j", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\x6f\xf0\x9f\xff", 4, -8},
    {"jal ra", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\xef\xf0\x9f\xff", 4, 1},
    {"bnez", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\xe3\x1e\x05\xfe", 4, -4},
    {"c.j", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\xf5\xbf", 2, -4},
    {"c.bnez", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\x7d\xfd", 2, -2},
    {"c.jr ra", EM_RISCV, 64, 0, EP_FOREIGN_RISCV, "\x82\x80", 2, 1},
    {"bne", EM_ARM, 32, 0, EP_FOREIGN_ARM, "\xfc\xff\xff\x1a", 4, -8},
    {"bl", EM_ARM, 32, 0, EP_FOREIGN_ARM, "\xfc\xff\xff\xeb", 4, 1},
    {"bne.n", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\xfb\xd1", 2, -6},
    {"b.n", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\xfc\xe7", 2, -4},
    {"bne.w", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\x7f\xf4\xfe\xaf", 4, 0},
    {"bne.w", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\x7f\xf4\xfc\xaf", 4, -4},
    {"b.w", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\xff\xf7\xfc\xbf", 4, -4},
    {"bl", EM_ARM, 32, 0, EP_FOREIGN_THUMB, "\xff\xf7\xfc\xff", 4, 1},
    {"b", EM_PPC64, 64, 0, EP_FOREIGN_POWER, "\xf8\xff\xff\x4b", 4, -8},
    {"bl", EM_PPC64, 64, 0, EP_FOREIGN_POWER, "\xf9\xff\xff\x4b", 4, 1},
    {"bdnz", EM_PPC64, 64, 1, EP_FOREIGN_POWER, "\x42\x00\xff\xfc", 4, -4},
    {"jne", EM_S390, 64, 1, EP_FOREIGN_S390, "\xa7\x74\xff\xfe", 4, -4},
    {"jgne", EM_S390, 64, 1, EP_FOREIGN_S390, "\xc0\x74\xff\xff\xff\xfd", 6,
     -6},
    {"brasl", EM_S390, 64, 1, EP_FOREIGN_S390, "\xc0\xe5\xff\xff\xff\xfd", 6,
     1},
    {"cgijne", EM_S390, 64, 1, EP_FOREIGN_S390, "\xec\x26\xff\xfd\x00\x7c", 6,
     -6},
    {"br", EM_S390, 64, 1, EP_FOREIGN_S390, "\x07\xfe", 2, 1},
    {"bnez", EM_MIPS, 64, 0, EP_FOREIGN_MIPS, "\xfe\xff\x40\x14", 4, -4},
    {"j 0", EM_MIPS, 64, 0, EP_FOREIGN_MIPS, "\x00\x00\x00\x08", 4, -0x1000},
    {"jal 0", EM_MIPS, 64, 0, EP_FOREIGN_MIPS, "\x00\x00\x00\x0c", 4, 1},
    {"jne", EM_386, 32, 0, EP_FOREIGN_I386, "\x75\xf7", 2, -7},
    {"jmp", EM_386, 32, 0, EP_FOREIGN_I386, "\xe9\xf6\xff\xff\xff", 5, -5},
    {"call", EM_386, 32, 0, EP_FOREIGN_I386, "\xe8\xf6\xff\xff\xff", 5, 1},
    {"jne", EM_386, 32, 0, EP_FOREIGN_I386, "\x0f\x85\xf0\xff\xff\xff", 6, -10},
    {"inc eax", EM_386, 32, 0, EP_FOREIGN_I386, "\x40", 1, 1},
    {"rep stos", EM_X86_64, 64, 0, EP_FOREIGN_X86_64, "\xf3\x48\xab", 3, 1},
};

static void test_branches(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const struct sample *at = &samples[i];
        const struct ep_processor *processor =
            ep_processor_find(at->machine, at->bits, at->is_big);
        const uint8_t *bytes = (const uint8_t *)at->bytes;
        uint64_t target = 0x1000 + (uint64_t)at->goes;

        CHECK(processor != NULL);
        if (!processor)
            continue;
        CHECK_EQ(ep_foreign_length(processor, at->kind, bytes, at->length),
                 at->length);
        CHECK_EQ(ep_foreign_branches(processor, at->kind, bytes, at->length,
                                     0x1000, target),
                 at->goes != 1);
        CHECK_EQ(ep_foreign_branches(processor, at->kind, bytes, at->length,
                                     0x1000, target - 64),
                 0);
    }
}

static void test_repetitions(void)
{
    static const uint8_t stos[] = {0xf3, 0x48, 0xab},
                         popcnt[] = {0xf3, 0x0f, 0xb8, 0xaa};
    static const uint8_t plain[] = {0xab};

    CHECK_EQ(ep_foreign_repeats(EP_FOREIGN_X86_64, stos, 3), 1);
    CHECK_EQ(ep_foreign_repeats(EP_FOREIGN_X86_64, popcnt, 4), 0);
    CHECK_EQ(ep_foreign_repeats(EP_FOREIGN_I386, plain, 1), 0);
    CHECK_EQ(ep_foreign_repeats(EP_FOREIGN_AARCH64, stos, 3), 0);
}

/* What ends amid an instruction has what is left. */
static void test_ends(void)
{
    const struct ep_processor *s390 = ep_processor_find(EM_S390, 64, 1);
    const struct ep_processor *x86 = ep_processor_find(EM_386, 32, 0);

    CHECK_EQ(ep_foreign_length(s390, EP_FOREIGN_S390,
                               (const uint8_t *)"\xc0\xe5", 2),
             2);
    CHECK_EQ(
        ep_foreign_length(x86, EP_FOREIGN_I386, (const uint8_t *)"\xe8\x00", 2),
        1);
    CHECK(ep_processor_find(EM_AVR, 32, 0) == NULL);
}

int main(void)
{
    test_branches();
    test_repetitions();
    test_ends();
    return check_failures != 0;
}
