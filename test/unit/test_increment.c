/* SPDX-License-Identifier: MIT
 *
 * The decoder of increments, on what the assembler makes of every form that is
 * emitted, on code beside it, and on code that is cut off.
 */
#include <edgeprof/increment_x86_64.h>

#include "check.h"

/* A module's counters, and code.  Each list is of instructions of data: nothing
 * here is executed.  The array's size is written once more in the text. */
enum { WORDS = 32 };
static uint64_t words[WORDS] __asm__("test_words") __attribute__((used));

extern unsigned char forms[] __asm__("test_forms");
extern unsigned char forms_end[] __asm__("test_forms_end");
extern const unsigned char others[] __asm__("test_others");
extern const unsigned char others_end[] __asm__("test_others_end");

#define REGISTERS                                                         \
    "rax, rbx, rcx, rdx, rsi, rdi, rbp, rsp, r8, r9, r10, r11, r12, r13," \
    " r14, r15"
enum { N_REGISTERS = 16, N_FORMS = 2 + 5 * N_REGISTERS - 1 + 2 * 3 };

__asm__(".pushsection .data.test_increment,\"aw\"\n"
        "test_forms:\n"
        "\tincq %gs:test_words(%rip)\n"
        "\tincq %gs:test_words+31*8(%rip)\n"
        ".irp reg, " REGISTERS "\n"
        "\tincq %gs:4096+8(%\\reg)\n"
        "\tincq %gs:4096+31*8(%\\reg)\n"
        "\taddq %rdx, %gs:4096+16(%\\reg)\n"
        "\taddq %r9, %gs:4096+16(%\\reg)\n"
        ".endr\n"
        /* No index, no value to add. */
        ".irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12,"
        " r13, r14, r15\n"
        "\taddq %\\reg, %gs:test_words+16(%rip)\n"
        ".endr\n"
        ".irp value, 2, -1, 1000, -1000, 0x7fffffff, 127\n"
        "\taddq $\\value, %gs:test_words+24(%rip)\n"
        ".endr\n"
        "test_forms_end:\n"
        ".popsection\n");

/* None of these is an increment of a counter. */
__asm__(".pushsection .data.test_increment,\"aw\"\n"
        "test_others:\n"
        /* another segment, or none; a lock already; another size */
        "\tincq test_words(%rip)\n"
        "\tincq 4096+8(%rax)\n"
        "\tincq %fs:test_words(%rip)\n"
        "\tincq %fs:4096+8(%rax)\n"
        "\tlock incq test_words(%rip)\n"
        "\tlock addq %rax, test_words(%rip)\n"
        "\tincl %gs:test_words(%rip)\n"
        "\tincl %gs:4096+8(%rax)\n"
        "\tincl %gs:4096+8(%r8)\n"
        "\t.byte 0x65, 0x66, 0xff, 0x05\n" /* incw, the prefixes so */
        "\t.long test_words - . - 4\n"
        "\t.byte 0x65, 0x66, 0x83, 0x05\n" /* addw */
        "\t.long test_words - . - 5\n"
        "\t.byte 1\n"
        /* another operation */
        "\tdecq %gs:test_words(%rip)\n"
        "\tdecq %gs:4096+8(%rax)\n"
        "\taddq %gs:test_words(%rip), %rax\n"
        "\tsubq %rax, %gs:test_words(%rip)\n"
        "\tsubq $5, %gs:test_words(%rip)\n"
        "\torq $1000, %gs:test_words(%rip)\n"
        "\tmovq %gs:test_words(%rip), %rax\n"
        "\tpushq %gs:4096+8(%rax)\n"
        "\tcall *%gs:4096+8(%rax)\n"
        /* another word: outside, or not aligned */
        "\tincq %gs:test_words-8(%rip)\n"
        "\tincq %gs:test_words+32*8(%rip)\n"
        "\tincq %gs:test_words+4(%rip)\n"
        "\taddq %rax, %gs:test_words+32*8(%rip)\n"
        "\taddq $1, %gs:test_words+1(%rip)\n"
        "\taddq $1000, %gs:test_words-8(%rip)\n"
        "\tincq %gs:4096-8(%rax)\n"
        "\tincq %gs:4096+32*8(%rax)\n"
        "\tincq %gs:4096+4(%rax)\n"
        "\tincq %gs:-4096(%rax)\n"
        "\tincq %gs:4096+4(%r12)\n"
        "\tincq %gs:4096+32*8(%r12)\n"
        /* addressed in another way */
        "\tincq %gs:(%rax)\n"
        "\tincq %gs:8(%rax)\n"
        "\tincq %gs:4096+8\n"
        "\tincq %gs:4096+8(%rax,%rcx)\n"
        "\tincq %gs:4096+8(%r12,%r12,8)\n"
        "\tincq %gs:4096+8(,%rax,8)\n"
        "\taddq %rax, %gs:4096-8(%rbx)\n"
        "\taddq %rax, %gs:4096+8(%rbx,%rcx)\n"
        "\taddq %rax, 4096+8(%rbx)\n"
        "\taddq %gs:4096+8(%rbx), %rax\n"
        "\tsubq %rax, %gs:4096+8(%rbx)\n"
        "\taddl %eax, %gs:4096+8(%rbx)\n"
        "\taddq $1, %gs:4096+8(%rbx)\n"
        /* islands: the same bytes with a hole, or an increment's in another
         * place */
        "\t.byte 0x65, 0x48, 0x90, 0xff, 0x05, 0, 0, 0, 0\n"
        "\t.byte 0x65, 0x65, 0x65, 0x48, 0xff\n"
        "\tmovabsq $0x1008, %rax\n"
        "\t.quad 0x0000100880ff4865 & 0xffffffff\n"
        "\t.zero 16\n"
        "test_others_end:\n"
        ".popsection\n");

