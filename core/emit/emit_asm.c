/* SPDX-License-Identifier: MIT
 *
 * emit_asm.c - assembler text: blocks, bytes, and how a module starts.
 *
 * A linked module gets one __edgeprof_attach, and for each way of counting in
 * it one descriptor (struct edgeprof_module) with a constructor and destructor
 * of priority 2 that hand the descriptor on: before the program's own, which
 * start at 101 but do not all know it, and after sanitizers'.  Attach takes the
 * runtime that the module was linked with, or opens it.  All that it may need
 * from outside is weak and referred to through the global offset table, so that
 * a static program links without it.  A static program must not open anything,
 * and the mere name of dlopen makes ld warn there, though libc.a has it anyway.
 * So dlopen is found by dlsym, and nothing is opened in a module without
 * _DYNAMIC or in a position-independent executable that needs no library.
 * Registers: rbx descriptor, r12 and r13 errno's place and value, r14 dlopen,
 * then the opened runtime.
 */
#include "emit/emit_asm.h"

#include "edgeprof/abi.h"

#include <string.h>

void ep_asm_begin(struct ep_buf *out, const char *symbol)
{
    ep_buf_printf(out, "\t.ifndef %s\n", symbol);
}

void ep_asm_end(struct ep_buf *out)
{
    ep_buf_text(out, "\t.endif\n");
}

void ep_asm_section(struct ep_buf *out, const char *name, const char *flags,
                    const char *type, const char *group)
{
    ep_buf_printf(out,
                  "\t.pushsection %s,\"%s\",@%s,%s,comdat\n"
                  "\t.p2align 3\n",
                  name, flags, type, group);
}

void ep_asm_end_section(struct ep_buf *out)
{
    ep_buf_text(out, "\t.popsection\n");
}

void ep_asm_define(struct ep_buf *out, const char *symbol, const char *type,
                   size_t size)
{
    ep_buf_printf(out,
                  "\t.weak %s\n"
                  "\t.hidden %s\n"
                  "\t.type %s,@%s\n",
                  symbol, symbol, symbol, type);
    if (size)
        ep_buf_printf(out, "\t.size %s,%zu\n", symbol, size);
    ep_buf_printf(out, "%s:\n", symbol);
}

enum { BYTES_PER_LINE = 64 };

/* Most of a unit's text comes this way: printf would be half of its cost. */
static void put_octal(struct ep_buf *out, unsigned char byte)
{
    char text[4] = {'\\'};
    size_t size = 1;

    if (byte >= 0100)
        text[size++] = (char)('0' + (byte >> 6));
    if (byte >= 010)
        text[size++] = (char)('0' + (byte >> 3 & 7));
    text[size++] = (char)('0' + (byte & 7));
    ep_buf_add(out, text, size);
}

/* An octal escape is as short as its value when no digit follows it. */
void ep_asm_bytes(struct ep_buf *out, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    int open_escape = 0;

    for (size_t i = 0; i < size; i++) {
        unsigned char byte = bytes[i];
        int digit = byte >= '0' && byte <= '9';

        if (i % BYTES_PER_LINE == 0) {
            ep_buf_text(out, i ? "\"\n\t.ascii \"" : "\t.ascii \"");
            open_escape = 0;
        }
        if (byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' &&
            !(digit && open_escape)) {
            ep_buf_add(out, &byte, 1);
            open_escape = 0;
        } else {
            put_octal(out, byte);
            open_escape = byte < 0100;
        }
    }
    if (size)
        ep_buf_text(out, "\"\n");
}

/* ---- how a module starts ------------------------------------------------- */

#define ATTACH "__edgeprof_attach"

