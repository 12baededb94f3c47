/* SPDX-License-Identifier: MIT
 *
 * rt_arch_x86_64.h - rt_arch.h's macros for x86-64.
 */
#ifndef EDGEPROF_RT_ARCH_X86_64_H
#define EDGEPROF_RT_ARCH_X86_64_H

/* Define the function NAME.  It calls LOOK with its first two arguments.  Where
 * that gives a pointer, NAME returns it; where NULL, NAME goes on to the
 * function in the variable REAL, which sees NAME's own caller and arguments.
 * The three are symbols, as strings. */
#define ARCH_TRAMPOLINE(name, look, real)            \
    __asm__(".text\n"                                \
            ".hidden " name "\n"                     \
            ".globl " name "\n"                      \
            ".type " name ", @function\n" name ":\n" \
            "    .cfi_startproc\n"                   \
            "    endbr64\n"                          \
            "    push %rdi\n"                        \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    push %rsi\n"                        \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    sub $8, %rsp\n"                     \
            "    .cfi_adjust_cfa_offset 8\n"         \
            "    call " look "\n"                    \
            "    add $8, %rsp\n"                     \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "    pop %rsi\n"                         \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "    pop %rdi\n"                         \
            "    .cfi_adjust_cfa_offset -8\n"        \
            "    test %rax, %rax\n"                  \
            "    jz 1f\n"                            \
            "    ret\n"                              \
            "1:  jmp *" real "(%rip)\n"              \
            "    .cfi_endproc\n"                     \
            ".size " name ", . - " name "\n")

/* The kernel's flag of a handler that brings its restorer. */
#define ARCH_SA_RESTORER 0x04000000u

/* UDB.  Not int3: one that a debugger keeps to itself would be passed over, and what is
 * behind it is half an instruction. */
#define ARCH_BREAKPOINT        0xd6u
#define ARCH_BREAKPOINT_SIGNAL 4 /* SIGILL */

/* Bytes below the stack pointer that a function may use. */
#define ARCH_RED_ZONE 128u

/* Of the kernel's signal frame, from the handler's return address to the mask
 * of what was interrupted. */
#define ARCH_FRAME_WORDS 39

#endif