static struct edgeprof_words bounds(void)
{
    return (struct edgeprof_words){(uintptr_t)words,
                                   (uintptr_t)(words + WORDS)};
}

/* Of the code from AT to END. */
static unsigned count_increments(const unsigned char *at,
                                 const unsigned char *end)
{
    unsigned n = 0;

    for (; at < end; at++)
        n += edgeprof_increment(at, end, bounds()) != 0;
    return n;
}

static void every_form_is_known(void)
{
    const unsigned char *at = forms;
    unsigned n = 0;

    for (size_t length; at < forms_end; at += length, n++) {
        length = edgeprof_increment(at, forms_end, bounds());
        if (!length) {
            CHECK_EQ(n, N_FORMS); /* which one is not */
            return;
        }
    }
    CHECK(at == forms_end);
    CHECK_EQ(n, N_FORMS);
    CHECK_EQ(count_increments(forms, forms_end), N_FORMS);
}

static void other_code_is_none(void)
{
    for (const unsigned char *at = others; at < others_end; at++) {
        if (edgeprof_increment(at, others_end, bounds()))
            CHECK_EQ(at - others, 0); /* where it is */
    }
}

/* No byte behind the end is looked at. */
static void what_is_cut_off_is_none(void)
{
    const unsigned char *at = forms;

    while (at < forms_end) {
        size_t length = edgeprof_increment(at, forms_end, bounds());

        CHECK(length >= 8);
        for (size_t left = 0; left < length; left++) {
            unsigned char *code = malloc(left + !left);

            if (!code)
                exit(1);
            memcpy(code, at, left);
            CHECK(!edgeprof_increment(at, at + left, bounds()));
            CHECK_EQ(edgeprof_increment(code, code + left, bounds()), 0);
            free(code);
        }
        at += length ? length : 1;
    }
}

static void words_of_others_are_left(void)
{
    struct edgeprof_words none = {0, 0};
    struct edgeprof_words one = {(uintptr_t)words, (uintptr_t)(words + 1)};

    CHECK_EQ(edgeprof_increment(forms, forms_end, none), 0);
    CHECK_EQ(edgeprof_increment(forms, forms_end, one), 8);
    CHECK_EQ(edgeprof_increment(forms + 8, forms_end, one), 0);
}

/* The prefix alone, and once. */
static void only_increments_are_rewritten(void)
{
    size_t size = (size_t)(forms_end - forms);
    size_t other = (size_t)(others_end - others);
    unsigned char *was = malloc(size + other);
    unsigned rewritten = 0;

    if (!was)
        exit(1);
    memcpy(was, forms, size);
    memcpy(was + size, others, other);
    edgeprof_make_atomic(forms, others_end, bounds());
    for (size_t i = 0; i < size; i++) {
        if (forms[i] != was[i]) {
            CHECK_EQ(was[i], EDGEPROF_GS_PREFIX);
            CHECK_EQ(forms[i], EDGEPROF_LOCK_PREFIX);
            rewritten++;
        }
    }
    CHECK_EQ(rewritten, N_FORMS);
    CHECK(memcmp(others, was + size, other) == 0);
    CHECK_EQ(count_increments(forms, forms_end), 0);
    free(was);
}

/* What looks for a thread's ring looks in the section instead. */
static void looks_become_plain(void)
{
    static unsigned char code[] = {0x90, 0x65, 0x4c, 0x8b, 0x15,
                                   0,    0,    0,    0,    0x65};
    const struct edgeprof_words near = {(uintptr_t)code + 9 + 8,
                                        (uintptr_t)code + 9 + 16};

    code[5] = 8;
    CHECK_EQ(edgeprof_ring_look(code + 1, code + sizeof code, near), 8);
    CHECK_EQ(edgeprof_ring_look(code + 1, code + 8, near), 0);
    edgeprof_make_atomic(code, code + sizeof code, near);
    CHECK_EQ(code[1], EDGEPROF_NO_PREFIX);
    CHECK_EQ(code[2], 0x4c);
    CHECK_EQ(code[9], 0x65);
}

int main(void)
{
    looks_become_plain();
    every_form_is_known();
    other_code_is_none();
    what_is_cut_off_is_none();
    words_of_others_are_left();
    only_increments_are_rewritten();
    return check_failures != 0;
}