static const char attach_text[] =
    "\t.cfi_startproc\n"
    "\tendbr64\n"
    "\tmovq 8(%rdi), %rax\n" /* no counters: nothing to attach */
    "\tcmpq 16(%rdi), %rax\n"
    "\tje 9f\n"
    "\tmovq __edgeprof_unregister@GOTPCREL(%rip), %rax\n"
    "\tmovq %rax, __edgeprof_detach(%rip)\n"
    "\tmovq __edgeprof_register@GOTPCREL(%rip), %rax\n"
    "\ttestq %rax, %rax\n"
    "\tje 1f\n"
    "\tjmp *%rax\n"
    "1:\tmovq _DYNAMIC@GOTPCREL(%rip), %rax\n"
    "\txorl %ecx, %ecx\n" /* DT_FLAGS_1 */
    "\tmovl $0x6ffffffb, %edx\n"
    "\ttestq %rax, %rax\n"
    "\tje 9f\n"
    "2:\tcmpq $1, (%rax)\n" /* DT_NEEDED */
    "\tje 3f\n"
    "\tcmpq %rdx, (%rax)\n"
    "\tcmoveq 8(%rax), %rcx\n"
    "\taddq $16, %rax\n"
    "\tcmpq $0, -16(%rax)\n" /* DT_NULL */
    "\tjne 2b\n"
    "\ttestl $0x08000000, %ecx\n" /* DF_1_PIE */
    "\tjne 9f\n"
    "3:\tcmpq $0, __edgeprof_weak_dlsym@GOTPCREL(%rip)\n"
    "\tje __edgeprof_alone\n"
    "\tpushq %rbx\n"
    "\t.cfi_adjust_cfa_offset 8\n"
    "\t.cfi_rel_offset %rbx, 0\n"
    "\tpushq %r12\n"
    "\t.cfi_adjust_cfa_offset 8\n"
    "\t.cfi_rel_offset %r12, 0\n"
    "\tpushq %r13\n"
    "\t.cfi_adjust_cfa_offset 8\n"
    "\t.cfi_rel_offset %r13, 0\n"
    "\tpushq %r14\n"
    "\t.cfi_adjust_cfa_offset 8\n"
    "\t.cfi_rel_offset %r14, 0\n"
    "\tsubq $8, %rsp\n"
    "\t.cfi_adjust_cfa_offset 8\n"
    "\tmovq %rdi, %rbx\n"
    "\tmovq __edgeprof_weak_errno_location@GOTPCREL(%rip), %rax\n"
    "\ttestq %rax, %rax\n"
    "\tje 8f\n"
    "\tcall *%rax\n"
    "\tmovq %rax, %r12\n"
    "\tmovl (%rax), %r13d\n"
    "\txorl %edi, %edi\n" /* RTLD_DEFAULT */
    "\tleaq .L__edgeprof_dlopen(%rip), %rsi\n"
    "\tcall *__edgeprof_weak_dlsym@GOTPCREL(%rip)\n"
    "\ttestq %rax, %rax\n"
    "\tje 7f\n"
    "\tmovq %rax, %r14\n"
    "\tmovq 24(%rbx), %rdi\n"
    "\tmovl $2, %esi\n" /* RTLD_NOW | RTLD_LOCAL */
    "\tcall *%r14\n"
    "\ttestq %rax, %rax\n"
    "\tjne 4f\n"
    "\tleaq .L__edgeprof_name(%rip), %rdi\n"
    "\tmovl $2, %esi\n"
    "\tcall *%r14\n"
    "\ttestq %rax, %rax\n"
    "\tje 7f\n"
    "4:\tmovq %rax, %r14\n"
    "\tmovq %r14, %rdi\n"
    "\tleaq .L__edgeprof_unregister(%rip), %rsi\n"
    "\tcall *__edgeprof_weak_dlsym@GOTPCREL(%rip)\n"
    "\tmovq %rax, __edgeprof_detach(%rip)\n"
    "\tmovq %r14, %rdi\n"
    "\tleaq .L__edgeprof_register(%rip), %rsi\n"
    "\tcall *__edgeprof_weak_dlsym@GOTPCREL(%rip)\n"
    "\ttestq %rax, %rax\n"
    "\tje 7f\n"
    "\tmovq %rbx, %rdi\n"
    "\txorl %ebx, %ebx\n"
    "\tcall *%rax\n"
    "7:\tmovl %r13d, (%r12)\n"
    "8:\tmovq %rbx, %rdi\n"
    "\taddq $8, %rsp\n"
    "\t.cfi_adjust_cfa_offset -8\n"
    "\tpopq %r14\n"
    "\t.cfi_adjust_cfa_offset -8\n"
    "\t.cfi_restore %r14\n"
    "\tpopq %r13\n"
    "\t.cfi_adjust_cfa_offset -8\n"
    "\t.cfi_restore %r13\n"
    "\tpopq %r12\n"
    "\t.cfi_adjust_cfa_offset -8\n"
    "\t.cfi_restore %r12\n"
    "\tpopq %rbx\n"
    "\t.cfi_adjust_cfa_offset -8\n"
    "\t.cfi_restore %rbx\n"
    "\ttestq %rdi, %rdi\n"
    "\tjne __edgeprof_alone\n"
    "9:\tret\n"
    "\t.cfi_endproc\n";

