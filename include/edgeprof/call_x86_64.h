/* SPDX-License-Identifier: MIT
 *
 * call_x86_64.h - a system call of Linux on x86-64, without a C library.
 *
 * WHY   what works in a program beside its own code may not touch that code's errno,
 *       and some of it has no C library: the runtime, that of static programs, the
 *       loader's auditor.
 * RULES Returns what the kernel does: a negative number is an error.
 */
#ifndef EDGEPROF_CALL_X86_64_H
#define EDGEPROF_CALL_X86_64_H

/* NOLINTNEXTLINE(readability-function-size): as many as the kernel takes */
static inline long edgeprof_call(long number, long a, long b, long c, long d,
                                 long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#endif
