/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "check.h"
#include "code/insn.h"

#include <string.h>

static struct ep_insn decode(const char *bytes, size_t size)
{
    struct ep_insn insn = {0};

    CHECK_EQ(ep_insn_decode((const uint8_t *)bytes, size, 0x1000, &insn), size);
    CHECK_EQ(insn.length, size);
    CHECK_EQ(insn.address, 0x1000);
    return insn;
}

#define DECODE(bytes) decode(bytes, sizeof(bytes) - 1)

static void test_ways_on(void)
{
    CHECK_EQ(DECODE("\x90").kind, EP_INSN_PLAIN);
    CHECK_EQ(DECODE("\x74\x10").kind, EP_INSN_BRANCH);
    CHECK_EQ(DECODE("\x74\x10").target, 0x1012);
    CHECK_EQ(DECODE("\x0f\x87\x00\x01\x00\x00").condition, 7);
    CHECK_EQ(DECODE("\x0f\x87\x00\x01\x00\x00").target, 0x1106);
    CHECK_EQ(DECODE("\xeb\xfe").kind, EP_INSN_JUMP);
    CHECK_EQ(DECODE("\xeb\xfe").target, 0x1000);
    CHECK_EQ(DECODE("\xe8\x00\x00\x00\x00").kind, EP_INSN_CALL);
    CHECK_EQ(DECODE("\xff\xd0").kind, EP_INSN_CALL_AWAY);
    CHECK_EQ(DECODE("\x3e\xff\xe0").kind, EP_INSN_JUMP_AWAY);
    CHECK_EQ(DECODE("\xc3").kind, EP_INSN_RETURN);
    CHECK_EQ(DECODE("\xf3\xc3").kind, EP_INSN_RETURN);
    CHECK_EQ(DECODE("\x0f\x0b").kind, EP_INSN_STOP);
    CHECK_EQ(DECODE("\xe2\xfe").kind, EP_INSN_NEAR_BRANCH);
    CHECK_EQ(DECODE("\xe3\x05").kind, EP_INSN_NEAR_BRANCH);
    CHECK_EQ(DECODE("\xcc").kind, EP_INSN_PLAIN); /* a debugger may go on */
}

/* What cannot stand elsewhere: jecxz, a distance from %eip, far returns. */
static void test_strange(void)
{
    CHECK_EQ(DECODE("\x67\xe3\x05").kind, EP_INSN_STRANGE);
    CHECK_EQ(DECODE("\x67\x8b\x05\x10\x00\x00\x00").kind, EP_INSN_STRANGE);
    CHECK_EQ(DECODE("\xcb").kind, EP_INSN_STRANGE);
    CHECK_EQ(DECODE("\xc7\xf8\x10\x00\x00\x00").kind, EP_INSN_STRANGE);
}

static void test_no_instruction(void)
{
    static const uint8_t invalid[] = {0x06}, cut[] = {0xe8, 0x00};
    struct ep_insn insn;

    CHECK_EQ(ep_insn_decode(invalid, sizeof invalid, 0, &insn), 0);
    CHECK_EQ(ep_insn_decode(cut, sizeof cut, 0, &insn), 0);
}

/* mov $1, 16(%rip): an immediate stands behind the distance. */
static void test_rip(void)
{
    struct ep_insn insn = DECODE("\xc7\x05\x10\x00\x00\x00\x01\x00\x00\x00");

    CHECK_EQ(insn.rip, 2);
    CHECK_EQ(insn.target, 0x101a);
    CHECK_EQ(insn.traits & EP_INSN_ADDRESS, 0);
    insn = DECODE("\x48\x8d\x05\xf9\xff\xff\xff");
    CHECK_EQ(insn.target, 0x1000);
    CHECK_EQ(insn.traits & EP_INSN_ADDRESS, EP_INSN_ADDRESS);
    CHECK_EQ(DECODE("\x8b\x45\x10").rip, 0);
}