/* There is no runtime for the descriptor in rdi, but another module's has given
 * this thread a delta (a name space of dlmopen without one): the increments
 * become atomic ones of the section, as in rt_elf.c.  r8, r9 bounds of the
 * section, r10 the ELF header; below rsp: -8 delta, -16 next program header,
 * -24 how many are left, -32, -40 bounds of a segment, -48, -56 its pages. */
static const char alone_text[] =
    "\t.cfi_startproc\n"
    "\tmovq 8(%rdi), %r8\n"
    "\tmovq 16(%rdi), %r9\n"
    "\tmovq __ehdr_start@GOTPCREL(%rip), %r10\n"
    "\tmovl $0x1004, %edi\n" /* ARCH_GET_GS */
    "\tleaq -8(%rsp), %rsi\n"
    "\tmovq $0, (%rsi)\n"
    "\tmovl $158, %eax\n" /* arch_prctl */
    "\tsyscall\n"
    "\tcmpq $0, -8(%rsp)\n"
    "\tje 9f\n"
    "\ttestq %r10, %r10\n"
    "\tje 9f\n"
    "\tcmpw $3, 16(%r10)\n" /* ET_DYN */
    "\tjne 9f\n"
    "\tmovq 32(%r10), %rdx\n" /* e_phoff */
    "\taddq %r10, %rdx\n"
    "\tmovq %rdx, -16(%rsp)\n"
    "\tmovzwl 56(%r10), %eax\n" /* e_phnum */
    "\tmovl %eax, -24(%rsp)\n"
    "1:\tdecl -24(%rsp)\n"
    "\tjs 9f\n"
    "\tmovq -16(%rsp), %rdx\n"
    "\taddq $56, -16(%rsp)\n"
    "\tcmpl $1, (%rdx)\n" /* PT_LOAD */
    "\tjne 1b\n"
    "\tmovq 16(%rdx), %rdi\n" /* p_vaddr; that of the header must be 0 */
    "\tcmpq $0, 8(%rdx)\n"
    "\tjne 2f\n"
    "\ttestq %rdi, %rdi\n"
    "\tjne 9f\n"
    "2:\ttestl $1, 4(%rdx)\n" /* PF_X */
    "\tje 1b\n"
    "\taddq %r10, %rdi\n"
    "\tmovq 40(%rdx), %rsi\n" /* p_memsz */
    "\taddq %rdi, %rsi\n"
    "\tmovq %rdi, -32(%rsp)\n"
    "\tmovq %rsi, -40(%rsp)\n"
    "\tandq $-4096, %rdi\n"
    "\tsubq %rdi, %rsi\n"
    "\tmovq %rdi, -48(%rsp)\n"
    "\tmovq %rsi, -56(%rsp)\n"
    "\tmovl $7, %edx\n"  /* read, write, execute */
    "\tmovl $10, %eax\n" /* mprotect */
    "\tsyscall\n"
    "\ttestl %eax, %eax\n"
    "\tjne 1b\n"
    "\tmovq -32(%rsp), %rdi\n"
    "\tmovq -40(%rsp), %rsi\n"
    "\tsubq $8, %rsi\n"
    "3:\tcmpq %rsi, %rdi\n"
    "\tja 7f\n"
    "\tcmpb $0x65, (%rdi)\n"
    "\tjne 6f\n"
    "\tmovzwl 1(%rdi), %eax\n"
    "\tmovzbl 3(%rdi), %edx\n"
    "\tmovl $8, %ecx\n" /* bytes of the instruction */
    "\tcmpl $0x148, %eax\n"
    "\tje 4f\n"
    "\tcmpl $0x14c, %eax\n"
    "\tje 4f\n"
    "\tcmpl $0xff48, %eax\n"
    "\tje 5f\n"
    "\tmovl $9, %ecx\n"
    "\tcmpl $0x8348, %eax\n"
    "\tje 5f\n"
    "\tmovl $12, %ecx\n"
    "\tcmpl $0x8148, %eax\n"
    "\tje 5f\n"
    "\tjmp 6f\n"
    "4:\tandl $0xc7, %edx\n" /* whatever register is added */
    "5:\tcmpl $5, %edx\n"
    "\tjne 6f\n"
    "\tmovslq 4(%rdi), %rax\n"
    "\taddq %rdi, %rax\n"
    "\taddq %rcx, %rax\n"
    "\ttestb $7, %al\n"
    "\tjne 6f\n"
    "\tcmpq %r8, %rax\n"
    "\tjb 6f\n"
    "\tcmpq %r9, %rax\n"
    "\tjae 6f\n"
    "\tmovb $0xf0, (%rdi)\n" /* lock, for gs */
    "6:\tincq %rdi\n"
    "\tjmp 3b\n"
    "7:\tmovq -48(%rsp), %rdi\n"
    "\tmovq -56(%rsp), %rsi\n"
    "\tmovl $5, %edx\n"
    "\tmovl $10, %eax\n"
    "\tsyscall\n"
    "\tjmp 1b\n"
    "9:\tret\n"
    "\t.cfi_endproc\n";

