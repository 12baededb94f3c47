/* SPDX-License-Identifier: MIT
 *
 * rt_arch.h - what the runtime asks of the processor.
 *
 * WHY   one seam for a port to another processor, as rt_os.h is for another
 *       system.
 * MODEL rt_arch_x86_64.c is behind it, and rt_arch_x86_64.h for what must be a
 *       macro.  A port adds such a pair.
 * RULES Every function is async-signal-safe and leaves errno alone.
 */
#ifndef EDGEPROF_RT_ARCH_H
#define EDGEPROF_RT_ARCH_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#include "rt_arch_x86_64.h"
#else
#error "edgeprof's runtime is for x86-64 Linux"
#endif

/* ---- system calls -------------------------------------------------------- */

/* The result is negative, an errno value, where it failed. */
long arch_call(long number, long a, long b, long c, long d, long e, long f);

/* ---- memory -------------------------------------------------------------- */

/* N bytes, which do not overlap but that TO may be below FROM. */
void arch_copy(void *to, const void *from, size_t n);
void arch_fill(void *at, unsigned char byte, size_t n);

/* ---- the delta of the calling thread ------------------------------------- */

/* Whether a thread's delta can be set here. */
bool arch_delta_available(void);
/* What follows: only where it can. */
uintptr_t arch_delta(void);
/* Whether it can be DELTA: some systems take none below 0. */
bool arch_delta_allowed(uintptr_t delta);
/* False: it is not set, by a filter of system calls. */
bool arch_set_delta(uintptr_t delta);

/* ---- code ---------------------------------------------------------------- */

/* Make the private increments of the words in [LOW, HIGH) that are in the code
 * from AT to END atomic ones of the section. */
void arch_make_atomic(void *at, const void *end, const void *low,
                      const void *high);

/* ARCH_BREAKPOINT is a byte of code that is no instruction, and never will be: who comes
 * to it gets ARCH_BREAKPOINT_SIGNAL, and has not gone on behind it.  This function
 * begins with one. */
void arch_stop(void);
/* Where the code goes on that a handler has interrupted, in the kernel's CONTEXT. */
uintptr_t arch_place(const void *context);
void arch_set_place(void *context, uintptr_t place);

/* Whether a relocation of that TYPE stores the address of a symbol, as an
 * import does. */
bool arch_is_import(uint32_t type, int64_t addend);

/* ---- the stack ----------------------------------------------------------- */

/* The stack pointer that ENV would jump to. */
uintptr_t arch_jump_target(jmp_buf env, bool hidden);

/* An address in the C library's data of this thread, above its stack if the
 * library made that. */
uintptr_t arch_thread(void);

/* Where a handler of ours returns to: the kernel's SA_RESTORER. */
uintptr_t arch_restorer(void);
/* The registers of what a handler has interrupted, as abi.h has them, from its
 * CONTEXT. */
void arch_registers(const void *context, uint64_t *out);
enum { ARCH_STACK_POINTER = 7 }; /* among them */

/* What the kernel puts on the stack for a handler. */
enum { ARCH_FRAME_SIZE = ARCH_FRAME_WORDS * sizeof(uintptr_t) };
struct arch_frame {
    uintptr_t restorer; /* where the handler returns to */
    uint64_t mask;      /* of signals, in what was interrupted */
};
/* Whether it may be at AT, with ARCH_FRAME_SIZE bytes to read.  They can be any
 * function's. */
bool arch_read_frame(uintptr_t at, struct arch_frame *out);

#endif