static void test_flags(void)
{
    CHECK_EQ(DECODE("\x01\xd8").writes, EP_FLAG_ALL); /* add */
    CHECK_EQ(DECODE("\x89\xd8").writes, 0);           /* mov */
    CHECK_EQ(DECODE("\x74\x00").reads, EP_FLAG_ZERO); /* je */
    CHECK_EQ(DECODE("\x72\x00").reads, 0);            /* jb: the carry */
    CHECK_EQ(DECODE("\xd3\xe0").writes, 0);      /* shl %cl: perhaps by 0 */
    CHECK_EQ(DECODE("\xf3\xa6").writes, 0);      /* repe cmpsb: likewise */
    CHECK_EQ(DECODE("\x9c").reads, EP_FLAG_ALL); /* pushf */
    CHECK_EQ(DECODE("\x48\x0f\x4d\xc3").reads,
             EP_FLAG_SIGN | EP_FLAG_OVERFLOW); /* cmovge */
}

static void test_traits(void)
{
    CHECK_EQ(DECODE("\x0f\x05").traits, EP_INSN_KERNEL);
    CHECK_EQ(DECODE("\x48\x89\xc4").traits, EP_INSN_STACK); /* mov %rax,%rsp */
    CHECK_EQ(DECODE("\x48\x89\xec").traits, 0);             /* mov %rbp,%rsp */
    CHECK_EQ(DECODE("\x5c").traits, EP_INSN_STACK);         /* pop %rsp */
    CHECK_EQ(DECODE("\x0f\x1f\x40\x00").traits, EP_INSN_NOTHING);
}

static struct ep_move move(const char *bytes, size_t size)
{
    struct ep_move found;

    CHECK(ep_insn_move((const uint8_t *)bytes, size, 0x1000, &found));
    return found;
}

#define MOVE(bytes) move(bytes, sizeof(bytes) - 1)

/* What a switch is made of. */
static void test_moves(void)
{
    struct ep_move found = MOVE("\x49\x63\x44\x85\x00");

    CHECK_EQ(found.kind, EP_MOVE_ENTRY); /* movslq 0(%r13,%rax,4), %rax */
    CHECK_EQ(found.base, 13);
    CHECK_EQ(found.index, 0);
    CHECK_EQ(found.to, 0);
    found = MOVE("\x4c\x01\xe8");
    CHECK_EQ(found.kind, EP_MOVE_ADD); /* add %r13, %rax */
    CHECK_EQ(found.from, 13);
    CHECK_EQ(MOVE("\xff\xe0").to, 0); /* jmp *%rax */
    CHECK_EQ(MOVE("\xff\x60\x08").to, EP_REG_NONE);
    found = MOVE("\x83\xf9\x06");
    CHECK_EQ(found.kind, EP_MOVE_COMPARE); /* cmp $6, %ecx */
    CHECK_EQ(found.from, 1);
    CHECK_EQ(found.limit, 6);
    /* cmpb $12, 8(%rax) and movzbl 8(%rax), %eax: one place. */
    CHECK_EQ(MOVE("\x80\x78\x08\x0c").place, MOVE("\x0f\xb6\x40\x08").place);
    CHECK(MOVE("\x80\x78\x08\x0c").place != MOVE("\x80\x78\x09\x0c").place);
    CHECK_EQ(MOVE("\x83\xe1\x07").kind, EP_MOVE_OTHER);
    CHECK_EQ(MOVE("\x83\xc0\x10").kind, EP_MOVE_SUM); /* add $16, %eax */
    CHECK_EQ(MOVE("\x48\x8d\x04\x08").kind,
             EP_MOVE_SUM); /* lea (%rax,%rcx), %rax */
    CHECK_EQ(MOVE("\x48\x8b\x07").kind, EP_MOVE_LOAD);
    CHECK_EQ(MOVE("\x48\x8d\x14\x85\x00\x00\x00\x00").kind, EP_MOVE_COPY);
    CHECK_EQ(MOVE("\x48\x8d\x05\x00\x00\x00\x00").kind, EP_MOVE_ADDRESS);
}