static void put_attach(struct ep_buf *out)
{
    /* .weakref and not .weak: the unit's own references stay strong. */
    ep_buf_text(out, "\t.weak __edgeprof_register\n"
                     "\t.weak __edgeprof_unregister\n"
                     "\t.weak _DYNAMIC\n"
                     "\t.hidden _DYNAMIC\n"
                     "\t.weak __ehdr_start\n"
                     "\t.hidden __ehdr_start\n"
                     "\t.weakref __edgeprof_weak_dlsym,dlsym\n"
                     "\t.weakref __edgeprof_weak_errno_location,"
                     "__errno_location\n");
    ep_asm_section(out, ".text.edgeprof", "axG", "progbits", ATTACH);
    ep_asm_define(out, ATTACH, "function", 0);
    ep_buf_text(out, attach_text);
    ep_asm_define(out, "__edgeprof_alone", "function", 0);
    ep_buf_text(out, alone_text);
    ep_asm_end_section(out);
    ep_asm_section(out, ".rodata.edgeprof", "aG", "progbits", ATTACH);
    ep_buf_text(out, ".L__edgeprof_name:\t.asciz \"libedgeprof_rt.so\"\n"
                     ".L__edgeprof_dlopen:\t.asciz \"dlopen\"\n"
                     ".L__edgeprof_register:\t"
                     ".asciz \"__edgeprof_register\"\n"
                     ".L__edgeprof_unregister:\t"
                     ".asciz \"__edgeprof_unregister\"\n");
    ep_asm_end_section(out);
    ep_asm_section(out, ".bss.edgeprof", "awG", "nobits", ATTACH);
    ep_asm_define(out, "__edgeprof_detach", "object", 8);
    ep_buf_text(out, "\t.zero 8\n");
    ep_asm_define(out, "__edgeprof_api", "object", 8);
    ep_buf_text(out, "\t.zero 8\n");
    ep_asm_end_section(out);
}

