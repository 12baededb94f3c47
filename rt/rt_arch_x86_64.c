/* SPDX-License-Identifier: MIT
 *
 * rt_arch_x86_64.c - rt_arch.h for x86-64 under Linux.
 *
 * A thread's delta is its GS base, which Linux leaves to the program: since 5.9, and
 * where the processor has FSGSBASE, by instructions; else, and below valgrind, by
 * arch_prctl, which wants an address of the program's half.
 */
#define _GNU_SOURCE
#include "rt_arch.h"

#include <edgeprof/abi.h>
#include <edgeprof/call_x86_64.h>
#include <edgeprof/increment_x86_64.h>

#include <elf.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* NOLINTNEXTLINE(readability-function-size): as many as the kernel takes */
long arch_call(long number, long a, long b, long c, long d, long e, long f)
{
    return edgeprof_call(number, a, b, c, d, e, f);
}

/* ---- memory ---------------------------------------------------------------
 */

void arch_copy(void *to, const void *from, size_t n)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
}

void arch_fill(void *at, unsigned char byte, size_t n)
{
    __asm__ volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(byte) : "memory");
}

/* ---- delta ----------------------------------------------------------------
 */

enum { SET_GS = 0x1001, GET_GS = 0x1004 }; /* <asm/prctl.h> */

static bool has_fsgsbase(void)
{
    const unsigned long fsgsbase = 2; /* HWCAP2_FSGSBASE */
    return (getauxval(AT_HWCAP2) & fsgsbase) != 0;
}

static long gs_call(long what, uintptr_t value)
{
    return arch_call(SYS_arch_prctl, what, (long)value, 0, 0, 0, 0);
}

bool arch_delta_available(void)
{
    uintptr_t base = 0;
    return has_fsgsbase() ||
           (!gs_call(GET_GS, (uintptr_t)&base) && !gs_call(SET_GS, base));
}

uintptr_t arch_delta(void)
{
    uintptr_t base = 0;
    if (has_fsgsbase())
        __asm__ volatile("rdgsbase %0" : "=r"(base));
    else
        (void)gs_call(GET_GS, (uintptr_t)&base);
    return base;
}

bool arch_delta_allowed(uintptr_t delta)
{
    return (intptr_t)delta >= 0 || has_fsgsbase();
}

bool arch_set_delta(uintptr_t delta)
{
    if (!has_fsgsbase())
        return !gs_call(SET_GS, delta);
    __asm__ volatile("wrgsbase %0" ::"r"(delta) : "memory");
    return true;
}

/* ---- code -----------------------------------------------------------------
 */

void arch_make_atomic(void *at, const void *end, const void *low,
                      const void *high)
{
    struct edgeprof_words words = {(uintptr_t)low, (uintptr_t)high};
    edgeprof_make_atomic(at, end, words);
}

__asm__(".text\n"
        ".hidden arch_stop\n"
        ".globl arch_stop\n"
        ".type arch_stop, @function\n"
        "arch_stop:\n"
        "    .cfi_startproc\n"
        "    .byte 0xd6\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size arch_stop, . - arch_stop\n");

uintptr_t arch_place(const void *context)
{
    const ucontext_t *of = context;
    return (uintptr_t)of->uc_mcontext.gregs[REG_RIP];
}

void arch_set_place(void *context, uintptr_t place)
{
    ucontext_t *of = context;
    of->uc_mcontext.gregs[REG_RIP] = (greg_t)place;
}

bool arch_is_import(uint32_t type, int64_t addend)
{
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT ||
           (type == R_X86_64_64 && !addend);
}

/* ---- the stack ------------------------------------------------------------
 */

/* As glibc hides it: pointer_guard.h. */
uintptr_t arch_jump_target(jmp_buf env, bool hidden)
{
    enum { RSP = 6 };
    uintptr_t at = (uintptr_t)env->__jmpbuf[RSP];
    if (hidden)
        __asm__("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(at) : : "cc");
    return at;
}

uintptr_t arch_thread(void)
{
    uintptr_t thread;
    __asm__("movq %%fs:0, %0" : "=r"(thread));
    return thread;
}

struct frame {
    uintptr_t restorer;
    uint64_t flags, link, stack[3];
    uint64_t registers[18], segments, rest[13];
    uint64_t mask;
};

_Static_assert(sizeof(struct frame) == ARCH_FRAME_SIZE, "the frame's size");

/* A sanitized runtime would report what is read of other functions' frames. */
__attribute__((no_sanitize_address)) bool
arch_read_frame(uintptr_t at, struct arch_frame *out)
{
    const struct frame *frame = (const struct frame *)at;
    const uint64_t user_code = 0x33; /* the kernel's __USER_CS */
    out->restorer = frame->restorer;
    out->mask = frame->mask;
    return !frame->link && (frame->segments & 0xffff) == user_code;
}

void rt_restorer(void);
__asm__(".text\n"
        ".hidden rt_restorer\n"
        ".globl rt_restorer\n"
        ".type rt_restorer, @function\n"
        "    nop\n" /* who unwinds looks one byte before */
        "rt_restorer:\n"
        "    movq $15, %rax\n" /* rt_sigreturn, as debuggers know it */
        "    syscall\n"
        ".size rt_restorer, . - rt_restorer\n");

uintptr_t arch_restorer(void)
{
    return (uintptr_t)rt_restorer;
}

void arch_registers(const void *context, uint64_t *out)
{
    static const unsigned char order[EDGEPROF_REGISTERS] = {
        REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
        REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
        REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    const ucontext_t *of = context;
    for (unsigned i = 0; i < EDGEPROF_REGISTERS; i++)
        out[i] = (uint64_t)of->uc_mcontext.gregs[order[i]];
}