static enum ep_compared compared(const char *bytes, size_t size)
{
    struct ep_insn insn;

    if (!ep_insn_decode((const uint8_t *)bytes, size, 0, &insn))
        return EP_COMPARED_NOT;
    return ep_insn_compared(&insn, (const uint8_t *)bytes);
}

#define COMPARED(bytes) compared(bytes, sizeof(bytes) - 1)

static void test_compared(void)
{
    CHECK_EQ(COMPARED("\x48\x85\xc0"), EP_COMPARED_WORD); /* test %rax, %rax */
    CHECK_EQ(COMPARED("\x84\xc0"), EP_COMPARED_ZERO);     /* test %al, %al */
    CHECK_EQ(COMPARED("\x85\xc8"), EP_COMPARED_NOT);      /* test %ecx, %eax */
    CHECK_EQ(COMPARED("\xa8\x01"), EP_COMPARED_NOT);      /* test $1, %al */
    CHECK_EQ(COMPARED("\x83\xf8\x00"), EP_COMPARED_ZERO); /* cmp $0, %eax */
    CHECK_EQ(COMPARED("\x83\xf8\xff"), EP_COMPARED_ONE);  /* cmp $-1, %eax */
    CHECK_EQ(COMPARED("\x80\x3f\x2f"),
             EP_COMPARED_NUMBERS);                   /* cmpb $47, (%rdi) */
    CHECK_EQ(COMPARED("\x3c\xff"), EP_COMPARED_ONE); /* cmp $-1, %al */
    CHECK_EQ(COMPARED("\x81\xff\xff\x00\x00\x00"),
             EP_COMPARED_NUMBERS); /* cmp $255, %edi */
    CHECK_EQ(COMPARED("\x81\xff\x01\x00\x00\x01"),
             EP_COMPARED_NUMBERS); /* cmp $0x1000001, %edi */
    CHECK_EQ(COMPARED("\x39\xc8"), EP_COMPARED_NUMBERS); /* cmp %ecx, %eax */
    CHECK_EQ(COMPARED("\x83\xe8\x01"), EP_COMPARED_NOT); /* sub $1, %eax */
    CHECK_EQ(COMPARED("\x06"), EP_COMPARED_NOT);
}

static void test_text(void)
{
    static const uint8_t bytes[] = {0x74, 0x10};
    char text[64];

    CHECK_EQ(ep_insn_text(bytes, 2, 0x1000, text, sizeof text), 2);
    CHECK_TEXT(text, "jz 0x1012");
    CHECK_EQ(ep_insn_text(bytes, 1, 0x1000, text, sizeof text), 0);
    CHECK_TEXT(text, "");
}

/* By what is known an instruction is what it is alone, whatever came before: any bytes
 * do, with values that change behind the same first ones. */
static void test_known(void)
{
    enum { N = 400000, LONGEST = EP_INSN_LONGEST };
    struct ep_insn_known *known = ep_insn_known_new();
    uint8_t bytes[LONGEST] = {0};
    uint32_t random = 1;
    unsigned different = 0;

    for (unsigned i = 0; known && i < N; i++) {
        struct ep_insn alone = {0}, insn = {0};

        random = random * 1664525 + 1013904223;
        /* Mostly behind the first ones, which stay for a while. */
        bytes[(random >> 28 ? 3 : 0) + (random >> 8) % 12] =
            (uint8_t)(random >> 16);
        (void)ep_insn_decode(bytes, LONGEST, i, &alone);
        (void)ep_insn_decode_known(known, bytes, LONGEST, i, &insn);
        different += memcmp(&alone, &insn, sizeof insn) != 0;
    }
    CHECK(known != NULL);
    CHECK_EQ(different, 0);
    ep_mem_free(known);
}

int main(void)
{
    test_known();
    test_ways_on();
    test_strange();
    test_no_instruction();
    test_rip();
    test_flags();
    test_traits();
    test_moves();
    test_compared();
    test_text();
    return check_failures != 0;
}