static void put_descriptor(struct ep_buf *out, const char *symbol,
                           unsigned flags, const char *rt_path)
{
    ep_buf_text(out, "\t.weak __start_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.hidden __start_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.weak __stop_" EDGEPROF_COUNTERS_SECTION "\n"
                     "\t.hidden __stop_" EDGEPROF_COUNTERS_SECTION "\n");
    ep_asm_section(out, ".data.edgeprof", "awG", "progbits", symbol);
    ep_asm_define(out, symbol, "object", sizeof(struct edgeprof_module));
    ep_buf_printf(out,
                  "\t.long %u\n"
                  "\t.long %u\n"
                  "\t.quad __start_" EDGEPROF_COUNTERS_SECTION "\n"
                  "\t.quad __stop_" EDGEPROF_COUNTERS_SECTION "\n"
                  "\t.quad .L%s_path\n"
                  "\t.quad __edgeprof_api\n",
                  EDGEPROF_MODULE_VERSION, flags, symbol);
    ep_asm_end_section(out);
    ep_asm_section(out, ".rodata.edgeprof", "aG", "progbits", symbol);
    ep_buf_printf(out, ".L%s_path:\n", symbol);
    ep_asm_bytes(out, rt_path, strlen(rt_path) + 1);
    ep_asm_end_section(out);
}

/* The constructor and destructor of the descriptor SYMBOL. */
static void put_ends(struct ep_buf *out, const char *symbol)
{
    ep_asm_section(out, ".text.edgeprof", "axG", "progbits", symbol);
    ep_buf_printf(out,
                  ".L%s_init:\n"
                  "\t.cfi_startproc\n"
                  "\tendbr64\n"
                  "\tleaq %s(%%rip), %%rdi\n"
                  "\tjmp " ATTACH "\n"
                  "\t.cfi_endproc\n"
                  ".L%s_fini:\n"
                  "\t.cfi_startproc\n"
                  "\tendbr64\n"
                  "\tmovq __edgeprof_detach(%%rip), %%rax\n"
                  "\tleaq %s(%%rip), %%rdi\n"
                  "\ttestq %%rax, %%rax\n"
                  "\tje 1f\n"
                  "\tjmp *%%rax\n"
                  "1:\tret\n"
                  "\t.cfi_endproc\n",
                  symbol, symbol, symbol, symbol);
    ep_asm_end_section(out);
    ep_asm_section(out, ".init_array.00002", "awG", "init_array", symbol);
    ep_buf_printf(out, "\t.quad .L%s_init\n", symbol);
    ep_asm_end_section(out);
    ep_asm_section(out, ".fini_array.00002", "awG", "fini_array", symbol);
    ep_buf_printf(out, "\t.quad .L%s_fini\n", symbol);
    ep_asm_end_section(out);
}

void ep_asm_module(struct ep_buf *out, enum ep_threads threads,
                   const char *rt_path)
{
    static const struct {
        const char *symbol;
        unsigned flags;
    } ways[] = {
        [EP_THREADS_PRIVATE] = {"__edgeprof_module_private",
                                EDGEPROF_MODULE_PRIVATE},
        [EP_THREADS_SHARED] = {"__edgeprof_module_shared",
                               EDGEPROF_MODULE_SHARED},
        [EP_THREADS_ATOMIC] = {"__edgeprof_module_atomic",
                               EDGEPROF_MODULE_ATOMIC},
    };
    const char *symbol = ways[threads].symbol;

    ep_asm_begin(out, ATTACH);
    put_attach(out);
    ep_asm_end(out);
    ep_asm_begin(out, symbol);
    put_descriptor(out, symbol, ways[threads].flags, rt_path);
    put_ends(out, symbol);
    ep_asm_end(out);
}
