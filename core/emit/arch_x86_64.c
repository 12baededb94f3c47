/* SPDX-License-Identifier: MIT
 *
 * arch_x86_64.c - arch.h for x86-64: increments, and what calls the start.
 *
 * A private increment goes by the GS base, the thread's delta.  Every form that
 * is written here is one that increment_x86_64.h knows.
 */
#include "emit/arch.h"

#include "edgeprof/abi.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Clang's triples of no system end in elf or none. */
int ep_arch_check(const char *triple, int bare, struct ep_diag *diag)
{
    int elf = strstr(triple, "linux") ||
              (bare && (strstr(triple, "elf") || strstr(triple, "none")));

    if (elf && strncmp(triple, "x86_64-", 7) == 0 && !strstr(triple, "x32"))
        return EP_OK;
    return ep_fail(diag, EP_EOPTION,
                   "target %s is not supported, expected x86_64 Linux%s",
                   triple, bare ? " or x86_64-elf" : "");
}

/* A constructor is called indirectly: endbr64. */
void ep_arch_pass(struct ep_buf *out, const char *symbol, const char *function)
{
    ep_buf_printf(out,
                  "\t.cfi_startproc\n"
                  "\tendbr64\n"
                  "\tleaq %s(%%rip), %%rdi\n"
                  "\tjmp %s\n"
                  "\t.cfi_endproc\n",
                  symbol, function);
}

/* "lock " and the operation; "%gs:", or what stands for it. */
static void put_operation(const struct ep_arch_increment *increment,
                          const char *operation, const char *percent,
                          struct ep_buf *out)
{
    if (increment->threads == EP_THREADS_ATOMIC)
        ep_buf_text(out, "lock ");
    ep_buf_text(out, operation);
    if (increment->threads == EP_THREADS_PRIVATE)
        ep_buf_printf(out, "%sgs:", percent);
}

void ep_arch_increment_text(const struct ep_arch_increment *increment,
                            enum ep_dialect dialect, struct ep_buf *out)
{
    const char *percent = dialect == EP_ASM_GCC ? "%%" : "%";
    const char *operand = dialect == EP_ASM_GCC ? "%" : "$";
    uint64_t offset = (uint64_t)increment->counter * 8;
    char add[16];

    (void)snprintf(add, sizeof add, "addq %s%d, ", operand,
                   increment->kind == EP_INCREMENT_CELL);
    put_operation(increment,
                  increment->kind == EP_INCREMENT_VALUE ? add : "incq ",
                  percent, out);
    if (increment->kind == EP_INCREMENT_ONE ||
        increment->kind == EP_INCREMENT_VALUE) {
        ep_buf_printf(out, "%s+%" PRIu64 "(%srip)", increment->symbol, offset,
                      percent);
        return;
    }
    ep_buf_printf(out, "%" PRIu64 "(%s0)", EDGEPROF_NEAR_BIAS + offset,
                  operand);
    if (increment->kind != EP_INCREMENT_CELL)
        return;
    ep_buf_text(out, "\n\t");
    put_operation(increment, add, percent, out);
    ep_buf_printf(out, "%" PRIu64 "(%s0)", EDGEPROF_NEAR_BIAS + offset + 8,
                  operand);
}

/* A mark has put the stack pointer below the red zone, which its function's table of
 * frames does not know: the frame of what it calls begins above that, and is left to there. */
#define RED_ZONE  128
#define LAP_FRAME (RED_ZONE + 8)

/* See abi.h. */
void ep_arch_lap_text(struct ep_buf *out)
{
    static const char *const saved[] = {"rax", "rcx", "rdx", "rsi", "rdi",
                                        "r8",  "r9",  "r10", "r11"};
    enum { N = sizeof saved / sizeof *saved };

    ep_buf_printf(out,
                  "\t.cfi_startproc\n"
                  "\t.cfi_def_cfa %%rsp, %d\n"
                  "\t.cfi_offset %%rip, -%d\n"
                  "\tpushq %%rbp\n"
                  "\t.cfi_adjust_cfa_offset 8\n"
                  "\t.cfi_offset %%rbp, -%d\n"
                  "\tmovq %%rsp, %%rbp\n"
                  "\t.cfi_def_cfa_register %%rbp\n",
                  LAP_FRAME, LAP_FRAME, LAP_FRAME + 8);
    for (int i = 0; i < N; i++)
        ep_buf_printf(out, "\tpushq %%%s\n\t.cfi_offset %%%s, -%d\n", saved[i],
                      saved[i], LAP_FRAME + 8 * (i + 2));
    ep_buf_printf(out,
                  "\tandq $-16, %%rsp\n"
                  "\tmovq " EDGEPROF_LAP_WORD "(%%rip), %%rax\n"
                  "\tmovq %%r10, %%rdi\n"
                  "\ttestq %%rax, %%rax\n"
                  "\tjz 1f\n"
                  "\tcall *%%rax\n"
                  "1:\tleaq -%d(%%rbp), %%rsp\n",
                  8 * N);
    for (int i = N; i > 0; i--)
        ep_buf_printf(out, "\tpopq %%%s\n", saved[i - 1]);
    ep_buf_printf(out,
                  "\tpopq %%rbp\n"
                  "\t.cfi_def_cfa %%rsp, %d\n"
                  "\tret $%d\n"
                  "\t.cfi_endproc\n",
                  LAP_FRAME, RED_ZONE);
}

/* See abi.h. */
void ep_arch_witness_text(uint32_t name, enum ep_dialect dialect,
                          struct ep_buf *out)
{
    const char *r = dialect == EP_ASM_GCC ? "%%" : "%";
    const char *number = dialect == EP_ASM_GCC ? "$" : "$$";

    ep_buf_printf(out,
                  "movq %sgs:" EDGEPROF_RING_SYMBOL "(%srip), %sr10\n"
                  "\ttestq %sr10, %sr10\n"
                  "\tjz 1f\n"
                  "\tmovzwl (%sr10), %sr11d\n"
                  "\tincl (%sr10)\n"
                  "2:\tincw %sr11w\n"
                  "\tcmpl %s0, %u(%sr10,%sr11,4)\n"
                  "\tje 3f\n"
                  "\tcmpw %sr11w, (%sr10)\n"
                  "\tjne 2b\n"
                  "\taddq %s-128, %srsp\n" /* what is below may be in use */
                  "\tcall " EDGEPROF_LAP_SYMBOL "\n" /* which puts it back */
                  "3:\tmovl %s%" PRIu32 ", %u(%sr10,%sr11,4)\n"
                  "\tmovl %s0, %u(%sr10,%sr11,4)\n"
                  "1:",
                  r, r, r, r, r, r, r, r, r, number, EDGEPROF_RING_FIRST, r, r,
                  r, r, number, r, number, name, EDGEPROF_RING_FIRST, r, r,
                  number, EDGEPROF_RING_FIRST + 4 * EDGEPROF_RING_AHEAD, r, r);
}
